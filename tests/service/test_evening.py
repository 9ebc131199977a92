"""Several actions in one breath; another game with the same people; what the evening says so far; house rules kept; the
end of a game in its heading's own field."""

from __future__ import annotations

import pytest

from companion.engine.actions import Malformed
from companion.service.live.games import GameService, Stale
from companion.service.live.session import Refused
from companion.service.people import evening
from companion.service.transfer import record
from companion.service.transfer.importing import take_in
from companion.service.transfer.playthrough import write_script
from companion.store.base import GameInfo
from tests.houses import new_house
from tests.web.sitting import Sitting

FOUR = ["Ana", "Beto", "Carla", "Dani"]
DRAW = {"action": "draw", "player": "Ana", "back": "away"}
DROP = {"action": "discard", "player": "Ana"}


@pytest.fixture
def tables() -> GameService:
    return new_house()


def opened(tables: GameService, **more: object) -> str:
    """Open a game of four, and return its id."""
    return tables.open({"playthrough": 1, "game": "la-cosa", "players": FOUR, **more}).id


def won(tables: GameService, game: str, thing: str) -> None:
    """End a game in which all players but La Cosa have won."""
    roles = {name: "la-cosa" if name == thing else "human" for name in tables.seen(game).table.players}
    tables.say(game, {"action": "end", "cause": "la-cosa-caught", "roles": roles})


class TestInOneBreath:
    def test_or_none(self, tables: GameService) -> None:
        game = opened(tables)
        with pytest.raises(Refused) as refused:
            tables.say_all(game, [DRAW, {**DROP, "player": "Beto"}])
        assert refused.value.violation.rule == "turn.not-yours"
        with pytest.raises(Malformed):
            tables.say_all(game, [DRAW, {"action": "undo"}])
        assert tables.seen(game).version == 1

    def test_the_same_tap_twice_is_one(self, tables: GameService) -> None:
        game = opened(tables)
        for _ in range(2):
            assert tables.say_all(game, [DRAW, DROP], version=1, action_id="tap").version == 3
        with pytest.raises(Stale):
            tables.say_all(game, [DRAW, DROP], version=1, action_id="another")
        with pytest.raises(Stale):
            tables.say_all(game, [DRAW, {"action": "declare", "player": "Ana"}], version=1, action_id="tap")


class TestAnotherGame:
    def test_the_next_one_starts_and_everything_else_is_kept(self, tables: GameService) -> None:
        more = {"house": "Sin prisas", "deck": "la-cosa-ru", "first_evening": True}
        game = opened(tables, first="Dani", options={"self_quarantine": True}, **more)
        tables.say(game, {"action": "rename", "player": "Beto", "to": "Berto"})
        found, people = evening.again(tables, game), ("Ana", "Berto", "Carla", "Dani")
        options = tables.seen(game).table.options
        assert options["self_quarantine"] is True
        assert found == evening.Again(people, "Ana", options, "Sin prisas", "la-cosa-ru", "la-cosa", True)
        assert evening.again(tables, game, moves_on=False).first == "Dani"

    def test_people_who_play_several_seats_each_sit_down_again(self, tables: GameService) -> None:
        opened_ = {"playthrough": 1, "game": "the-thing-coop", "players": ["Ana", "Beto"], "first": "Ana"}
        game = tables.open(opened_).id
        tables.say(game, {"action": "rename", "player": "Beto", "to": "Berto"})
        tables.say(game, {"action": "take-sheets"})
        found = evening.again(tables, game)
        assert (found.players, found.first) == (("Ana", "Berto"), "Berto")
        assert tables.headings()[0].players == ("Ana", "Berto")

    def test_everybody_is_drawn_by_lot_sooner_or_later(self) -> None:
        assert {evening.drawn_by_lot(FOUR) for _ in range(300)} == set(FOUR)
        assert evening.drawn_by_lot([]) == ""

    def test_of_a_house_whoever_won_most_and_then_whoever_played_most_comes_first(self) -> None:
        known = evening.known([(["Ana", "Beto"], ["beto"]), (["ana", "Carla"], ()), (["Dani"], ())])
        assert known == (("Beto", 1, 1), ("Ana", 2, 0), ("Carla", 1, 0), ("Dani", 1, 0))

    def test_wins_of_the_evening(self, tables: GameService) -> None:
        for thing in ("Ana", "Ana", "Beto"):
            won(tables, opened(tables), thing)
        tables.say(opened(tables), {"action": "end", "cause": "abandoned"})
        won(tables, tables.open({"playthrough": 1, "game": "la-cosa", "players": [*FOUR[:3], "Eva"]}).id, "Ana")
        found = evening.standings(tables, ["Dani", "carla", "Beto", "Ana"], tables.clock())
        assert found.games == 3
        assert [(row.player, row.wins) for row in found.rows] == [("Dani", 3), ("carla", 3), ("Beto", 2), ("Ana", 1)]
        assert evening.standings(tables, FOUR, "2050-01-01T00:00:00Z").games == 0


