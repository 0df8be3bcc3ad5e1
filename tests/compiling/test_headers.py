"""Headers: Python constants, tables and functions as C."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from strata.compiling import write_declarations
from strata.compiling.bare import bare_packages
from strata.compiling.declarations import InvalidDeclaration
from strata.compiling.headers import declare_header
from tests.patience import PATIENCE


def _declared(tmp_path: Path, text: str) -> list[str]:
    folder = tmp_path / "strata" / "core" / "kernel"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "constants.py"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    with bare_packages(tmp_path):
        declared = declare_header("strata.core.kernel.constants", path)
    return [line.strip() for line in declared.text.splitlines()[2:] if line.strip()]


def test_small_numbers_are_an_enum(tmp_path: Path) -> None:
    assert _declared(
        tmp_path, "TOWER = 3\nlow = 1\nWALL = TOWER - 5\nWORD = 'text'\nYES = True"
    ) == [
        "cdef enum:",
        "TOWER = 3",
        "WALL = -2",
    ]


def test_large_numbers_have_a_type(tmp_path: Path) -> None:
    lines = _declared(tmp_path, "FULL = (1 << 64) - 1\nFAR = -(1 << 40)\nHALF = 0.5")
    assert "#define strata_core_kernel_constants_FULL 18446744073709551615ULL" in lines
    assert 'const unsigned long long FULL "strata_core_kernel_constants_FULL"' in lines
    assert 'const long long FAR "strata_core_kernel_constants_FAR"' in lines
    assert 'const double HALF "strata_core_kernel_constants_HALF"' in lines


def test_types_can_be_asked_for(tmp_path: Path) -> None:
    text = (
        "from __future__ import annotations\nONE: cython.ulonglong = 1\nS: cython.short[2] = (1, 2)"
    )
    lines = _declared(tmp_path, text)
    assert "#define strata_core_kernel_constants_ONE 1ULL" in lines
    assert 'const short[2] S "strata_core_kernel_constants_S"' in lines


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ("(0, 255)", "unsigned char"),
        ("(-1, 127)", "signed char"),
        ("(-1, 255)", "short"),
        ("[70000]", "int"),
        ("[1 << 40, -1]", "long long"),
        ("[1 << 63]", "unsigned long long"),
        ("(0.5, 1)", "double"),
        ("tuple(number % 7 for number in range(30))", "unsigned char"),
    ],
)
def test_tables_take_the_smallest_type(tmp_path: Path, values: str, kind: str) -> None:
    size = len(eval(values))
    assert f'const {kind}[{size}] WAYS "strata_core_kernel_constants_WAYS"' in _declared(
        tmp_path, f"WAYS = {values}"
    )


def test_functions_are_inline(tmp_path: Path) -> None:
    text = '''
        from __future__ import annotations

        def upper(cells: cython.ulonglong, by: cython.int) -> cython.ulonglong:
            """What is above."""
            return (cells << by) & 0xFFFFFFFFFFFFFFFF
    '''
    assert _declared(tmp_path, text) == [
        "cdef inline unsigned long long upper(unsigned long long cells, int by) noexcept nogil:",
        "return cells << by & 18446744073709551615ULL",
    ]


def test_parameters_of_inline_functions_need_types(tmp_path: Path) -> None:
    text = "from __future__ import annotations\ndef f(a) -> cython.int:\n    return a"
    with pytest.raises(InvalidDeclaration, match=r"line 2: parameter 'a'.*expected a C type"):
        _declared(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("ONE = 1\nTWO = ONE +\n", "line 2: SyntaxError: invalid syntax"),
        ("ONE = 1\nTWO = 0b12\n", "line 2: SyntaxError: invalid digit '2' in binary literal"),
        ("ONE = 1\nTWO = TOW + 1\n", "line 2: NameError: name 'TOW' is not defined"),
        ("import re\nre.compile('(')\n", "line 2: (PatternE|e)rror: missing \\)"),
        ("ONE = 1\nFAR = 1 << 64\n", "line 2: FAR: no C type holds 18446744073709551616"),
        ("WAYS = (\n    1 << 64,\n)\n", "line 1: WAYS: no C type holds"),
        ("from strata.core.nothing import X\n", "line 1: ModuleNotFoundError: No module named"),
    ],
)
def test_mistakes_are_one_line_with_file_and_line(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InvalidDeclaration) as refusal:
        _declared(tmp_path, text)
    path = tmp_path / "strata" / "core" / "kernel" / "constants.py"
    assert re.match(re.escape(f"{path}, ") + problem, str(refusal.value)), refusal.value
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("SIZE = 8\nHALF = SIZE // ZERO\n", "line 2: NameError: name 'ZERO' is not defined"),
        ("SIZE = 08\n", "line 1: SyntaxError: leading zeros"),
    ],
)
def test_mistakes_in_what_a_header_imports_name_that_file(
    tmp_path: Path, text: str, problem: str
) -> None:
    other = tmp_path / "strata" / "core" / "sizes.py"
    other.parent.mkdir(parents=True)
    other.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidDeclaration) as refusal:
        _declared(tmp_path, "from strata.core.sizes import SIZE\n")
    assert str(refusal.value).startswith(f"{other}, {problem}")


def _imported(tmp_path: Path, line: str) -> list[Path]:
    rules = tmp_path / "strata" / "games" / "some" / "rules"
    rules.mkdir(parents=True)
    header = """
        from __future__ import annotations
        from strata.games.some.rules.tables import WAYS

        MOST = 5
        NAMES = {"a": 1}
        size = 3

        def double(number: cython.int) -> cython.int:
            return 2 * number
    """
    (rules / "constants.py").write_text(textwrap.dedent(header), encoding="utf-8")
    (rules / "tables.py").write_text("WAYS = (1, 2)\n", encoding="utf-8")
    (rules / "state.py").write_text(f"import cython\n{line}\n", encoding="utf-8")
    return write_declarations(tmp_path)


CONSTANTS = "from cython.cimports.strata.games.some.rules.constants import"


@pytest.mark.parametrize("name", ["MOST", "double", "WAYS", "MOST as LARGEST", "*"])
def test_names_that_a_header_declares_can_be_imported(tmp_path: Path, name: str) -> None:
    assert len(_imported(tmp_path, f"{CONSTANTS} {name}")) == 3


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (f"{CONSTANTS} MOST_ACTIONS", "line 2: rules/constants.py has no MOST_ACTIONS"),
        (f"{CONSTANTS} (\n    MOST,\n    LOST,\n)", "line 4: rules/constants.py has no LOST"),
        (f"{CONSTANTS} size", "line 2: rules/constants.py declares no size: expected a number"),
        (f"{CONSTANTS} NAMES", "line 2: rules/constants.py declares no NAMES: expected a number"),
    ],
)
def test_names_that_a_header_lacks_are_told(tmp_path: Path, line: str, problem: str) -> None:
    with pytest.raises(InvalidDeclaration) as refusal:
        _imported(tmp_path, line)
    path = tmp_path / "strata" / "games" / "some" / "rules" / "state.py"
    assert str(refusal.value).startswith(f"{path}, {problem}")
    assert not list(tmp_path.rglob("*.pxd"))


def test_intrinsics_have_a_body_in_c(root: Path) -> None:
    path = root / "src" / "strata" / "core" / "kernel" / "bits.py"
    with bare_packages(root / "src"):
        text = declare_header("strata.core.kernel.bits", path).text
    assert "return __builtin_ctzll(bits);" in text
    assert 'int lowest "strata_core_kernel_bits_lowest"(unsigned long long bits)' in text


DECLARING = """\
import sys
from pathlib import Path
from types import ModuleType

