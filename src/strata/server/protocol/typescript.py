"""The generator of the TypeScript types of the protocol.

    python -m strata.server.protocol.typescript [--check]

It alone writes the client's `web/src/protocol.ts`; a test fails when that file is out of date. In
messages from the client, fields with a default are optional. Messages to the client are complete,
except for structs with `omit_defaults`.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from strata.core import gesture, option, outcome, scene
from strata.core.editing import palette
from strata.core.explaining import why_not
from strata.core.study.annotations import ActionMark, Colour
from strata.core.teaching import guide
from strata.search import advice, review
from strata.server.protocol import (
    analysis_messages,
    editor_messages,
    game_messages,
    help_messages,
    lesson_messages,
    messages,
    my_games_messages,
    notification_messages,
    phrase_messages,
    presence_messages,
    puzzle_messages,
    review_messages,
    study_messages,
)

TARGET: Final = Path(__file__).parents[4] / "web" / "src" / "protocol.ts"
_COMMAND: Final = f"python -m {__spec__.name}"
_HEAD: Final = f"""\
// Made from src/strata/server/protocol/ by `{_COMMAND}`. Do not edit.
"""
# Aliases, in the order of the output.
_ALIASES: Final[dict[str, Any]] = {
    "Seat": outcome.Seat,
    "Value": option.Value,
    "Difficulty": guide.Difficulty,
    "TokenKind": gesture.TokenKind,
    "Form": scene.Form,
    "Hue": scene.Hue,
    "MarkKind": scene.MarkKind,
    "ExplanationKind": why_not.Kind,
    "SeatKind": messages.SeatKind,
    "RefusalCode": messages.RefusalCode,
    "LessonVerdict": lesson_messages.LessonVerdict,
    "PuzzleVerdict": puzzle_messages.PuzzleVerdict,
    "AdviceKind": advice.AdviceKind,
    "Phrase": phrase_messages.Phrase,
    "ActionMark": ActionMark,
    "ReviewMark": review.Mark,
    "Verdict": review.Verdict,
    "Colour": Colour,
    "PropertyKind": palette.PropertyKind,
}
_UNIONS: Final[dict[str, Any]] = {
    "ServerMessage": messages.ServerMessage,
    "ClientMessage": messages.ClientMessage,
    "StudyChange": study_messages.StudyChange,
    "StudyCommand": study_messages.StudyCommand,
    "StudyMessage": study_messages.StudyMessage,
}
# Mappings that may lack keys of their key type.
_PARTIAL: Final = {("TableMade", "keys")}
_PLAIN: Final = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def write_types() -> str:
    """Return the contents of the file."""
    parts = [_HEAD]
    parts += (f"export type {name} = {_spelled(kind)};\n" for name, kind in _ALIASES.items())
    parts += (_declare(struct) for struct in _structs())
    parts += (
        f"export type {name} =\n" + "\n".join(f"  | {_name(k)}" for k in get_args(kind)) + ";\n"
        for name, kind in _UNIONS.items()
    )
    return "\n".join(parts)


def _structs() -> Iterator[type[msgspec.Struct]]:
    """Yield every struct of the protocol, each after the structs that it contains."""
    done: set[type[msgspec.Struct]] = set()

    def visit(kind: Any) -> Iterator[type[msgspec.Struct]]:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind in done:
                return
            done.add(kind)
            for hint in get_type_hints(kind).values():
                yield from visit(hint)
            yield kind
        else:
            for part in get_args(kind):
                yield from visit(part)

    modules = (
        game_messages,
        messages,
        analysis_messages,
        lesson_messages,
        help_messages,
        my_games_messages,
        notification_messages,
        presence_messages,
        puzzle_messages,
        review_messages,
        study_messages,
        editor_messages,
    )
    for value in (value for module in modules for value in vars(module).values()):
        if isinstance(value, type) and issubclass(value, msgspec.Struct):
            yield from visit(value)


def _declare(struct: type[msgspec.Struct]) -> str:
    config = struct.__struct_config__
    hints = get_type_hints(struct)
    lines = [*_comment(struct)]
    if config.array_like:
        parts = (f"{name}: {_type(hints[name])}" for name in struct.__struct_fields__)
        return "\n".join(
            [*lines, f"export type {_name(struct)} = readonly [{', '.join(parts)}];\n"]
        )
    lines.append(f"export interface {_name(struct)} {{")
    if config.tag is not None:
        lines.append(f"  readonly {config.tag_field}: {_literal(config.tag)};")
    for field in msgspec.structs.fields(struct):
        may_lack = config.forbid_unknown_fields or config.omit_defaults
        mark = "?" if may_lack and not field.required else ""
        text = _type(hints[field.name])
        if (_name(struct), field.name) in _PARTIAL:
            text = f"Partial<{text}>"
        lines.append(f"  readonly {field.encode_name}{mark}: {text};")
    return "\n".join([*lines, "}\n"])


def _comment(struct: type[msgspec.Struct]) -> list[str]:
    text = (struct.__doc__ or "").strip()
    if not text:
        return []
    return ["/**", *(f" * {line.strip()}".rstrip() for line in text.splitlines()), " */"]


def _name(struct: type[Any]) -> str:
    return struct.__name__


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _type(kind: Any) -> str:
    """Return the alias of a type if it has one, else the type spelled out."""
    for name, alias in _ALIASES.items():
        if kind == alias:
            return name
    return _spelled(kind)


def _spelled(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return _PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _name(kind)
    if origin is Literal:
        return " | ".join(_literal(value) for value in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(part) for part in inner)
    if origin is tuple and inner[-1] is Ellipsis:
        item = _type(inner[0])
        is_compound = "|" in item or item.startswith("readonly")
        return f"readonly ({item})[]" if is_compound else f"readonly {item}[]"
    if origin is tuple:
        return f"readonly [{', '.join(_type(part) for part in inner)}]"
    if origin is dict:
        return f"Readonly<Record<{_type(inner[0])}, {_type(inner[1])}>>"
    raise TypeError(f"no TypeScript for {kind!r}")


def main(arguments: list[str]) -> int:
    text = write_types()
    if arguments == ["--check"]:
        if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET} is not what messages.py says: run {_COMMAND}")
        return 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
