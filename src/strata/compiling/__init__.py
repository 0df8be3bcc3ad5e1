"""The compilation of rules: which modules are compiled, and the declarations Cython needs.

A compiled module is plain, annotated Python. Whatever else Cython has to know is derived here and
written to a `.pxd` file beside the module when the package is built; these files are not kept in
the repository.
"""

from __future__ import annotations

from pathlib import Path


def write_declarations(source: Path) -> list[Path]:
    """Derive the `.pxd` of every module below `source`; return those that changed.

    The `.pxd` of a module that is gone is removed. Raises InvalidDeclaration.
    """
    from strata.compiling.bare import bare_packages
    from strata.compiling.declarations import declare_modules, read_modules
    from strata.compiling.headers import check_imports, declare_headers

    with bare_packages(source):
        headers = declare_headers(source)
    modules = read_modules(source)
    check_imports(modules, headers)
    texts = {
        **declare_modules(modules),
        **{header.path.with_suffix(".pxd"): header.text for header in headers},
    }
    changed = []
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    for path in (source / "strata").rglob("*.pxd"):
        if path not in texts and path.read_text(encoding="utf-8").startswith("# Derived from"):
            path.unlink()
            changed.append(path)
    return changed
