"""The client's types are those of the server."""

from __future__ import annotations

import pytest

from strata.server.protocol import typescript


def test_the_types_of_the_client_are_up_to_date() -> None:
    assert typescript.TARGET.read_text(encoding="utf-8") == typescript.write_types(), (
        "run python -m strata.server.protocol.typescript"
    )


def test_check_says_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typescript.main(["--check"]) == 0
    monkeypatch.setattr(typescript, "write_types", lambda: "other")
    assert typescript.main(["--check"]) == 1
    assert "run python -m strata.server.protocol.typescript" in capsys.readouterr().out


def test_shapes() -> None:
    text = typescript.write_types()
    assert "export type Move = readonly [seat: Seat, action: string, turn: number];" in text
    assert '  readonly type: "answer-draw";' in text
    assert "  readonly options?: Readonly<Record<string, string>>;" in text
    assert "  readonly keys: Partial<Readonly<Record<Seat, string>>>;" in text
