"""Names of players: who may be called what, and what nobody can see."""

from __future__ import annotations

import unicodedata

import pytest

from strata.server.views import names
from strata.server.views.names import BadName, clean_name, clean_player_name, tidy_name
from tests.server.conftest import Client
from tests.server.test_http import make, problem


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë Müller-Łukasz",
        "O'Neill",
        "J. R. R. Tolkien",
        "St.Clair",
        "Nguyễn Thị Ệ",
        "Анна Каренина",
        "Ѓорѓи",
        "Ελένη Παπαδοπούλου",
        "ᾇ",
        "山田たろう",
        "コーヒー3世",
        "佐々木 Ken",
        "김민준",
        "محمّد علي",
        "דָּוִד",
        "शर्मिष्ठा",
        "பிரியா",
        "สมชาย",
        "ஸ்ரீ",
        "Gary 7",
        "Kaʻiulani",
        "Марʼяна",
        "Dr.No",
        "👑 Queen ❤️",
        "The Second Sex",
        "",
    ],
)
def test_names_in_any_one_script_are_fine(name: str) -> None:
    assert clean_player_name(name).replace("\ufe0f", "") == name.replace("\ufe0f", "")


@pytest.mark.parametrize(
    "blank",
    ["\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u200b", "\u202e", "\u2066", "\u034f"],
)
def test_invisible_names_are_refused(blank: str) -> None:
    for name in (blank, f"An{blank}n"):
        with pytest.raises(BadName, match="visible"):
            clean_name(name)
    assert tidy_name(f"An{blank}n") == "Ann"


@pytest.mark.parametrize("name", ["\ufe0f", "\U000e0101", "\ufe0f\U000e0101"])
def test_selectors_of_variants_are_no_name(name: str) -> None:
    assert clean_player_name(name) == ""
    assert clean_player_name(f"Ann{name}") == "Ann"


@pytest.mark.parametrize(
    "name",
    [
        "Computer",
        "COMPUTER",
        "C0mputer",
        "Cömputer.",
        "F1rst",
        "first",
        "second ",
        "S e c o n d",
        "Ｓｅｃｏｎｄ",
        "𝐒𝐞𝐜𝐨𝐧𝐝",
        "Random mover",
        "You",
        "Computer 5",
        "computer 10",
        "Computer (level 5)",
        "Computer, level 10.",
        "Fırst",
        "ᴄomputer",
        "ᴏᴘᴘᴏɴᴇɴᴛ",
    ],
)
def test_names_of_the_product_are_reserved(name: str) -> None:
    with pytest.raises(BadName, match="somebody else"):
        clean_player_name(name)


@pytest.mark.parametrize("name", ["Ѕесоnd", "Αnn", "Annа", "Ann Анна", "Аνна"])
def test_scripts_are_not_mixed(name: str) -> None:
    with pytest.raises(BadName, match="one script"):
        clean_player_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "example.com",
        "play.example.org/x",
        "https://a.b",
        "WWW.x",
        "ann@example.org",
        "t.me/x",
        "evil。com",
        "EVIL.RU",
        "192.168.0.1:8080",
    ],
)
def test_addresses_are_no_names(name: str) -> None:
    with pytest.raises(BadName, match="address"):
        clean_player_name(name)


def test_a_letter_has_two_marks_at_most() -> None:
    assert clean_player_name("q\u0301\u0302")
    with pytest.raises(BadName, match="marks"):
        clean_player_name("q" + "\u0301" * 3)


@pytest.mark.parametrize("mark", ["\u0e49", "\u064e"])
def test_marks_of_a_script_do_not_pile_up(mark: str) -> None:
    with pytest.raises(BadName, match="at most 4 marks"):
        clean_player_name("ก" + 5 * mark if mark == "\u0e49" else "م" + 5 * mark)


@pytest.mark.parametrize("name", ["\u0301", "\u0301\u0302", "\ufffc"])
def test_marks_and_stand_ins_alone_are_no_name(name: str) -> None:
    with pytest.raises(BadName, match="visible"):
        clean_name(name)


def test_long_texts_are_cut_before_their_letters_are_put_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That takes a time which grows with the square of the number of marks."""
    lengths = []

    def normalize(form: str, text: str) -> str:
        lengths.append(len(text))
        return text

    monkeypatch.setattr(unicodedata, "normalize", normalize)
    text = "a" + 50_000 * "\u0301\u0316"
    assert len(tidy_name(text)) <= names.LONGEST_NAME
    with pytest.raises(BadName, match="100001 characters"):
        clean_name(text)
    assert max(lengths) < 1_000


def test_bad_names_are_refused_at_tables(client: Client) -> None:
    made = make(client, "me", "link")
    for name in ("Computer", "\u3164", "Ѕесоnd"):
        wanted = {"game": "daikuni", "first": "me", "second": "link", "name": name}
        status, detail = problem(client.post("/api/tables", json=wanted))
        assert (status, detail[:5]) == (400, "name:")
        named = client.post(f"/api/tables/{made['id']}/name", json={"name": name})
        assert problem(named)[0] == 400
        key = {"key": made["keys"]["second"], "name": name}
        assert problem(client.post(f"/api/tables/{made['id']}/join", json=key))[0] == 400
