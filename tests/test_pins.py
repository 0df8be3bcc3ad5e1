"""What is installed, built and published is pinned, and the lists of versions agree."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s\\]+)", re.MULTILINE)
_ACTION = re.compile(r"^\s*(?:- )?uses: (\S+)(.*)$", re.MULTILINE)


def _pins(path: Path) -> dict[str, str]:
    return {
        canonicalize_name(name): version
        for name, version in _PIN.findall(path.read_text(encoding="utf-8"))
    }


def _requirements(root: Path) -> Iterator[Requirement]:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    listed = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for extra in project["project"]["optional-dependencies"].values():
        listed += extra
    for text in listed:
        if not text.startswith("strata-games"):
            yield Requirement(text)


def test_locked_versions_are_allowed(root: Path) -> None:
    locked = _pins(root / "constraints.txt")
    for requirement in _requirements(root):
        version = locked[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement}, locked at {version}"


def test_the_server_is_deployed_with_the_versions_that_are_tested(root: Path) -> None:
    locked = _pins(root / "constraints.txt")
    for name, version in _pins(root / "deploy" / "requirements.txt").items():
        assert locked.get(name) == version, f"{name}=={version}: constraints.txt has another"


@pytest.mark.parametrize("name", ["uvicorn", "websockets", "litestar", "sqlalchemy"])
def test_packages_whose_private_parts_are_used_have_a_bound(root: Path, name: str) -> None:
    """The server derives from classes of theirs that may change with any larger version."""
    (requirement,) = {each for each in _requirements(root) if each.name == name}
    assert any(each.operator == "<" for each in requirement.specifier), requirement


def _workflows(root: Path) -> list[Path]:
    return sorted((root / ".github" / "workflows").glob("*.yml"))


def _steps(workflow: Path) -> Iterator[dict[str, Any]]:
    for job in yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values():
        yield from job.get("steps", ())


def test_actions_are_pinned_by_commit(root: Path) -> None:
    for workflow in _workflows(root):
        for action, comment in _ACTION.findall(workflow.read_text(encoding="utf-8")):
            if not action.startswith("./"):
                assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action), f"{workflow}: {action}"
                assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), f"{workflow}: {action}{comment}"


def test_workflows_keep_no_credentials_and_no_cache(root: Path) -> None:
    """What a pull request could leave behind must not get into a release."""
    for step in (step for workflow in _workflows(root) for step in _steps(workflow)):
        action, given = step.get("uses", ""), step.get("with", {})
        if action.startswith("actions/checkout@"):
            assert given.get("persist-credentials") is False, step
        if action.startswith("actions/setup-node@"):
            assert given.get("package-manager-cache") is False, step
        assert not action.startswith("actions/cache"), step


def test_everything_pinned_is_raised_by_a_bot(root: Path) -> None:
    settings = yaml.safe_load((root / ".github" / "dependabot.yml").read_text(encoding="utf-8"))
    raised = {(each["package-ecosystem"], each["directory"]) for each in settings["updates"]}
    assert raised == {
        ("github-actions", "/"),
        ("pip", "/"),
        ("npm", "/web"),
        ("docker", "/deploy"),
        ("docker-compose", "/deploy"),
    }
