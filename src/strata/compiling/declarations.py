"""The `.pxd` of a compiled module, derived from its annotations.

    class Board(State):                       cdef class Board(State):
        clock: cython.int                         cdef int clock
        pawns: cython.uchar[101]                  cdef unsigned char[101] pawns

    def lift(board: Board,                    cdef int lift(Board board, int tile)
             tile: cython.int) -> cython.int:     noexcept nogil

A function whose result has a C type is a C function: all its parameters need C types or classes of
compiled modules, it runs without the interpreter lock and cannot raise. Every other function stays
a Python function. All classes are C classes; one that nothing derives from is final.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from strata.compiling import places

_NAMES: Final = {
    "bint": "bint",
    "char": "char",
    "schar": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "float": "float",
    "double": "double",
    "size_t": "size_t",
    "Py_ssize_t": "Py_ssize_t",
    "void": "void",
}
_CIMPORTS: Final = "cython.cimports."


class InvalidDeclaration(Exception):
    """A part of a compiled module that cannot be declared; the message says what and where."""


def c_type(node: ast.expr | None) -> str | None:
    """Return the C type of an annotation, such as `unsigned char[101]`; None for other types."""
    match node:
        case ast.Attribute(value=ast.Name(id="cython"), attr=name):
            if name in _NAMES:
                return _NAMES[name]
            stars, _, pointed = name.partition("_")
            if set(stars) == {"p"} and pointed in _NAMES:
                return _NAMES[pointed] + "*" * len(stars)
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="cython"), attr="pointer"), args=[inner]
        ):
            pointed_at = c_type(inner)
            return None if pointed_at is None else f"{pointed_at}*"
        case ast.Subscript(value=inner, slice=index):
            element = c_type(inner)
            return None if element is None else f"{element}[{ast.unparse(index)}]"
    return None


def unwrap(annotation: ast.expr) -> tuple[ast.expr, str]:
    """Return the type of a field, and `readonly ` or `public ` if Python may see it.

    Such a field is annotated `Annotated[cython.int, "readonly"]`.
    """
    match annotation:
        case ast.Subscript(
            value=ast.Name(id="Annotated"),
            slice=ast.Tuple(elts=[kind, ast.Constant(value=("readonly" | "public") as visibility)]),
        ):
            return kind, f"{visibility} "
    return annotation, ""


class Import(NamedTuple):
    """A name that a compiled module imports from another or from a header."""

    source: str
    name: str
    line: int


@dataclass
class Module:
    """A compiled module, parsed."""

    name: str
    path: Path
    tree: ast.Module
    cimported: dict[str, str]
    """Names imported from compiled modules and headers, with the module each comes from."""
    imports: list[Import]
    """The same imports as written, with lines."""

    @property
    def classes(self) -> dict[str, ast.ClassDef]:
        return {node.name: node for node in self.tree.body if isinstance(node, ast.ClassDef)}


def read_module(name: str, path: Path) -> Module:
    tree = parse_source(path)
    cimported = {}
    imports = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_CIMPORTS):
            source = str(node.module).removeprefix(_CIMPORTS)
            for alias in node.names:
                cimported[alias.asname or alias.name] = source
                imports.append(Import(source, alias.name, alias.lineno))
    return Module(name, path, tree, cimported, imports)


def parse_source(path: Path) -> ast.Module:
    """Return the module at `path`, parsed. Raises InvalidDeclaration for a syntax error."""
    try:
        return ast.parse(path.read_text(encoding="utf-8"), str(path))
    except SyntaxError as error:
        raise InvalidDeclaration(describe_syntax_error(error)) from None


def describe_syntax_error(error: SyntaxError) -> str:
    return f"{error.filename}, line {error.lineno}: {type(error).__name__}: {error.msg}"


class ClassTree:
    """The base class of each C class. A class is identified by its module and name."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self.base: dict[tuple[str, str], tuple[str, str]] = {}
        self.methods: dict[tuple[str, str], set[str]] = {}
        for module in modules:
            for node in module.classes.values():
                self.methods[module.name, node.name] = {
                    part.name
                    for part in node.body
                    if isinstance(part, ast.FunctionDef) and c_type(part.returns)
                }
                for base in node.bases:
                    if isinstance(base, ast.Name):
                        source = module.cimported.get(base.id, module.name)
                        self.base[module.name, node.name] = source, base.id

    def is_final(self, name: tuple[str, str]) -> bool:
        return name not in self.base.values()

    def inherited(self, name: tuple[str, str]) -> set[str]:
        """Return the C methods that the classes above this one declare."""
        found: set[str] = set()
        while name in self.base:
            name = self.base[name]
            found |= self.methods.get(name, set())
        return found


