"""Where things lie, and which files belong to the repository."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]


def list_sources(root: Path, *patterns: str) -> list[str]:
    """Return the files below `root` that git knows or would add; with patterns, those that fit."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=root,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    return [name for name in listed.split("\0") if name]
