"""The end on the table page: the token of everybody's role, and in one sentence why each has won or not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.decks.catalog import title
from companion.games import SLUGS
from companion.service.live.session import words_of
from companion.web.pages.table.endings import roles_of, side_won
from tests.beside import beside
from tests.games.play import lines_of
from tests.web.sitting import SIX, Sitting, seated

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"

BURNED = ("draw Ana away", "play Ana lanzallamas Beto", "respond Beto")


def ended(*lines: str, **end: Any) -> tuple[Sitting, dict[str, str]]:
    """Play the game to its end, and return it with the sentence for each person."""
    sitting = seated(*lines, {"action": "end", **end})
    playing = sitting.tables.playing(sitting.game)
    roles = roles_of(playing.table, words_of(playing.title, "es"))
    return sitting, {role.player: role.reason for role in roles}


def test_each_is_told_why_when_la_cosa_is_gone() -> None:
    roles = {**dict.fromkeys(SIX, "human"), "Beto": "la-cosa", "Dani": "infected"}
    sitting, reasons = ended(*BURNED, "reveal Beto la-cosa", cause="la-cosa-eliminated", roles=roles)
    assert reasons["Ana"] == "En pie hasta el final y sin infectar."
    assert reasons["Beto"] == "Quedó fuera: sin La Cosa ganan los humanos que siguen vivos."
    assert reasons["Dani"] == "Del bando de La Cosa, y ganan los humanos."
    html = sitting.get(f"/games/{sitting.game}").html
    assert len(re.findall(r'class="role-token [\w-]*" data-of="seat-\d"', html)) == 5
    assert all(reason in html for reason in reasons.values())
    poster = f"/games/{sitting.game}/story"
    assert f'href="{poster}#takeaway"' in html
    assert 'id="takeaway"' in sitting.get(poster).html


@pytest.mark.parametrize(("last", "winners", "said"), [("Eva", 4, ""), (None, 5, "¡Gana La Cosa!")])
def test_the_side_is_said_of_more_winners_than_four(last: str | None, winners: int, said: str) -> None:
    roles = {**dict.fromkeys(SIX, "infected"), "Ana": "la-cosa", "Beto": "human"}
    sitting, _ = ended(*BURNED, "declare Ana", cause="la-cosa-declared", roles=roles, last_infected=last)
    playing = sitting.tables.playing(sitting.game)
    assert playing.table.ended is not None and len(playing.table.ended.winners) == winners
    assert side_won(playing.table, words_of(playing.title, "es")) == said


FATES: dict[str, str] = beside(__file__, "fates.toml")


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_game_has_a_sentence_for_every_fate(slug: str, lang: str) -> None:
    words = words_of(title(slug), lang)
    for fate in FATES[slug].split():
        assert words.raw(f"fate.{fate}").endswith(".")
        assert words.has(f"roles.{fate.partition('.')[0]}")


def test_where_places_have_names_of_their_own_the_evening_and_the_poster_are_those_of_the_people() -> None:
    setup, *actions = lines_of(PLAYTHROUGHS / "the-thing-coop" / "one-person-rescue.jsonl")
    sitting = seated(*actions, **setup)
    page = sitting.look().html
    assert re.findall(r"<li><b>(\w+)</b> <span>(\d+)</span>", page) == [("Ana", "1")]
    assert f'href="/games/{sitting.game}/story#takeaway"' in page
