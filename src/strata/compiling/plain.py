"""The import of a compiled module's source as plain Python.

Four things that C has and Python lacks are supplied here, so that a source says everything once:

- `from cython.cimports.strata.x import y` imports from `strata.x`;
- the fields of a class begin as zeros, arrays as lists of zeros, objects as None;
- an array declared in a function is a list of zeros;
- the address of a sequence's first element is the sequence; that of another element is the rest of
  the sequence, which must then be a memory view or a NumPy array.
"""

from __future__ import annotations

import ast
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any

from strata.compiling.declarations import c_type, unwrap

_CIMPORTS = "cython.cimports.strata"


class PlainLoader(SourceFileLoader):
    """A loader of the source of a compiled module as plain Python."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def source_to_code(  # type: ignore[override]
        self, data: Any, path: str, *, _optimize: int = -1
    ) -> CodeType:
        tree = data if isinstance(data, ast.Module) else ast.parse(bytes(data), path)
        tree = ast.fix_missing_locations(_Plain().visit(tree))
        code: CodeType = compile(tree, path, "exec", dont_inherit=True, optimize=_optimize)
        return code


class _Plain(ast.NodeTransformer):
    """A transformer that writes out for Python what C supplies."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.module and f"{node.module}.".startswith(f"{_CIMPORTS}."):
            node.module = node.module.removeprefix("cython.cimports.")
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        lines = [
            f"    self.{part.target.id} = {_beginning(part.annotation)}"
            for part in node.body
            if isinstance(part, ast.AnnAssign)
            and isinstance(part.target, ast.Name)
            and part.value is None
        ]
        if lines:
            made = ["def __new__(cls, *_, **__):", "    self = super().__new__(cls)", *lines]
            node.body += ast.parse("\n".join([*made, "    return self"])).body
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        for outer in ast.walk(node):
            for name in ("body", "orelse"):
                inside = getattr(outer, name, None)
                if isinstance(inside, list):
                    setattr(outer, name, [_local(part) for part in inside])
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="cython"), attr="address"),
                args=[ast.Subscript(value=sequence, slice=ast.Constant(value=0))],
            ):
                return sequence
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="cython"), attr="address"),
                args=[ast.Subscript(value=sequence, slice=place)],
            ):
                rest = ast.Slice(lower=place, upper=None, step=None)
                return ast.copy_location(ast.Subscript(sequence, rest, ast.Load()), node)
        return node


def _beginning(annotation: ast.expr) -> str:
    """Return the source of the value that a field of this type has before any assignment."""
    if isinstance(annotation, ast.Subscript) and _is_array(annotation):
        return f"[0] * ({ast.unparse(annotation.slice)})"
    return "0" if c_type(unwrap(annotation)[0]) else "None"


def _local(node: ast.AST) -> ast.AST:
    """Return a list of zeros for an array that a function declares; other nodes as they are."""
    match node:
        case ast.AnnAssign(target=target, annotation=ast.Subscript() as annotation, value=None):
            if _is_array(annotation):
                zeros = ast.parse(f"[0] * ({ast.unparse(annotation.slice)})", mode="eval").body
                return ast.Assign([target], zeros, lineno=node.lineno)
    return node


def _is_array(annotation: ast.Subscript) -> bool:
    return c_type(annotation) is not None and not isinstance(annotation.slice, ast.Slice)
