"""The HTTP interface does what its description says, whatever it is sent."""

from __future__ import annotations

import threading
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from litestar import Litestar

from strata.server.http import description
from tests.patience import PATIENCE
from tests.server.conftest import Client
from tests.server.processes import NO_TLS, Server
from tests.volume import everyday

OPERATIONS = [
    "DELETE /api/studies/{study_id}",
    "GET /api/games",
    "GET /api/games/{game}/cards",
    "GET /api/games/{game}/definitions",
    "GET /api/games/{game}/lessons",
    "GET /api/games/{game}/line",
    "GET /api/games/{game}/look",
    "GET /api/games/{game}/picture.png",
    "GET /api/games/{game}/picture.svg",
    "GET /api/games/{game}/rules",
    "GET /api/games/{game}/specification",
    "GET /api/levels",
    "GET /api/notifications",
    "GET /api/puzzles",
    "GET /api/puzzles/{game}",
    "GET /api/puzzles/{game}/next",
    "GET /api/puzzles/{game}/{puzzle}",
    "GET /api/puzzles/{game}/{puzzle}/picture.png",
    "GET /api/studies",
    "GET /api/studies/{study_id}",
    "GET /api/studies/{study_id}/animation",
    "GET /api/studies/{study_id}/cards",
    "GET /api/studies/{study_id}/look",
    "GET /api/studies/{study_id}/picture.png",
    "GET /api/studies/{study_id}/positions/{number}",
    "GET /api/studies/{study_id}/record",
    "GET /api/tables",
    "GET /api/tables/{table_id}",
    "GET /api/tables/{table_id}/ahead",
    "GET /api/tables/{table_id}/animation",
    "GET /api/tables/{table_id}/cards",
    "GET /api/tables/{table_id}/devices",
    "GET /api/tables/{table_id}/frames",
    "GET /api/tables/{table_id}/look",
    "GET /api/tables/{table_id}/picture.png",
    "GET /api/tables/{table_id}/picture.svg",
    "GET /api/tables/{table_id}/preview",
    "GET /api/tables/{table_id}/reach",
    "GET /api/tables/{table_id}/record",
    "GET /api/tables/{table_id}/review",
    "POST /api/editor/open",
    "POST /api/editor/picture",
    "POST /api/editor/position",
    "POST /api/forget",
    "POST /api/games/{game}/definition",
    "POST /api/games/{game}/lessons/{lesson}",
    "POST /api/games/{game}/lessons/{lesson}/why-not",
    "POST /api/here",
    "POST /api/identity",
    "POST /api/notifications/mail",
    "POST /api/notifications/mail/confirm",
    "POST /api/notifications/mail/drop",
    "POST /api/notifications/push",
    "POST /api/notifications/push/end",
    "POST /api/puzzles/{game}/streak",
    "POST /api/puzzles/{game}/{puzzle}/hint",
    "POST /api/puzzles/{game}/{puzzle}/solution",
    "POST /api/puzzles/{game}/{puzzle}/try",
    "POST /api/puzzles/{game}/{puzzle}/why-not",
    "POST /api/records",
    "POST /api/studies",
    "POST /api/studies/{study_id}/changes",
    "POST /api/studies/{study_id}/copy",
    "POST /api/studies/{study_id}/why-not",
    "POST /api/tables",
    "POST /api/tables/{table_id}/analysis",
    "POST /api/tables/{table_id}/devices/drop",
    "POST /api/tables/{table_id}/help",
    "POST /api/tables/{table_id}/join",
    "POST /api/tables/{table_id}/links",
    "POST /api/tables/{table_id}/name",
    "POST /api/tables/{table_id}/review",
    "POST /api/tables/{table_id}/review/position",
    "POST /api/tables/{table_id}/review/stop",
    "POST /api/tables/{table_id}/review/try",
    "POST /api/tables/{table_id}/review/why-not",
    "POST /api/tables/{table_id}/why-not",
    "POST /mail/end",
]
# Nothing is sent, so nothing can be wrong.
EMPTY = (
    "POST /api/forget",
    "POST /api/identity",
    "POST /api/notifications/mail/drop",
    "POST /api/notifications/push/end",
    "POST /api/puzzles/{game}/streak",
)
BOUNDED = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


