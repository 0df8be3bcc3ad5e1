"""Statements as text for SQLite's driver, compiled once and cached as long as the statement.

SQLAlchemy's own work on a statement takes longer than SQLite's execution.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, Dialect, Executable, Result, Select, exc
from sqlalchemy.engine.result import IteratorResult, ResultMetaData, SimpleResultMetaData
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import CompilerElement
from sqlalchemy.types import TypeEngine

Rows = Result[*tuple[Any, ...]]
_Names = tuple[str, ...]
Converts = tuple[tuple[int, Callable[[Any], Any]], ...]


class SqlText(NamedTuple):
    sql: str
    names: tuple[str, ...]
    """The names of the values, in the order of the question marks."""
    constants: Mapping[str, Any]
    """The values that are part of the statement, by name."""
    converts: Converts
    """The places of values that the driver needs in another form, with the conversions."""
    columns: ResultMetaData | None
    """The selected columns; None if nothing is selected."""
    result_converts: Converts
    """The same for the values of a row from the driver."""

    def arguments(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return `values` in the order and form that the driver needs."""
        all_values = {**self.constants, **values} if self.constants else values
        given = [all_values[name] for name in self.names]
        return tuple(_converted(given, self.converts))

    def rows(self, found: list[tuple[Any, ...]]) -> Rows:
        """Return the driver's rows as an SQLAlchemy result."""
        assert self.columns is not None, f"it selects nothing: {self.sql}"
        converts = self.result_converts
        rows = (tuple(_converted([*row], converts)) for row in found) if converts else iter(found)
        return IteratorResult(self.columns, rows)


def _converted(values: list[Any], converts: Converts) -> list[Any]:
    for place, convert in converts:
        values[place] = convert(values[place])
    return values


class SqlTexts:
    """The cached texts of statements, for use by one thread."""

    def __init__(self, dialect: Dialect) -> None:
        """`dialect` has question marks as placeholders of values."""
        self._dialect: Final = dialect
        self._known: Final[WeakKeyDictionary[Executable, dict[_Names, SqlText | None]]] = (
            WeakKeyDictionary()
        )

    def of(self, statement: Executable, values: Mapping[str, Any]) -> SqlText:
        """Return what `find` returns. Raises TypeError if that is None."""
        text = self.find(statement, values)
        if text is None:
            raise TypeError(f"not one text for all values: {statement}")
        return text

    def find(self, statement: Executable, values: Mapping[str, Any]) -> SqlText | None:
        """Return the text of `statement` for values of these names.

        None if SQLAlchemy would add values of its own, or if the text would depend on the values.
        Raises TypeError if a value is missing.
        """
        texts = self._known.get(statement)
        if texts is None:
            texts = self._known[statement] = {}
        names = tuple(values)
        if names not in texts:
            texts[names] = self._compile(statement, names)
        return texts[names]

    def _compile(self, statement: Executable, names: _Names) -> SqlText | None:
        compiled = cast("CompilerElement", statement).compile(
            dialect=self._dialect, column_keys=sorted(names)
        )
        assert isinstance(compiled, SQLCompiler)
        if compiled.post_compile_params or compiled.insert_prefetch or compiled.update_prefetch:
            return None
        places = tuple(compiled.positiontup or ())
        constants = {name: compiled.params[name] for name in places if name not in names}
        if missing := sorted(name for name in constants if compiled.binds[name].required):
            raise TypeError(f"no value for {', '.join(missing)}: {compiled}")
        types = [compiled.binds[name].type for name in places]
        columns: list[ColumnElement[Any]] = []
        if isinstance(statement, Select):
            columns = list(statement.selected_columns)
        return SqlText(
            str(compiled),
            places,
            constants,
            self._converts(types, _bind_processor),
            SimpleResultMetaData([str(column.key) for column in columns]) if columns else None,
            self._converts([column.type for column in columns], _result_processor),
        )

    def _converts(self, types: Sequence[TypeEngine[Any]], find: _FindProcessor) -> Converts:
        found = ((place, find(of_type, self._dialect)) for place, of_type in enumerate(types))
        return tuple((place, convert) for place, convert in found if convert is not None)


_FindProcessor = Callable[[TypeEngine[Any], Dialect], Callable[[Any], Any] | None]


def _bind_processor(of_type: TypeEngine[Any], dialect: Dialect) -> Callable[[Any], Any] | None:
    return of_type.dialect_impl(dialect).bind_processor(dialect)


def _result_processor(of_type: TypeEngine[Any], dialect: Dialect) -> Callable[[Any], Any] | None:
    return of_type.dialect_impl(dialect).result_processor(dialect, None)


def as_sqlalchemy_error(error: sqlite3.Error, sql: str | None) -> DBAPIError:
    """Return the SQLAlchemy error for a driver's error; both use the class names of the DB-API."""
    kind: type[DBAPIError] = getattr(exc, type(error).__name__, exc.DatabaseError)
    return kind(sql, (), error, hide_parameters=True)
