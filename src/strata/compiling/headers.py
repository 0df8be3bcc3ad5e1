"""The `.pxd` of a header: its constants, tables and inline functions as C.

    TOWER = 3                                 cdef enum: TOWER = 3
    FULL = (1 << 64) - 1                      an unsigned constant of 64 bits
    TARGETS = tuple(…)                        a constant array of the smallest type that fits
    def lowest(bits: cython.ulonglong) -> cython.int: …       an inline function

The build imports a header to find the values of its constants, so any Python may compute them. It
may import the standard library, Cython and modules of strata that import nothing else (bare.py).
Only names in capitals are taken. A function marked `@intrinsic(…)` (core/intrinsic.py) has a body
in C; its Python body says what it does, and runs uncompiled.
"""

from __future__ import annotations

import ast
import textwrap
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final

from strata.compiling import places
from strata.compiling.declarations import (
    InvalidDeclaration,
    Module,
    c_type,
    describe_syntax_error,
    parse_source,
)

_FITTING: Final = (
    ("unsigned char", 0, 2**8 - 1),
    ("signed char", -(2**7), 2**7 - 1),
    ("short", -(2**15), 2**15 - 1),
    ("int", -(2**31), 2**31 - 1),
    ("long long", -(2**63), 2**63 - 1),
    ("unsigned long long", 0, 2**64 - 1),
)
_SUFFIXES: Final = {"long long": "LL", "unsigned long long": "ULL"}
_A_LINE: Final = 12


@dataclass
class Header:
    """A header and its declarations."""

    name: str
    path: Path
    values: Mapping[str, object]
    """The values of its names in Python."""
    declared: set[str]
    """The names that compiled modules can import."""
    text: str
    """The text of its `.pxd`."""


def declare_header(name: str, path: Path) -> Header:
    """Import header `name` and derive its `.pxd`. Raises InvalidDeclaration."""
    tree = parse_source(path)
    prefix = name.replace(".", "_")
    values = _import_values(name, path)
    declared: set[str] = set()
    verbatim: list[str] = []
    names: list[str] = []
    small: list[str] = []
    inline: list[str] = []
    imports: set[str] = set()
    for constant, line in _assigned(tree):
        value = values[constant]
        if isinstance(value, bool) or not isinstance(value, int | float | Sequence):
            continue
        if isinstance(value, int) and -(2**31) <= value < 2**31 and not _annotation(tree, constant):
            small.append(f"{constant} = {value}")
            declared.add(constant)
            continue
        try:
            kind, text, size = _constant(value, _annotation(tree, constant))
        except TypeError:
            continue
        except OverflowError as error:
            raise InvalidDeclaration(f"{path}, line {line}: {constant}: {error}") from None
        symbol = f"{prefix}_{constant}"
        declared.add(constant)
        if size is None:
            verbatim.append(f"#define {symbol} {text}")
            names.append(f'const {kind} {constant} "{symbol}"')
        else:
            verbatim.append(f"CYTHON_UNUSED static const {kind} {symbol}[{size}] = {{{text}}};")
            names.append(f'const {kind}[{size}] {constant} "{symbol}"')
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and places.is_header(node.module or ""):
            taken = [alias.name for alias in node.names if alias.name != "intrinsic"]
            if taken:
                imports.add(f"from {node.module} cimport {', '.join(taken)}")
                declared.update(taken)
        if isinstance(node, ast.FunctionDef) and (result := c_type(node.returns)):
            parameters = [_parameter(argument, path) for argument in node.args.args]
            bodies = _intrinsic(node)
            declared.add(node.name)
            if bodies is None:
                inline += ["", *_inline(node, result, parameters)]
            else:
                symbol, listed = f"{prefix}_{node.name}", ", ".join(parameters)
                verbatim += _c_function(f"{result} {symbol}({listed})", *bodies)
                names.append(f'{result} {node.name} "{symbol}"({listed}) noexcept nogil')
    lines = [f"# Derived from {path.name}; not kept in the repository.", "cimport cython"]
    lines += sorted(imports)
    if names:
        lines += ["cdef extern from *:", '    """', *(f"    {line}" for line in verbatim)]
        lines += ['    """', *(f"    {line}" for line in names)]
    if small:
        lines += ["cdef enum:", *(f"    {line}" for line in small)]
    return Header(name, path, values, declared, "\n".join([*lines, *inline, ""]))


def _import_values(name: str, path: Path) -> Mapping[str, object]:
    """Return what header `name` defines.

    Raises InvalidDeclaration for an exception, as one line that names the file and its line.
    """
    try:
        return vars(import_module(name))
    except SyntaxError as error:  # in a module that it imports
        raise InvalidDeclaration(describe_syntax_error(error)) from None
    except Exception as error:
        source = path.parents[name.count(".")]
        frames = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if Path(frame.filename).is_relative_to(source)
            and Path(frame.filename).parent != Path(__file__).parent
        ]
        where = f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else str(path)
        said = " ".join(str(error).split())
        raise InvalidDeclaration(f"{where}: {type(error).__name__}: {said}") from error