def check_copies(modules: Iterable[Module], classes: ClassTree) -> None:
    """Raise InvalidDeclaration for a state that refers to objects and has no `assign` of its own.

    `State.assign` copies plain memory, which is not enough for references to objects.
    """
    known = {
        (module.name, name): (module, node)
        for module in modules
        for name, node in module.classes.items()
    }
    for place in filter(classes.is_final, known):
        chain = []
        while place in known and place[1] != "State":
            chain.append(known[place])
            place = classes.base.get(place, ("", ""))
        if place[1] != "State":
            continue
        parts = [(module, part) for module, node in chain for part in node.body]
        if any(isinstance(part, ast.FunctionDef) and part.name == "assign" for _, part in parts):
            continue
        for module, part in parts:
            if isinstance(part, ast.AnnAssign) and c_type(unwrap(part.annotation)[0]) is None:
                raise InvalidDeclaration(
                    f"{module.path}, line {part.lineno}: class {chain[0][1].name} refers to "
                    "objects: expected a method assign of its own"
                )


def declare(module: Module, classes: ClassTree) -> str:
    """Return the text of the module's `.pxd`."""
    writer = _Writer(module, classes)
    body: list[str] = []
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef):
            body += ["", *writer.class_lines(node)]
        elif isinstance(node, ast.FunctionDef):
            body += writer.function_lines(node)
    imports: dict[str, list[str]] = {}
    for used in sorted(writer.used):
        imports.setdefault(module.cimported[used], []).append(used)
    head = [f"# Derived from {module.path.name}; not kept in the repository.", "cimport cython"]
    head += [f"from {source} cimport {', '.join(names)}" for source, names in imports.items()]
    head += ["", *(f"cdef class {name}" for name in module.classes)]
    return "\n".join([*head, *body, ""])


class _Writer:
    def __init__(self, module: Module, classes: ClassTree) -> None:
        self.module = module
        self.classes = classes
        self.used: set[str] = set()
        """Names of other modules that the declarations need."""

    def fail(self, node: ast.AST, problem: str) -> InvalidDeclaration:
        line = getattr(node, "lineno", 0)
        return InvalidDeclaration(f"{self.module.path}, line {line}: {problem}")

    def type_of(self, node: ast.expr | None) -> str | None:
        """Return the C type or C class of a parameter or field; None for a Python type."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node = ast.parse(node.value, mode="eval").body
        if isinstance(node, ast.Subscript):
            self.used |= {
                part.id
                for part in ast.walk(node.slice)
                if isinstance(part, ast.Name) and part.id in self.module.cimported
            }
        if isinstance(node, ast.Name):
            if node.id in self.module.classes:
                return node.id
            if node.id in self.module.cimported:
                self.used.add(node.id)
                return node.id
            return None
        return c_type(node)

    def class_lines(self, node: ast.ClassDef) -> Iterator[str]:
        """Yield the declaration of a class, without overrides: its base declares these methods.

        Cython mistakes an override that a final class declares again for an override of a final
        method.
        """
        name = (self.module.name, node.name)
        inherited = self.classes.inherited(name)
        bases = [self.type_of(base) for base in node.bases]
        if None in bases or len(bases) > 1:
            raise self.fail(node, f"class {node.name}: expected at most one base, a C class")
        if self.classes.is_final(name):
            yield "@cython.final"
        yield f"cdef class {node.name}({bases[0]}):" if bases else f"cdef class {node.name}:"
        lines: list[str] = []
        for part in node.body:
            if not isinstance(part, ast.FunctionDef):
                lines += self.field_lines(part)
            elif part.name not in inherited:
                lines += self.function_lines(part, is_method=True)
        yield from (f"    {line}" for line in lines or ["pass"])

    def field_lines(self, node: ast.stmt) -> Iterator[str]:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=None):
                kind, visibility = unwrap(annotation)
                yield f"cdef {visibility}{self.type_of(kind) or 'object'} {name}"
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case _:
                raise self.fail(node, "in a C class: expected a field (`name: type`) or a method")

    def function_lines(self, node: ast.FunctionDef, is_method: bool = False) -> Iterator[str]:
        result = c_type(node.returns)
        if result is None:
            return
        parameters = []
        for place, parameter in enumerate(node.args.args):
            if is_method and place == 0:
                parameters.append(parameter.arg)
                continue
            kind = self.type_of(parameter.annotation)
            if kind is None:
                raise self.fail(
                    parameter,
                    f"{node.name} returns a C type, so it is a C function; expected a C type for "
                    f"its parameter {parameter.arg!r} too",
                )
            parameters.append(_declared(kind, parameter.arg))
        if node.args.kwonlyargs or node.args.vararg or node.args.kwarg or node.args.defaults:
            raise self.fail(node, f"C function {node.name}: expected plain parameters only")
        yield f"cdef {result} {node.name}({', '.join(parameters)}) noexcept nogil"


def _declared(kind: str, name: str) -> str:
    """Return the declaration of a parameter; an array is passed by its address."""
    element, bracket, _ = kind.partition("[")
    return f"{element}* {name}" if bracket and ":" not in kind else f"{kind} {name}"


def read_modules(source: Path) -> list[Module]:
    """Return every compiled module below `source`."""
    return [
        read_module(name, path)
        for name, path in places.modules_in_place(source)
        if places.is_compiled(name)
    ]


def declare_modules(modules: list[Module]) -> Mapping[Path, str]:
    """Return the text of the `.pxd` of each module, by the path of that file."""
    classes = ClassTree(modules)
    check_copies(modules, classes)
    return {module.path.with_suffix(".pxd"): declare(module, classes) for module in modules}
