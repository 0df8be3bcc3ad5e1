"""Makes a module of this folder ready: compiled like the rules of a game, or as plain Python."""

from __future__ import annotations

import fcntl
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import strata
from strata.compiling.declarations import ClassTree, declare, read_module
from strata.core.kernel.state import State
from tests.patience import PATIENCE
from tests.plainly import load_plainly

_FOLDER = Path(__file__).parent
_BUILD = """
import sys
from Cython.Build import cythonize
from setuptools import Extension, setup

name, source = sys.argv[1:]
extension = Extension(name, [f"{name}.py"], extra_compile_args=["-O0"])
modules = cythonize(
    [extension], include_path=[source], compiler_directives={"language_level": "3"}
)
setup(ext_modules=modules, script_args=["--quiet", "build_ext", "--inplace"])
"""


def build_double(name: str, folder: Path) -> ModuleType:
    """The module `name` of tests/doubles; if the rules are compiled it is compiled in `folder`,
    unless another process has done that."""
    source = _FOLDER / f"{name}.py"
    if not strata.compiled():
        return load_plainly(name, source)
    built = folder / f"{name}{EXTENSION_SUFFIXES[0]}"
    with (folder / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not built.exists():
            _compile(name, source, folder)
    spec = spec_from_file_location(name, built)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _compile(name: str, source: Path, folder: Path) -> None:
    copy = folder / source.name
    copy.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    package = Path(strata.__file__).parents[1]
    module = read_module(name, copy)
    base = read_module(
        State.__module__, package.joinpath(*State.__module__.split(".")).with_suffix(".py")
    )
    declared = declare(module, ClassTree([base, module]))
    copy.with_suffix(".pxd").write_text(declared, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", _BUILD, name, str(package)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