# Schemathesis is imported where it is used: it takes long, and all processes of a parallel run
# import this module.


@pytest.fixture(scope="module")
def operations(server: Server) -> dict[str, Any]:
    import schemathesis

    schema = schemathesis.openapi.from_url(f"http://{server.base}/api/schema/openapi.json")
    found: list[Any] = list(schema.get_all_operations())
    return {each.ok().label: each.ok() for each in found}


def check_cases(cases: Any, count: int) -> None:
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    # No description says which games there are, or what a record is: well-formed may still be
    # refused.
    beyond = [positive_data_acceptance]

    @settings(BOUNDED, max_examples=count)
    @given(case=cases)
    def check(case: Any) -> None:
        case.call_and_validate(excluded_checks=beyond, timeout=PATIENCE)

    check()


def test_every_operation_is_tried(operations: dict[str, Any]) -> None:
    assert sorted(operations) == OPERATIONS


@pytest.mark.parametrize("label", OPERATIONS)
def test_as_described(operations: dict[str, Any], label: str) -> None:
    check_cases(operations[label].as_strategy(), everyday(3, full=25))


@pytest.mark.parametrize(
    "label", [label for label in OPERATIONS if label.startswith("POST") and label not in EMPTY]
)
def test_what_is_not_described_is_refused(operations: dict[str, Any], label: str) -> None:
    """Also fields that no description names."""
    from schemathesis import GenerationMode

    wrong = operations[label].as_strategy(generation_mode=GenerationMode.NEGATIVE)
    check_cases(wrong, everyday(4, full=25))


def test_unknown_fields_are_described_as_refused(server: Server) -> None:
    described = httpx.get(
        f"http://{server.base}/api/schema/openapi.json", timeout=PATIENCE, verify=NO_TLS
    ).json()
    strict = {
        name
        for name, schema in described["components"]["schemas"].items()
        if schema.get("additionalProperties") is False
    }
    bodies = {
        "Analyse",
        "AnnotateInStudy",
        "AskHelp",
        "AskInPuzzle",
        "Attempt",
        "ChangeStudy",
        "ConfirmAddress",
        "DeleteInStudy",
        "DrawPosition",
        "EditPosition",
        "GiveAddress",
        "ImportRecord",
        "JoinTable",
        "MissInLesson",
        "MissInPuzzle",
        "MissInStudy",
        "MissInTurn",
        "NameSeat",
        "NewLink",
        "NewStudy",
        "NewTable",
        "OpenEditor",
        "PlayInStudy",
        "PromoteInStudy",
        "ReadDefinition",
        "RenameStudy",
        "SayHere",
        "SubscribePush",
        "TryLesson",
        "TryPuzzle",
        "TryTurn",
        "TurnSoFar",
    }
    assert strict == {*bodies, "AttemptedClick", "ClockSetting", "Draft", "Placed", "Shape"}


def test_the_description_is_made_once_beside_the_event_loop(
    own_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bool] = []
    describe = description._described

    def describe_and_note(app: Litestar) -> dict[str, Any]:
        made.append(threading.current_thread().name.startswith("strata-pages"))
        return describe(app)

    monkeypatch.setattr(description, "_described", describe_and_note)
    answers = [own_client.get(f"/api/schema{name}") for name in ("/openapi.json", "", "/")]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.content for answer in answers}) == 1
    assert made == [True]
    kept = {"if-none-match": answers[0].headers["etag"]}
    assert own_client.get("/api/schema/openapi.json", headers=kept).status_code == 304
    assert own_client.get("/api/schema/elements").status_code == 404