class TestHouseRules:
    def test_are_kept_and_taken_along(self, tables: GameService) -> None:
        game = opened(tables, house="  Sin\nprisas\u202e  ")
        playing = tables.playing(game)
        assert playing.entries[0].action["house"] == "Sin prisas"
        assert "> Sin prisas" in record.markdown(playing, tables.heading(game), "es")
        there = new_house()
        taken = take_in(there, write_script(playing.entries).encode())
        assert there.playing(taken.seen.id).entries[0].action["house"] == "Sin prisas"

    def test_too_long_or_no_text_is_malformed(self, tables: GameService) -> None:
        for house in ("x" * 501, 7, ["a"]):
            with pytest.raises(Malformed):
                opened(tables, house=house)
        assert opened(tables, house="x" * 500)
        assert "house" not in tables.playing(opened(tables, house=None)).entries[0].action


WORDS = ["ended", '"ended"', '"status": "ended"', "Dani"]
OVER = {"action": "end", "cause": "la-cosa-caught", "roles": dict.fromkeys(WORDS[1:], "human") | {"ended": "la-cosa"}}


def named(tables: GameService) -> str:
    return tables.open({"playthrough": 1, "game": "la-cosa", "players": WORDS, "house": '"ended"'}).id


def test_a_name_that_is_a_status_is_a_name(tables: GameService) -> None:
    game = named(tables)
    assert (tables.heading(game).players, tables.heading(game).status) == (tuple(WORDS), "playing")
    assert not tables.heading(game).is_over
    tables.say(game, OVER)
    assert tables.heading(game).is_over
    assert tables.heading(game).players == tuple(WORDS)


def test_only_a_game_that_is_over_is_printed_as_a_chronicle(tables: GameService) -> None:
    sitting = Sitting(tables)
    running = named(tables)
    fields = {"what": "report", "lang": "es"}
    answer = sitting.client.post("/print/pdf", data=fields, headers=sitting.headers)
    assert answer.status_code == 422
    over = named(tables)
    tables.say(over, OVER)
    tables.say(running, {"action": "draw", "player": "ended", "back": "away"})  # changed last: it would come first
    page = sitting.get("/print?what=report")
    assert f'value="{over}"' in page.html
    assert f'value="{running}"' not in page.html
    answer = sitting.client.post("/print/pdf", data=fields, headers=sitting.headers)
    assert (answer.status_code, answer.data[:4]) == (200, b"%PDF")


@pytest.mark.parametrize("glance", ["", "{", "[]", '{"players": "ended", "status": ["ended"]}', '{"players": [3]}'])
def test_a_heading_that_keeps_nothing_readable_says_nothing(glance: str) -> None:
    heading = GameInfo("x", "la-cosa", glance=glance)
    assert (heading.players, heading.status, heading.is_over) == ((), "", False)
