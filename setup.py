"""Builds the compiled modules and puts the rulebooks into the package.

Compiled is every module that begins with `import cython`; adding one edits nothing here.
"""

import multiprocessing
import os
import re
import shutil
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
SOURCE = ROOT / "src"
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "freethreading_compatible": True,
}


def compiled_modules() -> list[Extension]:
    if os.environ.get("STRATA_WITHOUT_EXTENSIONS"):  # who compiles in a step of its own
        return []
    marked = re.compile(r"^import cython$", re.MULTILINE)
    return [
        Extension(
            ".".join(path.relative_to(SOURCE).with_suffix("").parts),
            [str(path.relative_to(ROOT))],
            extra_compile_args=["-O3"],
        )
        for path in sorted((SOURCE / "strata").rglob("*.py"))
        if marked.search(path.read_text(encoding="utf-8"))
    ]


class BuildWithRulebooks(build_py):
    """Ships docs/rules/<game>.md as strata/games/<game>/rulebook.md."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for rulebook in (ROOT / "docs" / "rules").glob("*.md"):
            folder = Path(self.build_lib) / "strata" / "games" / rulebook.stem
            if folder.is_dir():
                shutil.copyfile(rulebook, folder / "rulebook.md")


CORES = os.cpu_count() or 1
# Worker processes are safe where they are forked: others would run this file again.
FORKED = multiprocessing.get_start_method() == "fork"
extensions = cythonize(
    compiled_modules(),
    compiler_directives=DIRECTIVES,
    build_dir="build/cython",
    nthreads=CORES if FORKED else 0,
)
for extension in extensions:
    extension.optional = True  # without a compiler the install works, only slower

setup(
    ext_modules=extensions,
    cmdclass={"build_py": BuildWithRulebooks},
    options={"build_ext": {"parallel": CORES}},
)
