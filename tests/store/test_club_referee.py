"""The referee of a club: one host remembers for a game, and no host says what another contradicts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from companion.club.hosts import Lease, Presence
from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.service.live.session import words_of
from companion.service.referee import checks
from companion.store.base import Unwritable
from companion.web.server.lengths import filled_up
from tests.cli.serving import SETUP
from tests.waiting import soon

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'psycopg[binary]'")

from companion.club.queries import LIVES  # noqa: E402
from companion.club.store import PostgresStore  # noqa: E402  (needs psycopg)

pytestmark = pytest.mark.club

HAND = ["la-cosa.1", "hacha.1", "whisky.1", "lanzallamas.1"]
OTHER = ["sospecha.1", "sospecha.2", "determinacion.1", "no-gracias.1"]


class House(NamedTuple):
    """One host of a club."""

    tables: GameService
    presence: Presence

    def check(self, game: str, player: str, cards: list[str]) -> checks.Answer:
        thing = {"action": "check", "what": "hand", "player": player, "cards": cards}
        return checks.answer(self.tables, game, thing)

    def leave(self) -> None:
        self.presence.close()


def house(club: str) -> House:
    store = PostgresStore(club)
    tables, presence = GameService(store, title), Presence(store, "http://192.0.2.1:8080")
    tables.sealed.share(Lease(store, presence.me, lambda: frozenset(one.id for one in presence.hosts)))
    presence.begin()
    return House(tables, presence)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "TICK", 0.005)


@pytest.fixture
def two(club: str) -> Iterator[tuple[House, House]]:
    both = house(club), house(club)
    yield both
    for one in both:
        one.leave()
        one.tables.close()


def needs(answer: checks.Answer, lang: str = "es") -> list[str]:
    found = answer.json(lang)["needs"]
    assert isinstance(found, list)
    return found


def test_no_host_says_what_another_contradicts(two: tuple[House, House]) -> None:
    here, there = two
    game = here.tables.open(SETUP).id
    assert here.check(game, "Ana", OTHER).finding.verdict == "legal"
    # These copies are in Ana's hand, so that Beto cannot have them; who has not seen them would say that he can.
    elsewhere = there.check(game, "Beto", OTHER)
    assert elsewhere.finding.verdict == "undetermined"
    assert elsewhere.finding.rules == ()
    assert "otra pantalla del club" in needs(elsewhere)[0]
    assert "another of the club" in needs(elsewhere, "en")[0]
    assert set(elsewhere.told) == {"Beto"}
    found = here.check(game, "Beto", OTHER).finding
    assert (found.verdict, found.rules) == ("illegal", ("hand.duplicate-copy",))


def test_what_is_said_elsewhere_is_the_same_whatever_the_cards_are(two: tuple[House, House]) -> None:
    here, there = two
    game = here.tables.open(SETUP).id
    here.check(game, "Ana", HAND)
    said = {json.dumps(there.check(game, "Beto", cards).json("es")) for cards in (HAND, OTHER)}
    assert len(said) == 1
    mine = json.dumps(here.check(game, "Beto", OTHER).json("es"))
    assert len(filled_up(said.pop().encode())) == len(filled_up(mine.encode()))
    for one in two:
        assert words_of(one.tables.playing(game).title, "es").has("check.public.elsewhere")


def test_whoever_takes_over_asks_for_the_hands_again(two: tuple[House, House]) -> None:
    here, there = two
    game = here.tables.open(SETUP).id
    here.check(game, "Ana", HAND)
    soon(lambda: len(there.presence.hosts) == 2)
    assert not there.tables.sealed.has_forgotten(game), "it is remembered, at another screen"
    here.leave()
    taken_over = there.check(game, "Beto", OTHER)
    assert any("volver a enseñarle las manos" in str(part) for part in taken_over.json("es").values())
    # The first is back, and knows no more than a host that was never there.
    here.presence._shared.beat(here.presence.me)
    assert needs(here.check(game, "Beto", HAND))[0].startswith("Las cartas de esta partida se han enseñado en otra")
    assert here.tables.sealed.open(game).sights == ()


def test_a_host_that_was_pulled_out_is_gone_after_a_few_seconds(two: tuple[House, House], club: str) -> None:
    here, there = two
    game = here.tables.open(SETUP).id
    here.check(game, "Ana", HAND)
    here.presence._closing.set()  # as if its line had been cut: it says nothing more, and does not say that it ends
    assert there.check(game, "Beto", OTHER).json("es")["needs"]
    with psycopg.connect(club, autocommit=True) as line:
        line.execute(f"update host set seen = seen - interval '{LIVES} seconds' where id = '{here.presence.me.id}'")
    assert there.tables.sealed.holds(game)
    assert not here.tables.sealed.holds(game)


def test_a_host_that_was_taken_over_from_in_the_middle_says_nothing(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    game = here.tables.open(SETUP).id
    here.check(game, "Ana", HAND)
    judged: Callable[..., object] = checks.judged

    def slowly(*question: object) -> object:
        here.leave()
        assert there.tables.sealed.holds(game)
        return judged(*question)

    monkeypatch.setattr(checks, "judged", slowly)
    assert here.check(game, "Beto", HAND).finding.verdict == "undetermined"
    assert here.tables.sealed.open(game).sights == ()


def test_what_a_table_decided_is_decided_at_every_host(two: tuple[House, House], club: str) -> None:
    here, there = two
    game = here.tables.open(SETUP).id
    soon(lambda: isinstance(there.tables.store, PostgresStore) and there.tables.store.hears)
    assert not there.tables.sealed.refereed.shows_all(game)
    here.tables.sealed.refereed.decide(game, True)
    soon(lambda: there.tables.sealed.refereed.shows_all(game))
    later = house(club)
    assert later.tables.sealed.refereed.shows_all(game), "a restart forgets it no more"
    later.leave()
    later.tables.close()
    here.tables.forget({game: None})
    soon(lambda: not there.tables.sealed.refereed.shows_all(game))


def test_what_was_forgotten_is_forgotten_by_the_referee_who_remembers_elsewhere(two: tuple[House, House]) -> None:
    here, there = two
    game = here.tables.open(SETUP).id
    here.check(game, "Ana", HAND)
    there.tables.forget({game: None})
    soon(lambda: here.tables.sealed.open(game).sights == ())


def test_without_the_database_nobody_rules(two: tuple[House, House]) -> None:
    here, _ = two
    game = here.tables.open(SETUP).id
    here.check(game, "Ana", HAND)
    store = here.tables.store
    assert isinstance(store, PostgresStore)
    store._url = "postgresql://nobody@/none?host=/nowhere"
    while not store._idle.empty():
        store._idle.get()[0].close()
    with pytest.raises(Unwritable):
        here.check(game, "Beto", OTHER)
