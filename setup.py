"""Builds the compiled modules and puts the rulebooks into the package.

The place of a module decides whether it is compiled (src/strata/compiling/places.py), so adding one
changes nothing here. Without a C compiler nothing is compiled and the install still works, only
slower; with one, a module that does not compile is an error.
"""

import multiprocessing
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
from pathlib import Path
from types import ModuleType

import Cython
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.sysconfig import customize_compiler
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent.resolve()
SOURCE = ROOT / "src"
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "freethreading_compatible": True,
}
OPTIMISATION = os.environ.get("STRATA_OPTIMISATION", "-O3")
COMPILING = {"bdist_wheel", "build", "build_ext", "develop", "editable_wheel", "install"}
"""The setuptools commands that compile."""
SHARED = "strata.core.kernel.shared"
"""Code that Cython would otherwise write into every module, memory views above all."""


# Python's own flags ask for debugging symbols, which take a quarter of the compiler's time.
WITHOUT_DEBUGGING = [] if sys.platform == "win32" else ["-g0"]
SANITIZERS = os.environ.get("STRATA_SANITIZERS", "").split()
"""Sanitizer flags for compiler and linker, and what their reports need (scripts/sanitize)."""


def package_without_running_it() -> None:
    """Make `strata.compiling` importable before anything of the package is built or installed."""
    package = ModuleType("strata")
    package.__path__ = [str(SOURCE / "strata")]
    sys.modules["strata"] = package


def compiled_modules() -> list[Extension]:
    """Return the extensions as C; none if nothing is to be compiled, or there is no compiler."""
    if os.environ.get("STRATA_WITHOUT_EXTENSIONS"):  # compiled in another step
        return []
    if not COMPILING & set(sys.argv):  # metadata only
        return []
    if not has_compiler():
        print(
            "strata: no C compiler that works here; the rules are left uncompiled, which is "
            "more than a hundred times slower",
            file=sys.stderr,
        )
        return []
    package_without_running_it()
    from strata.compiling import write_declarations
    from strata.compiling.declarations import InvalidDeclaration
    from strata.compiling.places import is_compiled, modules_in_place

    try:
        write_declarations(SOURCE)
    except InvalidDeclaration as error:
        sys.exit(f"error: {error}")
    modules = {SHARED: shared_code()} | {
        module: path.relative_to(ROOT)
        for module, path in modules_in_place(SOURCE)
        if is_compiled(module)
    }
    return [
        Extension(
            module,
            [str(path)],
            extra_compile_args=[OPTIMISATION, *(SANITIZERS or WITHOUT_DEBUGGING)],
            extra_link_args=SANITIZERS,
        )
        for module, path in modules.items()
    ]


def shared_code() -> Path:
    """Generate the C code of the module that the others share, once for a version of Cython."""
    path = Path("build", "cython", Cython.__version__, *SHARED.split(".")).with_suffix(".c")
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "cython", f"--generate-shared={path}"]
        subprocess.run(command, check=True)
    return path


def has_compiler() -> bool:
    """Return whether a small module of C can be compiled against Python's headers."""
    compiler = new_compiler()
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\nint probe(void) { return PY_VERSION_HEX; }\n")
        try:
            customize_compiler(compiler)
            include = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
            compiler.compile([str(probe)], output_dir=folder, include_dirs=include)
        except Exception:  # whatever a missing or broken compiler raises
            return False
    return True


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


class BuildWithProgress(build_ext):
    """Reports the number of compiled modules to the file of STRATA_PROGRESS, if it is set."""

    def build_extensions(self) -> None:
        self._built = 0
        self._counting = threading.Lock()
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)
        with self._counting:
            self._built += 1
            if PROGRESS and self._built % 10 == 0:
                os.write(
                    int(PROGRESS), f"  {self._built} of {len(self.extensions)} modules\n".encode()
                )


PROGRESS = os.environ.get("STRATA_PROGRESS", "")
"""The number of a file descriptor that is open for progress."""
CORES = os.cpu_count() or 1
# Worker processes are safe only if they are forked: others would run this file again.
FORKED = multiprocessing.get_start_method() == "fork"

setup(
    ext_modules=cythonize(
        compiled_modules(),
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
        shared_utility_qualified_name=SHARED,
        nthreads=CORES if FORKED else 0,
    ),
    cmdclass={"build_py": BuildWithRulebooks, "build_ext": BuildWithProgress},
    options={"build_ext": {"parallel": CORES}},
)
