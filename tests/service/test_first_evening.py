"""A table that has never played: which lesson is said when, each once, and nothing that hangs on hidden cards."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.actions import Malformed
from companion.engine.deck import Lesson
from companion.engine.lessons import NOTHING, Taught, taught
from companion.games import SLUGS
from companion.service.live.parsing import opening
from companion.service.messages import why
from companion.service.people.first_evening import goal, is_first_evening, lesson
from tests.games.play import Sitting
from tests.games.walk import tapped
from tests.houses import Line, new_house, said
from tests.length import is_long

FOUR = ["Ana", "Beto", "Carla", "Dani"]
TAUGHT = [slug for slug in SLUGS if title(slug).decklist.lessons]
ALOUD = range(45, 130)
"""Number of words read aloud in about half a minute."""


class Table:
    """A table that sat down for the first time, or for another."""

    def __init__(self, game: str = "la-cosa", is_new: bool = True, players: Sequence[str] = FOUR) -> None:
        self.tables = new_house()
        line = {"playthrough": 1, "game": game, "players": [*players], "first_evening": is_new}
        self.game = self.tables.open(line).id
        self.words = title(game).words["es"]

    def say(self, *lines: Line) -> str:
        said(self.tables, self.game, *lines)
        return self.told()

    def told(self) -> str:
        """Return the name of the lesson that stands at the question."""
        text = lesson(self.tables.playing(self.game), self.words)
        return next((key.removeprefix("lessons.") for key, one in self.words.sentences.items() if one == text), text)


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_table_that_has_played_is_told_nothing() -> None:
    table = Table(is_new=False)
    assert table.told() == ""
    assert not is_first_evening(table.tables.playing(table.game))


def test_what_the_hands_do_is_said_to_each_at_their_first_time_and_the_rule_once(table: Table) -> None:
    told = [table.told()]
    for giver, taker in (("Ana", "Beto"), ("Beto", "Carla")):
        told += [table.say(line) for line in (f"draw {giver} away", f"discard {giver}", f"respond {taker}")]
    assert told == ["draw", "act", "exchange", "draw", "act", "give", "draw"]
    for giver, taker in (("Carla", "Dani"), ("Dani", "Ana")):
        table.say(f"draw {giver} away", f"discard {giver}", f"respond {taker}")
    assert table.told() == "", "the second time round there is nothing new"


def test_a_rule_is_said_when_it_first_matters(table: Table) -> None:
    assert table.say("draw Ana panic olvidadizo") == "panic"
    table.say("play Ana olvidadizo", "respond Beto", "draw Beto away")
    assert table.say("play Beto puerta-atrancada Ana") == "door"


def test_what_happened_while_another_thing_was_said_is_told_a_moment_later() -> None:
    lessons = (
        Lesson("out", fact="PlayerOut"),
        Lesson("turned", fact="DirectionTurned"),
        Lesson("pile", step="draw"),
        Lesson("draw", step="draw", each=True),
    )
    here = title("la-cosa")
    box = replace(here.decklist, lessons=lessons)
    table = Sitting(here.game, here.decklist, {"players": FOUR}).course.table
    first = taught(NOTHING, box, table, [f.DirectionTurned(False), f.PlayerOut("Dani", "x")], "Ana")
    told = [first]
    for _ in range(4):
        told.append(taught(told[-1], box, table, [], "Ana"))
    assert [one.now for one in told] == ["pile", "out", "turned", "draw", ""]
    assert taught(told[-1], box, table, [], "Beto").now == "draw", "somebody else's hands are told, too"


def test_of_one_tap_that_says_two_things_only_what_was_seen_counts(table: Table) -> None:
    """After a draw and a discard in one breath the question between was not seen, so its lesson is still to come."""
    drawn = {"action": "draw", "player": "Ana", "back": "away"}
    table.tables.say_all(table.game, [drawn, {"action": "discard", "player": "Ana"}])
    assert table.told() == "exchange"
    assert table.say("respond Beto", "draw Beto away") == "act"


def test_what_was_taken_back_was_not_said_and_what_is_redone_was(table: Table) -> None:
    assert table.say("draw Ana away", "undo") == "draw"
    assert table.say("draw Ana away") == "act"
    assert table.say("undo", "redo") == "act"


def test_nothing_is_said_while_roles_are_shown_or_after_the_end(table: Table) -> None:
    assert table.say("declare Beto") == ""
    roles = {**dict.fromkeys(FOUR, "infected"), "Beto": "la-cosa"}
    end = {"action": "end", "cause": "la-cosa-declared", "roles": roles, "last_infected": "Ana"}
    assert table.say(end) == ""


@pytest.mark.parametrize("game", TAUGHT)
def test_whole_evenings_say_every_thing_once_and_come_to_an_end(game: str) -> None:
    """Tables at random: a rule never twice, what the hands do once to each; and most lessons do come."""
    here, met = title(game), Counter[str]()
    for seed in range(6 if is_long() else 4):
        dice = random.Random(seed)
        sitting = Sitting(here.game, here.decklist, {"players": [*FOUR, "Eva", "Fede"][: here.decklist.most]})
        came, times = Taught(), Counter[tuple[str, str]]()
        for _ in range(250):
            table = sitting.course.table
            asked = here.game.waiting_for(table) or ""
            facts = sitting.course.entries[-1].facts if sitting.course.entries else ()
            came = taught(came, here.decklist, table, facts, asked)
            if came.now:
                one = next(one for one in here.decklist.lessons if one.name == came.now)
                times[came.now, asked if one.each else ""] += 1
            if table.ended:
                break
            for action in tapped(here, table, dice, quiet=0.0):
                sitting.say(**action)
        assert set(times.values()) <= {1}, times
        met.update(name for name, _ in times)
    assert len(met) >= len(here.decklist.lessons) * 2 // 3, {one.name for one in here.decklist.lessons} - set(met)


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_goal_takes_half_a_minute_and_no_lesson_is_long(game: str, lang: str) -> None:
    words = title(game).words[lang]
    assert len(" ".join(goal(words)).split()) in ALOUD
    for one in title(game).decklist.lessons:
        text = words.raw(f"lessons.{one.name}")
        assert len(text) <= 170 and len(re.findall(r"[.?!…](?:\s|$)", text)) <= 4, text


@pytest.mark.parametrize("said", ["yes", 1, []])
def test_only_true_or_false_says_whether_it_is_a_first_evening(said: object) -> None:
    with pytest.raises(Malformed) as fault:
        opening({"playthrough": 1, "game": "la-cosa", "players": FOUR, "first_evening": said})
    assert "first_evening" in why(fault.value, "es") and "true" in why(fault.value, "en")


def test_the_games_for_newcomers_are_all_of_them() -> None:
    assert set(TAUGHT) == set(SLUGS)
