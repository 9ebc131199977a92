"""A number longer than any table needs gets a sentence wherever one is read from a text, as any other nonsense does."""

from __future__ import annotations

import pytest

from companion.engine.actions import whole
from tests.web.sitting import Sitting, seated

LONG = "9" * 5000
"""Longer than Python reads."""


@pytest.fixture
def sitting() -> Sitting:
    sitting = seated()
    sitting.say(action="draw", player="Ana", back="away")
    return sitting


@pytest.mark.parametrize(
    ("said", "number"), [("0", 0), ("12", 12), ("", None), ("-1", None), ("²", None), ("٣", None), (LONG, None)]
)
def test_a_number_is_read_from_plain_digits_only(said: str, number: int | None) -> None:
    assert whole(said) == number


def test_a_copy_that_does_not_exist_is_an_unknown_card(sitting: Sitting) -> None:
    shown = {"action": "show", "player": "Ana", "cards": [f"lanzallamas.{LONG}"]}
    answer = sitting.client.post(f"/api/games/{sitting.game}/actions", json=shown, headers=sitting.headers)
    assert (answer.status_code, answer.get_json()["rule"]) == (422, "card.unknown")


def test_a_stream_begins_anew_after_an_entry_that_cannot_be(sitting: Sitting) -> None:
    headers = {**sitting.headers, "Last-Event-ID": LONG}
    assert sitting.client.get(f"/api/games/{sitting.game}/events", headers=headers).status_code == 200


def test_an_edit_without_a_version_that_can_be_read_is_the_one_that_was_looked_at(sitting: Sitting) -> None:
    form = {"version": LONG, "sure": "yes", "how": "remove", "new": "", "kept": ""}
    assert sitting.post(f"/games/{sitting.game}/edit/2/see", form).status == 200
    assert sitting.state()["step"] == "draw"


@pytest.mark.parametrize(("about", "field"), [("doors", "f.door.0"), ("quarantine", "f.rounds.0")])
def test_what_cannot_be_filled_in_is_left_out(sitting: Sitting, about: str, field: str) -> None:
    said = f'{{"action":"override","about":"{about}"}}'
    page = sitting.post(f"/games/{sitting.game}/act", {"said": said, "version": "2", field: LONG})
    assert page.status == 200
    assert not sitting.state()["doors"]
    assert not sitting.state()["quarantine"]