before = set(sys.modules)
source = Path(sys.argv[1])
package = ModuleType("strata")
package.__path__ = [str(source / "strata")]
sys.modules["strata"] = package
from strata.compiling.bare import bare_packages
from strata.compiling.headers import declare_headers

with bare_packages(source):
    declare_headers(source)
print(*{name.partition(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)
"""


def test_headers_need_no_installed_package(root: Path) -> None:
    """As setup.py does it, before anything else is imported, in the fullest environment."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", DECLARING, str(root / "src")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr.splitlines()[-1]
    assert set(done.stdout.split()) <= {"strata", "Cython", "cython"}


def test_importing_bare_packages_leaves_no_trace(root: Path) -> None:
    before = {name for name in sys.modules if name.startswith("strata")}
    with bare_packages(root / "src"):
        pass
    assert {name for name in sys.modules if name.startswith("strata")} == before


def test_declarations_are_written_once_and_removed_with_their_module(tmp_path: Path) -> None:
    folder = tmp_path / "strata" / "core" / "kernel"
    folder.mkdir(parents=True)
    (folder / "one.py").write_text("def f() -> cython.int: ...\n", encoding="utf-8")
    (folder / "constants.py").write_text("A = 1\n", encoding="utf-8")
    written = write_declarations(tmp_path)
    assert {path.name for path in written} == {"one.pxd", "constants.pxd"}
    assert write_declarations(tmp_path) == []
    (folder / "one.py").unlink()
    assert [path.name for path in write_declarations(tmp_path)] == ["one.pxd"]
    assert not (folder / "one.pxd").exists()
