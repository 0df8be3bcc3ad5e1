"""A compiled module as plain Python, beside the compiled one."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

from strata.compiling.plain import PlainLoader


def load_plainly(name: str, path: Path) -> ModuleType:
    """The module at `path`, run as plain Python under another `name`.

    Only for modules that take nothing but headers from others.
    """
    loader = PlainLoader(name, str(path))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
