"""Statements as text, made once and kept as long as the statement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Dialect, Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import CompilerElement


class SqlText(NamedTuple):
    sql: str
    names: tuple[str, ...]
    """Of the values, in the order of the question marks."""
    constants: Mapping[str, Any]
    """Those of the values that are part of the statement."""
    converts: tuple[tuple[int, Callable[[Any], Any]], ...]
    """Where a value is another one for the driver, and how it becomes that."""

    def arguments(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """`values` as the driver takes them."""
        all_values = {**self.constants, **values} if self.constants else values
        given = [all_values[name] for name in self.names]
        for place, convert in self.converts:
            given[place] = convert(given[place])
        return tuple(given)


class SqlTexts:
    def __init__(self, dialect: Dialect) -> None:
        """`dialect` writes question marks where values belong."""
        self._dialect: Final = dialect
        self._known: Final[WeakKeyDictionary[Executable, dict[frozenset[str], SqlText]]] = (
            WeakKeyDictionary()
        )

    def of(self, statement: Executable, values: Mapping[str, Any]) -> SqlText:
        """The text of `statement` for values of these names.

        Raises TypeError if a value is missing, if SQLAlchemy would add values of its own, or if the
        text would depend on the values.
        """
        texts = self._known.setdefault(statement, {})
        names = frozenset(values)
        if names not in texts:
            texts[names] = self._compile(statement, names)
        return texts[names]

    def _compile(self, statement: Executable, names: frozenset[str]) -> SqlText:
        assert isinstance(statement, CompilerElement)
        compiled = statement.compile(dialect=self._dialect, column_keys=sorted(names))
        assert isinstance(compiled, SQLCompiler)
        if compiled.post_compile_params or compiled.insert_prefetch or compiled.update_prefetch:
            raise TypeError(f"not one text for all values: {compiled}")
        places = tuple(compiled.positiontup or ())
        constants = {name: compiled.params[name] for name in places if name not in names}
        if missing := sorted(name for name in constants if compiled.binds[name].required):
            raise TypeError(f"no value for {', '.join(missing)}: {compiled}")
        processors = (
            compiled.binds[name].type.dialect_impl(self._dialect).bind_processor(self._dialect)
            for name in places
        )
        converts = ((place, convert) for place, convert in enumerate(processors) if convert)
        return SqlText(str(compiled), places, constants, tuple(converts))
