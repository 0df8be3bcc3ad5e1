"""Statements as text: carried out by the driver alone they do what SQLAlchemy would do."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import (
    Boolean,
    Column,
    Executable,
    Integer,
    MetaData,
    String,
    Table,
    bindparam,
    case,
    create_engine,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from strata.server.storage.sqlite.sql_texts import SqlTexts

metadata = MetaData()
things = Table(
    "things",
    metadata,
    Column("id", String, primary_key=True),
    Column("number", Integer, server_default="5"),
    Column("is_good", Boolean),
)
others = things.alias()
put = sqlite_insert(things)
replace = put.on_conflict_do_update(
    index_elements=["id"], set_={"number": put.excluded.number + things.c.number}
)
STATEMENTS: tuple[tuple[Executable, Mapping[str, Any]], ...] = (
    (insert(things), {"id": "a", "number": 1, "is_good": True}),
    (insert(things), {"is_good": False, "id": "b", "number": None}),
    (insert(things), {"id": "c"}),  # the rest as the table says
    (replace, {"id": "a", "number": 7}),
    (put.on_conflict_do_nothing(), {"id": "b", "number": 99, "is_good": True}),
    (
        update(things)
        .where(things.c.id == bindparam("which"), things.c.number == bindparam("known"))
        .values(
            number=case((things.c.is_good == bindparam("new_good"), 40), else_=bindparam("new")),
            is_good=bindparam("new_good"),
        ),
        {"which": "a", "known": 8, "new": 3, "new_good": False},
    ),
    (update(things).values(number=bindparam("new")).where(things.c.id == "none"), {"new": 1}),
    (
        insert(things).from_select(
            ["id", "number"],
            select(bindparam("new_id", type_=String), literal(4)).where(
                select(func.count())
                .select_from(others)
                .where(others.c.number > 2)
                .scalar_subquery()
                >= bindparam("least")
            ),
        ),
        {"new_id": "d", "least": 2},
    ),
    (
        delete(things).where(things.c.is_good.is_(None), things.c.id != bindparam("but")),
        {"but": "d"},
    ),
)


def test_they_do_what_sqlalchemy_would_do() -> None:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    by_driver = sqlite3.connect(":memory:")
    with engine.connect() as connection:
        for (sql,) in connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql NOTNULL"):
            by_driver.execute(sql)
        texts = SqlTexts(engine.dialect)
        look = "SELECT * FROM things ORDER BY id"
        for statement, values in STATEMENTS:
            for _ in range(2):  # the second time with the text that is kept
                given = {**values, "id": f"{values['id']}2"} if _ and "id" in values else values
                touched = connection.execute(statement, given).rowcount
                text = texts.of(statement, given)
                assert by_driver.execute(text.sql, text.arguments(given)).rowcount == touched
                rows = [tuple(row) for row in connection.exec_driver_sql(look)]
                assert by_driver.execute(look).fetchall() == rows
                if "new_id" in values:
                    break
    assert {row[0] for row in rows} >= {"a", "d"}
    by_driver.close()
    engine.dispose()


def test_a_text_is_made_once_for_each_set_of_names_and_goes_with_its_statement() -> None:
    texts = SqlTexts(create_engine("sqlite://").dialect)
    statement = insert(things)
    first = texts.of(statement, {"id": "a"})
    assert texts.of(statement, {"id": "b"}) is first
    assert texts.of(statement, {"id": "b", "number": 1}) is not first
    assert len(texts._known) == 1
    del statement
    gc.collect()
    assert not texts._known


def test_a_text_that_depends_on_the_values_is_refused() -> None:
    texts = SqlTexts(create_engine("sqlite://").dialect)
    some = delete(things).where(things.c.id.in_(bindparam("which", expanding=True)))
    with pytest.raises(TypeError, match="not one text"):
        texts.of(some, {"which": ["a", "b"]})
    counted = Table(
        "counted", MetaData(), Column("id", String, default=lambda: "x"), Column("n", Integer)
    )
    with pytest.raises(TypeError, match="not one text"):
        texts.of(insert(counted), {"n": 1})


def test_a_value_that_is_missing_is_an_error() -> None:
    texts = SqlTexts(create_engine("sqlite://").dialect)
    one = delete(things).where(things.c.id == bindparam("which"))
    with pytest.raises(TypeError, match="no value for which"):
        texts.of(one, {})


def test_what_is_selected_is_as_sqlalchemy_gives_it() -> None:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    statement = select(things.c.id, things.c.is_good, (things.c.number + 1).label("more")).where(
        things.c.number > bindparam("least")
    )
    with engine.connect() as connection:
        for name, is_good in (("a", True), ("b", False), ("c", None)):
            connection.execute(insert(things), {"id": name, "is_good": is_good})
        expected = connection.execute(statement, {"least": 2})
        text = SqlTexts(engine.dialect).of(statement, {"least": 2})
        driver: Any = connection.connection
        found = text.rows(driver.execute(text.sql, text.arguments({"least": 2})).fetchall())
        assert found.keys() == expected.keys()
        rows, expected_rows = found.all(), expected.all()
    assert rows == expected_rows
    assert [row.is_good for row in rows] == [True, False, None]
    assert type(rows[0].is_good) is bool
    assert [row.more for row in rows] == [6, 6, 6]
    engine.dispose()