def check_imports(modules: Iterable[Module], headers: Iterable[Header]) -> None:
    """Raise InvalidDeclaration for an import from a header that the header does not declare."""
    known = {header.name: header for header in headers}
    for module in modules:
        for source, name, line in module.imports:
            header = known.get(source)
            if header is None or name == "*" or name in header.declared:
                continue
            short = "/".join(header.path.parts[-2:])
            problem = (
                f"{short} declares no {name}: expected a number or a table, its name in capitals"
                if name in header.values
                else f"{short} has no {name}"
            )
            raise InvalidDeclaration(f"{module.path}, line {line}: {problem}")


def _assigned(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield each name in capitals to which the header itself gives a value, once, with its line."""
    seen = set()
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=targets):
                nodes = [part for target in targets for part in ast.walk(target)]
            case ast.AnnAssign(target=target):
                nodes = [target]
            case _:
                continue
        for node in nodes:
            if isinstance(node, ast.Name) and node.id.isupper() and node.id not in seen:
                seen.add(node.id)
                yield node.id, node.lineno


def _annotation(tree: ast.Module, name: str) -> str | None:
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=found)) if found == name:
                return c_type(node.annotation)
    return None


def _constant(value: object, kind: str | None) -> tuple[str, str, int | None]:
    """Return the C type and the text of a constant and, for a table, its size.

    Raises TypeError for what is neither a number nor a table, OverflowError if no C type fits.
    """
    if isinstance(value, float):
        return kind or "double", repr(value), None
    if isinstance(value, int):
        kind = kind or _fitting([value])
        return kind, _number(value, kind), None
    if isinstance(value, str) or not isinstance(value, Sequence) or not value:
        raise TypeError
    numbers = list(value)
    if all(type(number) in (int, bool) for number in numbers):
        kind = (kind or "").partition("[")[0] or _fitting(numbers)
        texts = [_number(int(number), kind) for number in numbers]
    elif all(isinstance(number, int | float) for number in numbers):
        kind, texts = "double", [repr(float(number)) for number in numbers]
    else:
        raise TypeError
    rows = [", ".join(texts[place : place + _A_LINE]) for place in range(0, len(texts), _A_LINE)]
    return kind, ",\n        ".join(rows), len(numbers)


def _fitting(numbers: Sequence[int]) -> str:
    for kind, least, most in _FITTING:
        if least <= min(numbers) and max(numbers) <= most:
            return kind
    raise OverflowError(f"no C type holds {min(numbers)} to {max(numbers)}")


def _number(value: int, kind: str) -> str:
    if value == -(2**63):
        return "(-9223372036854775807LL - 1)"
    return f"{value}{_SUFFIXES.get(kind, '')}"


def _parameter(argument: ast.arg, path: Path) -> str:
    kind = c_type(argument.annotation)
    if kind is None:
        raise InvalidDeclaration(
            f"{path}, line {argument.lineno}: parameter {argument.arg!r} of an inline function: "
            "expected a C type"
        )
    return f"{kind} {argument.arg}"


def _intrinsic(node: ast.FunctionDef) -> tuple[str, str] | None:
    """Return the bodies of an intrinsic in C: with the extensions of GCC and Clang, and without.

    None for any other function.
    """
    for decorator in node.decorator_list:
        match decorator:
            case ast.Call(func=ast.Name(id="intrinsic"), args=[ast.Constant(value=str(body))]):
                return body, body
            case ast.Call(
                func=ast.Name(id="intrinsic"),
                args=[ast.Constant(value=str(quick)), ast.Constant(value=str(portable))],
            ):
                return quick, portable
    return None


def _c_function(head: str, quick: str, portable: str) -> list[str]:
    return [
        "#if defined(__GNUC__) || defined(__clang__)",
        f"static inline {head} {{ {quick} }}",
        "#else",
        f"static {head} {{ {portable} }}",
        "#endif",
    ]


def _inline(node: ast.FunctionDef, result: str, parameters: list[str]) -> list[str]:
    body = node.body[1:] if ast.get_docstring(node) else node.body
    written = "\n".join(ast.unparse(_Literals().visit(statement)) for statement in body)
    head = f"cdef inline {result} {node.name}({', '.join(parameters)}) noexcept nogil:"
    return [head, textwrap.indent(written, "    ")]


class _Literals(ast.NodeTransformer):
    """A transformer that gives integers the suffix they need in C."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, int) and node.value >= 2**31:
            return ast.Name(f"{node.value}ULL")
        return node


def declare_headers(source: Path) -> list[Header]:
    """Return every header below `source`, with its declarations."""
    return [
        declare_header(name, path)
        for name, path in places.modules_in_place(source)
        if places.is_header(name)
    ]
