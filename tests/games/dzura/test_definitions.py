"""Definitions: what Z80–Z85 accept, what Z83 refuses and where, and what a game does with one."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strata
from tests.games.dzura.rulebook import (
    MINI_TEXT,
    STANDARD_TEXT,
    RefusedDefinition,
    changed,
    refused_definitions,
)

FOLDER = Path(__file__).parent / "definitions"
MINI = strata.game("dzura", definition=MINI_TEXT)


def refusal(text: str) -> strata.InvalidDefinition:
    with pytest.raises(strata.InvalidDefinition) as refused:
        strata.game("dzura", definition=text)
    assert len(str(refused.value)) < 500
    assert "\n" not in str(refused.value)
    return refused.value


def item_of(error: strata.InvalidDefinition) -> int:
    found = re.search(r"\(Z83 item (\d)\)$", str(error))
    assert found, error
    return int(found[1])


def line_with(text: str, wanted: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if wanted in line)


@pytest.mark.parametrize(
    "refused", refused_definitions(), ids=lambda refused: refused.words.replace("`", "")
)
def test_refused_by_the_rulebook(refused: RefusedDefinition) -> None:
    text = refused.text()
    assert text != MINI_TEXT
    error = refusal(text)
    assert item_of(error) == refused.item
    assert error.key
    assert str(error).startswith(f"line {error.line}, key {error.key}: ")
    assignment = refused.assignments[0].partition(" = ")[0]
    if refused.item not in (4, 6, 9):
        assert error.key.endswith(assignment)
    if refused.item not in (2, 4, 5, 6, 9):
        assert error.line == line_with(text, refused.assignments[0])


# One change of Mini, the item, the key, and what must be said of given and allowed.
TOP = "top"
SCHEMA = {
    "format-2": (TOP, "format = 2", 1, "format", "got 2, expected the integer 1"),
    "format-text": (TOP, 'format = "1"', 1, "format", "got '1', expected the integer 1"),
    "format-float": (TOP, "format = 1.0", 1, "format", "got 1.0"),
    "name-empty": (TOP, 'name = ""', 1, "name", "expected 1 to 40 letters"),
    "name-long": (TOP, f'name = "{"x" * 41}"', 1, "name", "expected 1 to 40 letters"),
    "name-blank-first": (TOP, 'name = " x"', 1, "name", "first a letter or digit"),
    "name-umlaut": (TOP, 'name = "Dzüra"', 1, "name", "expected 1 to 40 letters"),
    "name-quote": (TOP, "name = 'a\"b'", 1, "name", "expected 1 to 40 letters"),
    "radius-1": (TOP, "radius = 1", 1, "radius", "got 1, expected 2 to 6"),
    "radius-7": (TOP, "radius = 7", 1, "radius", "got 7, expected 2 to 6"),
    "radius-true": (TOP, "radius = true", 1, "radius", "got true, expected 2 to 6"),
    "radius-huge": (TOP, f"radius = {10**80}", 1, "radius", "got a huge integer, expected 2 to 6"),
    "capture": (TOP, 'capture = "Common"', 1, "capture", "got 'Common', expected \"common\" or"),
    "rotation": (TOP, 'rotation = "on"', 1, "rotation", "got 'on', expected true or false"),
    "ordnance": (TOP, "ordnance = -1", 1, "ordnance", "got -1, expected 0 to 20"),
    "ordnance-date": (TOP, "ordnance = 2026-11-15", 1, "ordnance", "got 2026-11-15"),
    "start-number": (TOP, "start = 5", 1, "start", "got 5, expected a string"),
    "hands-array": (TOP, "hands = []", 1, "hands", "got an array of 0, expected a string"),
    "letter-long": ("Pawn", 'letter = "PP"', 1, "piece[1].letter", "expected A to Z, or +"),
    "letter-digit": ("Pawn", 'letter = "1"', 1, "piece[1].letter", "got '1'"),
    "piece-name": ("Guard", 'name = ""', 1, "piece[2].name", "1 to 24 printable ASCII"),
    "piece-name-long": ("Guard", f'name = "{"x" * 25}"', 1, "piece[2].name", "1 to 24 printable"),
    "steps-number": ("Pawn", "steps = 1", 1, "piece[1].steps", "at most 60 vectors"),
    "steps-flat": ("Pawn", "steps = [0, 1]", 1, "piece[1].steps", "two integers like [0, 1]"),
    "steps-three": ("Pawn", "steps = [[0, 1, 2]]", 1, "piece[1].steps", "as vector 1"),
    "steps-float": ("Pawn", "steps = [[0, 1.0]]", 1, "piece[1].steps", "two integers"),
    "steps-bool": ("Pawn", "steps = [[false, true]]", 1, "piece[1].steps", "two integers"),
    "steps-61": ("Pawn", f"steps = {[[0, 1]] * 61}", 1, "piece[1].steps", "got an array of 61"),
    "strides": ("Guard", 'strides = "all"', 1, "piece[2].strides", "got 'all'"),
    "targets": ("Guard", "targets = [[]]", 1, "piece[2].targets", "got an array of 0"),
    "target-moves": ("Guard", "target_moves = 1", 1, "piece[2].target_moves", "true or false"),
    "mobility": ("King", "mobility = -1", 1, "piece[3].mobility", "got -1, expected 0 to 3"),
    "royal": ("King", 'royal = "yes"', 1, "piece[3].royal", "got 'yes', expected true or false"),
    "promotes": ("Pawn", "promotes_to = 5", 1, "piece[1].promotes_to", "a declared letter"),
    "column-rule": ("Pawn", "column_rule = 0", 1, "piece[1].column_rule", "true or false"),
    "unknown": ("King", "colour = 1", 1, "piece[3].colour", "unknown key 'colour', expected one"),
    "far-step": ("Pawn", "steps = [[0, 5]]", 3, "piece[1].steps", "got a vector of distance 5"),
    "huge-step": ("Pawn", f"steps = [[{2**70}, 1]]", 3, "piece[1].steps", "a huge distance"),
    "far-stride": ("Guard", "strides = [[-5, 0]]", 3, "piece[2].strides", "expected 1 to 4"),
    "zero-target": ("Guard", "targets = [[0, 0]]", 3, "piece[2].targets", "distance 0"),
    "twice": ("Guard", "strides = [[1, 0], [1, 0]]", 3, "piece[2].strides", "got [1, 0] 2 times"),
    "undeclared": ("Pawn", 'promotes_to = "Q"', 5, "piece[1].promotes_to", "expected one of P G K"),
    "two-kings": (TOP, 'start = "1P1/3K/KG1gk/4/1p1"', 8, "start", "first has 2 royal pieces"),
    "no-moves": (TOP, 'start = "3/4/K3k/4/3"', 9, "start", "first"),
    "stack": (TOP, 'start = "1P1/4/K[GP]1gk/4/1p1"', 7, "start", "got a stack on c2"),
    "barraged": (TOP, 'start = "1P1/4/KG*1gk/4/1p1"', 7, "start", "got a barraged piece on c2"),
    "unknown-letter": (TOP, 'start = "1Q1/4/KG1gk/4/1p1"', 7, "start", "got 'Q'"),
    "hand-order": (TOP, 'hands = "GP/-"', 7, "hands", "P out of order"),
    "hand-one": (TOP, 'hands = "1P/-"', 7, "hands", "a count of 1 is not written"),
}


@pytest.mark.parametrize(
    ("where", "assignment", "item", "key", "said"), SCHEMA.values(), ids=SCHEMA
)
def test_refused_with_line_key_given_and_allowed(
    where: str, assignment: str, item: int, key: str, said: str
) -> None:
    text = changed(MINI_TEXT, "" if where == TOP else f"{where} with ", (assignment,))
    if key == "start" and item == 9:
        text = text.replace("[0, -1], [-1, 0], [-1, 1]]\nmobility = 3", "[0, -1]]\nmobility = 3")
        text = changed(text, "King with ", ("steps = []",))
    error = refusal(text)
    assert item_of(error) == item, error
    assert error.key == key
    assert error.line == line_with(text, assignment)
    assert said in str(error)


@pytest.mark.parametrize(
    "missing", ["format", "name", "radius", "start", "piece[1].letter", "piece[2].name"]
)
def test_required_keys(missing: str) -> None:
    piece, _, key = missing.rpartition(".")
    sections = MINI_TEXT.split("[[piece]]\n")
    place = int(piece[6:-1]) if piece else 0
    sections[place] = re.sub(rf"^{key} = .*\n", "", sections[place], flags=re.MULTILINE)
    text = "[[piece]]\n".join(sections)
    error = refusal(text)
    assert item_of(error) == 1
    assert error.key == missing
    assert "missing" in str(error)
    headers = [n for n, line in enumerate(text.split("\n"), 1) if line == "[[piece]]"]
    assert error.line == (headers[place - 1] if piece else 1)


def test_pieces_are_needed_and_not_too_many() -> None:
    top = MINI_TEXT.partition("[[piece]]")[0]
    for text in (top, f"{top}piece = []\n", f"{top}piece = 5\n", f"{top}piece = [1]\n"):
        assert item_of(refusal(text)) == 1
    many = "".join(f'[[piece]]\nletter = "A"\nname = "a{n}"\n' for n in range(33))
    assert "an array of 33, expected an array of 1 to 32 tables" in str(refusal(top + many))
    assert item_of(refusal(f"{top}[piece]\nletter = 'P'\n")) == 1


def test_the_lowest_item_is_reported() -> None:
    text = changed(MINI_TEXT, "", ('start = "1P1/4/K2Gk/4/1p1"',))
    assert item_of(refusal(text)) == 9
    text = changed(text, "", ('hands = "K/-"',))
    assert item_of(refusal(text)) == 7
    text = changed(text, "Pawn with ", ('promotes_to = "K"',))
    assert item_of(refusal(text)) == 6
    text = changed(text, "Guard with ", ("strides = [[1, 0], [1, 0]]",))
    assert item_of(refusal(text)) == 3
    text = changed(text, "King with ", ("mobility = 9",))
    assert item_of(refusal(text)) == 1


def test_a_long_key_is_cut() -> None:
    key = "k" * 3000
    error = refusal(f"{key} = 1\n{MINI_TEXT}")
    assert error.key == key
    assert str(error).startswith(f"line 1, key {'k' * 60}…: unknown key '")
    assert len(str(error)) < 400


# Lines.


def test_lines_are_found_in_any_spelling() -> None:
    text = (
        "# a comment with radius = 9\n"
        "format = 1\n"
        "name = '''\nMini'''\n"
        'start = "1P1/4/KG1gk/4/1p1" # start = 2\n'
        '"radius" = 2\n'
        "piece = [\n"
        "  {letter = 'P', name = 'Pawn'},\n"
        "  {letter = 'K', name = 'King', royal = 1},\n"
        "]\n"
    )
    assert refusal(text.replace('"radius" = 2', '"radius" = 9')).line == 6
    error = refusal(text)
    assert (error.line, error.key) == (7, "piece[2].royal")
    spread = MINI_TEXT.replace(
        "steps = [[0, 1], [1, 0], [-1, 1]]\nmobility = 1",
        "steps = [\n  [0, 1], # [[piece]]\n  [1, 0],\n]\n\nmobility = 7",
    )
    assert refusal(spread).line == line_with(spread, "mobility = 7")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("format = 1\nname = Mini\n", 2, 8),
        ("format = 1\nradius 4\n", 2, 8),
        ("format = 1\nformat = 1\n", 2, None),
        ('name = "open\nformat = 1\n', 1, None),
        ("a = [1,\n2", 2, None),
        ("name = 'a\0b'\n", 1, None),
        ("\ufeffformat = 1\n", 1, 1),
    ],
)
def test_syntax_errors_have_line_and_column(text: str, line: int, column: int | None) -> None:
    error = refusal(text if "\n" in text else f"{text}\n")
    assert error.line in (line, line + 1)
    assert "not TOML" in str(error)
    assert item_of(error) == 1
    if column:
        assert f"column {column}:" in str(error)


# Hostile input.

BOMBS = {
    "ten-megabytes": MINI_TEXT + "# " + "x" * 10_000_000,
    "just-too-long": MINI_TEXT + "#" * 65_536,
    "umlauts-too-long": MINI_TEXT + "#" + "ü" * 40_000,
    "brackets": "a = " + "[" * 60_000 + "\n",
    "inline-tables": "a = " + "{b = " * 12_000 + "\n",
    "headers": "[" * 60_000 + "\n",
    "dots": "a." * 30_000 + "b = 1\n",
    "dotted-header": "[" + "a." * 30_000 + "b]\n",
    "quotes": '"' * 60_000 + "\n",
    "digits": "radius = " + "9" * 60_000 + "\n",
    "hexadecimal": "radius = 0x" + "f" * 60_000 + "\n",
    "exponent": "radius = 1e999999999\n",
    "surrogate": "name = '\ud800'\n",
    "nuls": "\0" * 60_000 + "\n",
    "carriage-returns": "\r" * 60_000 + "\n",
    "line-breaks": "\n" * 65_000,
    "escapes": 'name = "' + "\\u0041" * 10_000 + '"\n',
    "keys": "".join(f"k{n} = 1\n" for n in range(6_000)),
    "tables": "".join(f"[t{n}]\n" for n in range(7_000)),
    "pieces": "[[piece]]\n" * 6_000,
    "vectors": MINI_TEXT.replace("[[0, 2]]", f"{[[0, 1]] * 5_000}"),
    "long-start": MINI_TEXT.replace("1P1/4", "/" * 60_000),
    "long-hand": MINI_TEXT.replace('"-/-"', f'"{"P" * 60_000}"'),
}


@pytest.mark.timeout(60)  # much longer if it took more than linear time
@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_hostile_texts_are_refused_soon(text: str) -> None:
    refusal(text)


def test_comments_and_strings_may_hold_dots_and_brackets() -> None:
    text = MINI_TEXT + "# " + "." * 100 + "[" * 100 + "\n"
    text = text.replace('name = "Guard"', 'name = "....................[[[["')
    assert strata.game("dzura", definition=text).start() is not None


@given(st.data())
def test_spoiled_definitions_are_refused_or_played(data: st.DataObject) -> None:
    text = MINI_TEXT
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        length = data.draw(st.integers(0, 4))
        text = text[:place] + data.draw(st.text(max_size=4)) + text[place + length :]
    try:
        game = strata.game("dzura", definition=f"{text}\n")
    except strata.InvalidDefinition:
        return
    assert game.start().actions()
    assert strata.game("dzura", definition=game.definition) == game or game.definition is None


# Files.


def test_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "mini.toml"
    file.write_text(MINI_TEXT, encoding="utf-8", newline="\r\n")
    for source in (file, str(file), MINI_TEXT, "mini"):
        assert strata.game("dzura", definition=source) == MINI


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for source in (tmp_path / "none.toml", tmp_path, "", "a\0b", "x" * 5000, 5):
        with pytest.raises(strata.InvalidDefinition) as refused:
            strata.game("dzura", definition=source)
        assert refused.value.line == 0
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'format = 1\nname = "D\xfc"\n')
    with pytest.raises(strata.InvalidDefinition, match="line 2: not UTF-8"):
        strata.game("dzura", definition=latin)
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 70_000)
    with pytest.raises(strata.InvalidDefinition, match="got 70000 bytes, expected at most 65536"):
        strata.game("dzura", definition=large)


def test_endless_files_are_refused() -> None:
    if Path("/dev/zero").exists():
        with pytest.raises(strata.InvalidDefinition, match="too long"):
            strata.game("dzura", definition="/dev/zero")


# What a defined game is.


def test_canonical_text() -> None:
    assert MINI.definition is not None
    again = strata.game("dzura", definition=MINI.definition)
    assert again.definition == MINI.definition
    respelled = MINI_TEXT.replace("radius = 2", "radius = 0x2 # small").replace(
        "target_moves = true\n", ""
    )
    assert strata.game("dzura", definition=respelled) == MINI
    for name in ("five", "large"):
        game = strata.game("dzura", definition=FOLDER / f"{name}.toml")
        assert game.definition is not None
        assert strata.game("dzura", definition=game.definition) == game


def test_piece_names_may_hold_anything_printable() -> None:
    text = MINI_TEXT.replace('name = "Guard"', "name = 'a\"b\\c<&>'")
    game = strata.game("dzura", definition=text)
    assert game.definition is not None
    assert strata.game("dzura", definition=game.definition) == game
    assert game.symbols["G"].name == 'a"b\\c<&>'
    assert "&lt;&amp;&gt;" in game.start().svg()


def test_the_standard_game_is_its_definition() -> None:
    game = strata.game("dzura", definition=STANDARD_TEXT)
    assert game == strata.game("dzura")
    assert game.definition is None
    assert game.title == "Dzura"
    assert game.start() == strata.game("dzura").start()
    renamed = strata.game("dzura", definition=STANDARD_TEXT.replace('"Dzura"', '"Mine"'))
    assert renamed != game
    assert renamed.title == "Mine"
    assert renamed.start().perft(2) == 1313


def test_standard_options_and_symbols_are_those_of_the_definition() -> None:
    plain = strata.game("dzura")
    other = strata.game("dzura", definition=STANDARD_TEXT.replace('"Dzura"', '"Mine"'))
    assert plain.options == other.options
    assert plain.symbols == other.symbols
    assert plain.rules.longest_position == other.rules.longest_position


def test_options_start_from_the_definition() -> None:
    """Z80."""
    assert dict(MINI.settings) == {"capture": "common", "rotation": "on", "ordnance": 1}
    assert {option.name: option.default for option in MINI.options} == dict(MINI.settings)
    changed_options = strata.game("dzura", definition="mini", rotation="off", ordnance="0")
    assert str(changed_options.start()).endswith(" 1 t -/- -")
    assert changed_options != MINI
    with pytest.raises(strata.InvalidOption):
        strata.game("dzura", definition="mini", ordnance=21)


def test_definitions_are_no_options() -> None:
    kind = type(MINI.rules)
    with pytest.raises(strata.UnknownOption, match="no option 'definition'"):
        kind(definition=MINI_TEXT)
    with pytest.raises(strata.UnknownOption, match="kyo takes no definition"):
        strata.game("kyo", definition="/etc/passwd")


def test_equality_pickles_and_copies() -> None:
    for game in (MINI, strata.game("dzura", definition="mini", capture="court")):
        assert pickle.loads(pickle.dumps(game)) == game
        assert copy.deepcopy(game) == game
        assert hash(pickle.loads(pickle.dumps(game))) == hash(game)
        position = game.start().play(game.start().actions()[0])
        assert pickle.loads(pickle.dumps(position)) == position
    assert strata.game("dzura") != MINI
    assert "Mini" in repr(MINI)
    with pytest.raises(strata.InvalidPosition, match="expected one of"):
        strata.game("dzura").playouts(1, start=MINI.start())


def test_records_embed_the_definition() -> None:
    record = MINI.record().play_all(["*c4", "a2-a3"])
    record.tags["First"] = 'Ann "\\n" Lee'
    text = record.export()
    assert text.count("\n") < 15
    assert '[Definition "format = 1\\nname = \\"Mini\\"\\nradius = 2\\n' in text
    for again in (strata.load(text), MINI.load(text)):
        assert again.rules == MINI.rules
        assert again.positions == record.positions
        assert again.tags == record.tags
        assert again.export() == text
    with pytest.raises(strata.InvalidRecord, match="was played with"):
        strata.game("dzura").load(text)
    assert "Definition" not in strata.game("dzura").record().export()


def test_records_with_bad_definitions() -> None:
    text = MINI.record().export()
    line = line_with(text, "[Definition")
    for old, new in (
        ("radius = 2", "radius = 9"),
        ('[Definition "', '[Definition "/etc/passwd'),
        ("format = 1\\n", "format = 1\\t"),
    ):
        with pytest.raises(strata.InvalidRecord) as refused:
            strata.load(text.replace(old, new))
        assert refused.value.line == line
    alone = re.sub(r'\[Definition ".*"\]', '[Definition "/etc/passwd"]', text)
    with pytest.raises(strata.InvalidRecord, match="not TOML"):
        strata.load(alone)
    options = text.replace('[Options "', '[Options "definition=/etc/passwd ')
    with pytest.raises(strata.InvalidRecord, match="no option 'definition'"):
        strata.load(options)
    with pytest.raises(strata.InvalidRecord, match="daikuni takes no definition"):
        strata.load(text.replace('"dzura"', '"daikuni"'))
