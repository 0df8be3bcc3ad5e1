"""Headers: Python constants, tables and functions as C."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

from strata.compiling import write_declarations
from strata.compiling.bare import bare_packages
from strata.compiling.declarations import InvalidDeclaration
from strata.compiling.headers import declare_header


def _declared(tmp_path: Path, text: str) -> list[str]:
    folder = tmp_path / "strata" / "core" / "kernel"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "constants.py"
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    with bare_packages(tmp_path):
        declared = declare_header("strata.core.kernel.constants", path)
    return [line.strip() for line in declared.splitlines()[2:] if line.strip()]


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


def test_intrinsics_have_a_body_in_c(root: Path) -> None:
    path = root / "src" / "strata" / "core" / "kernel" / "bits.py"
    with bare_packages(root / "src"):
        text = declare_header("strata.core.kernel.bits", path)
    assert "return __builtin_ctzll(bits);" in text
    assert 'int lowest "strata_core_kernel_bits_lowest"(unsigned long long bits)' in text


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
