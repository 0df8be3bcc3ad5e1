"""Inputs made from good ones: an input follows from a seed and a number, and from nothing else.

Every mutator takes a text, the corpus and a source of chance, and returns another text. An input
is a text of the corpus after one to six of them; one in sixteen is random characters alone, and
one in sixty-four is the text as it is, so that the good path is tried too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

Mutator = Callable[[str, Sequence[str], Random], str]

LONGEST: Final = 20_000
"""Characters of an input: beyond, parsers refuse by length, which a few inputs show as well."""
_MOST_MUTATIONS: Final = 6
_MOST_REPEATS: Final = 64
_TOKENS: Final = re.compile(r"[A-Za-z]+|[0-9]+|\s+|[^A-Za-z0-9\s]")
_NUMBERS: Final = re.compile(r"-?[0-9]+")
LIMITS: Final = (
    *("0", "-1", "00", "01", "7", "8", "9", "10", "15", "16", "17", "31", "32", "63", "64", "65"),
    *("99", "100", "126", "127", "128", "129", "191", "192", "193", "254", "255", "256", "257"),
    *("511", "512", "999", "1000", "1023", "1024", "4095", "4096", "9999", "32767", "32768"),
    *("65535", "65536", "999999999", "1000000000", "2147483646", "2147483647", "2147483648"),
    *("4294967295", "4294967296", "9223372036854775807", "9223372036854775808"),
    *("18446744073709551615", "18446744073709551616", "9" * 40, "9" * 5000, "0" * 30 + "9" * 5000),
    *("+1", "1e9", "1e999", "0x10", "1_000", "0.5", "NaN", "Infinity", "-0"),
)
"""Numbers at the limits of boards, of C types and of what numbers are written like."""
STRANGE: Final = (
    *("\0", "\t", "\n", "\r", "\r\n", "\x1b[31m", "\x7f", "\x85", "\xa0", "\xad", "\u2028"),
    *("\u200b", "\u202e", "\ufeff", "\ufffd", "\ud800", "\udfff", "e\u0301", "é", "ß", "İ", "ı"),
    *("\u0660", "\u0967", "²", "½", "\uff11", "𝟙", "♔", "😀", "Ａ", "К", "\U0010ffff"),
)
"""Characters that look like others, count as digits, change case oddly, or are none at all."""


def flip_bits(text: str, corpus: Sequence[str], chance: Random) -> str:
    """Flip a bit of the UTF-8 of some character; what is no UTF-8 then comes as surrogates."""
    if not text:
        return text
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return data.decode("utf-8", "surrogateescape")


def replace_character(text: str, corpus: Sequence[str], chance: Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + _character(corpus, chance) + text[place + 1 :]


def insert_character(text: str, corpus: Sequence[str], chance: Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + _character(corpus, chance) + text[place:]


def insert_strange(text: str, corpus: Sequence[str], chance: Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + chance.choice(STRANGE) + text[place + chance.randrange(2) :]


def delete(text: str, corpus: Sequence[str], chance: Random) -> str:
    start, end = _span(text, chance)
    return text[:start] + text[end:]


def cut(text: str, corpus: Sequence[str], chance: Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] if chance.randrange(2) else text[place:]


def repeat(text: str, corpus: Sequence[str], chance: Random) -> str:
    start, end = _span(text, chance)
    times = chance.choice((2, 2, 2, 3, 8, chance.randrange(2, _MOST_REPEATS)))
    return text[:start] + text[start:end] * times + text[end:]


def swap_tokens(text: str, corpus: Sequence[str], chance: Random) -> str:
    tokens = _TOKENS.findall(text)
    if len(tokens) < 2:
        return text
    one, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def take_token(text: str, corpus: Sequence[str], chance: Random) -> str:
    """Replace a token with one of another text."""
    tokens = _TOKENS.findall(text)
    others = _TOKENS.findall(chance.choice(corpus))
    if not tokens or not others:
        return text
    tokens[chance.randrange(len(tokens))] = chance.choice(others)
    return "".join(tokens)


def take_field(text: str, corpus: Sequence[str], chance: Random) -> str:
    """Replace a field with the same field of another text; fields are between blanks or lines."""
    separator = "\n" if "\n" in text and chance.randrange(2) else " "
    fields = text.split(separator)
    others = chance.choice(corpus).split(separator)
    place = chance.randrange(min(len(fields), len(others)))
    fields[place] = others[place]
    return separator.join(fields)


def swap_fields(text: str, corpus: Sequence[str], chance: Random) -> str:
    separator = chance.choice(("\n", " ", "/", ","))
    fields = text.split(separator)
    one, other = chance.randrange(len(fields)), chance.randrange(len(fields))
    fields[one], fields[other] = fields[other], fields[one]
    return separator.join(fields)


def splice(text: str, corpus: Sequence[str], chance: Random) -> str:
    """Go over into another text somewhere."""
    other = chance.choice(corpus)
    start = chance.randrange(len(text) + 1)
    here = chance.randrange(2) and start <= len(other)  # fields stay where they are, mostly
    return text[:start] + other[start if here else chance.randrange(len(other) + 1) :]


def change_number(text: str, corpus: Sequence[str], chance: Random) -> str:
    """Put a number at a limit, or next to what it was."""
    found = list(_NUMBERS.finditer(text))
    if not found:
        return text
    number = chance.choice(found)
    if chance.randrange(2) and len(number[0]) < 20:
        value = str(int(number[0]) + chance.choice((-2, -1, 1, 2)))
    else:
        value = chance.choice(LIMITS)
    return text[: number.start()] + value + text[number.end() :]


def change_case(text: str, corpus: Sequence[str], chance: Random) -> str:
    """Exchange upper and lower case of one letter: in many notations, the owner of a piece."""
    places = [place for place, letter in enumerate(text) if letter.isalpha()]
    if not places:
        return text
    place = chance.choice(places)
    return text[:place] + text[place].swapcase() + text[place + 1 :]


MUTATORS: Final[tuple[Mutator, ...]] = (
    flip_bits,
    replace_character,
    insert_character,
    insert_strange,
    delete,
    cut,
    repeat,
    swap_tokens,
    take_token,
    take_field,
    swap_fields,
    splice,
    change_number,
    change_case,
)
_GENTLE: Final[tuple[Mutator, ...]] = (
    replace_character,
    delete,
    swap_tokens,
    take_token,
    take_field,
    change_number,
    change_case,
)
"""Those that often leave a text that is accepted; one alone of them makes half of the inputs."""


def mutate(corpus: Sequence[str], chance: Random) -> str:
    """An input from `corpus`, at most LONGEST characters."""
    dice = chance.randrange(64)
    text = chance.choice(corpus)
    if dice == 0:
        return text[:LONGEST]
    if dice < 5:
        length = chance.randrange(1, 80)
        return "".join(_character(corpus, chance) for _ in range(length))
    if dice < 34:
        return mutate_gently(text, corpus, chance)
    for _ in range(chance.randint(1, _MOST_MUTATIONS)):
        text = chance.choice(MUTATORS)(text, corpus, chance)[:LONGEST]
    return text


def mutate_gently(text: str, corpus: Sequence[str], chance: Random) -> str:
    """`text` after one mutation of those that a parser often accepts."""
    return chance.choice(_GENTLE)(text, corpus, chance)[:LONGEST]


def chance_of(seed: int, target: str, number: int) -> Random:
    """The source of chance of one input."""
    return Random(f"{seed}/{target}/{number}")


def _span(text: str, chance: Random) -> tuple[int, int]:
    start = chance.randrange(len(text) + 1)
    longest = chance.choice((1, 1, 4, 16, len(text) + 1))
    return start, min(len(text), start + chance.randint(1, longest))


def _character(corpus: Sequence[str], chance: Random) -> str:
    """One of the corpus mostly, else any printable one, else a strange one."""
    dice = chance.randrange(8)
    if dice < 6:
        other = chance.choice(corpus)
        return chance.choice(other) if other else " "
    return chr(chance.randrange(32, 127)) if dice == 6 else chance.choice(STRANGE)
