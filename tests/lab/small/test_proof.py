"""Over all hidden worlds of small tables the referee is never wrong, and seldom shrugs where the truth is decidable."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import combinations

import pytest

from companion.decks.catalog import title
from companion.engine import solver
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import CHECK, Finding
from companion.games.la_cosa.referee.judging import TOLD
from tests.lab.small import worlds as w
from tests.lab.small.course import Course, Judged
from tests.lab.small.courses import exchange, missed, play
from tests.lab.small.mini import MINIS
from tests.lab.small.proof import Shrugs, checks, courses, faults, misnamed, said_alone
from tests.lab.small.worlds import World, may_discard, may_give
from tests.length import is_long

pytestmark = pytest.mark.short

NORMAL = ("normal", 36 if is_long() else 12, 7)
LONG = ("long", 1500, 12)

MOST_SHRUGS = {("legal", False): 0.002, ("illegal", False): 0.001, ("illegal", True): 0.35}
"""The ceilings, on these small tables, by verdict and by whether nobody can have come by the cards lawfully.

The legal ones: a hand without ¡Infectado! of somebody who has shown another before, and is cleared by others since.
"""


def test_worlds_of_a_known_moment() -> None:
    """The worlds are counted by hand: who of four is La Cosa, when all other dealt cards are alike."""
    course = Course.begun("roles", "a")
    assert len(course.worlds) == 4
    assert {world.thing for world in course.worlds} == {"Ana", "Beto", "Carla", "Dani"}


def test_never_wrong() -> None:
    some = checks(*NORMAL)
    assert len(some) > 9 * NORMAL[1]
    assert not faults(some)


@pytest.mark.long
def test_never_wrong_where_nobody_goes_out_by_their_hand() -> None:
    """Of cards that fit no lawful world the oracle cannot tell whether they fit an unlawful one: those are left out."""
    some = [judged for judged in checks("crowded", 18, 7) if judged.truth.fits]
    assert len(some) > 100
    assert not faults(some)


@pytest.mark.long
def test_seldom_shrugs() -> None:
    shrugs = Shrugs(checks(*NORMAL))
    assert min(shrugs.decidable[what, "illegal"] for what in ("hand", "exchange", "unlawful")) >= 5
    for kind, most in MOST_SHRUGS.items():
        assert shrugs.rate(*kind) <= most, str(shrugs)


@pytest.mark.long
def test_names_the_rules_that_are_broken() -> None:
    assert misnamed(checks(*NORMAL)) <= 0.05


def told_alone(some: Iterable[Judged]) -> int:
    """Count how often La Cosa is told in private that no human is left, and assert that only La Cosa is, and only if it
    is so."""
    times = 0
    for judged in some:
        for player, key in said_alone(judged) if judged.true else ():
            assert player == (judged.alone if key == "nobody-left" else judged.alone_then), judged.check
            times += 1
    return times


def test_only_the_thing_is_told_that_no_human_is_left_and_only_when_it_is_so() -> None:
    """A course or a few in which it comes to that, and many in which it does not."""
    ended = [play(MINIS[k % 3], f"alone {k}", 14, k % 9 > 5) for k in ((203, 5, 110) if is_long() else (203,))]
    assert told_alone(judged for course in ended for judged in course.judged) >= 2 * len(ended)
    told_alone(checks(*NORMAL))


@pytest.mark.long
def test_never_wrong_in_the_long_run() -> None:
    some = checks(*LONG)
    shrugs = Shrugs(some)
    print(f"{len(some)} checks\n{shrugs}\nno human left, told: {told_alone(some)}")
    assert not faults(some)
    for kind, most in MOST_SHRUGS.items():
        assert shrugs.rate(*kind) <= most, str(shrugs)


def test_without_time_it_shrugs_and_is_never_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "PATIENCE", 0)
    courses = [play(MINIS[k % 3], f"no time {k}", 7, k % 2 > 0) for k in range(6 if is_long() else 2)]
    judged = [one for course in courses for one in course.judged]
    assert not faults(judged)
    assert any(one.found.verdict == "undetermined" and one.truth.verdict == "illegal" for one in judged)


# Worlds with the same public record


def _found(course: Course, thing: dict[str, object]) -> Finding:
    referee = course.sitting.game.referee
    assert referee is not None
    here = line(course.sitting.course, course.sitting.memory, referee)
    return referee.judge(course.mini.decklist, here, referee.read({"action": CHECK, **thing}))


def _shows(course: Course, world: World) -> dict[str, dict[str, object]]:
    """Return all that could be shown in a world: every hand, an exchange and a discard."""
    table = course.sitting.course.table
    a, b = table.turn, table.next_after(table.turn)
    shows: dict[str, dict[str, object]] = {
        f"hand of {p}": {"what": "hand", "player": p, "cards": list(world.hand(p))} for p in table.seats
    }
    for k, card in enumerate(sorted(set(world.hand(a)))[:2]):
        gives, takes = card, sorted(set(world.hand(b)) | may_give(world, b, a))[0]
        shows[f"exchange {k}"] = {"what": "exchange", "from": a, "to": b, "gives": gives, "takes": takes}
        shows[f"discard {k}"] = {"what": "discard", "player": a, "card": card}
    assert may_discard(world, a)
    return shows


def test_worlds_with_the_same_public_record_give_the_same_public_words() -> None:
    words = {lang: title("la-cosa").wording(lang) for lang in ("es", "en")}
    pairs = 0
    for course in courses(*NORMAL)[::3]:
        some = sorted(course.worlds, key=repr)
        some = course.rng.sample(some, min(len(some), 4))
        answers = [{key: _found(course, show) for key, show in _shows(course, world).items()} for world in some]
        for one, other in combinations(answers, 2):
            for key in one.keys() & other.keys():
                told = [rule for finding in (one[key], other[key]) for rule in finding.rules if rule in TOLD]
                if key.startswith("hand") and (told or "illegal" in (one[key].verdict, other[key].verdict)):
                    continue
                pairs += 1
                for wording in words.values():
                    heard = [finding.public.said(wording).encode() for finding in (one[key], other[key])]
                    assert heard[0] == heard[1]
                    shapes = [list(json.loads(json.dumps(f.json(wording)))) for f in (one[key], other[key])]
                    assert shapes[0] == shapes[1] == ["verdict", "rules", "needs", "public", "private"]
    assert pairs > (100 if is_long() else 20)


def test_who_takes_a_card_for_another_is_not_infected_by_it() -> None:
    """La Cosa offers an ¡Infectado!, ¡Fallaste! passes it on, and whoever takes it is lawful in parting with it."""
    course = Course.begun("cards", "spared")
    course.true = next(one for one in sorted(course.worlds) if one.thing == "Ana" and "fallaste" in one.hand("Beto"))
    drawn = next(x for x in w.drawing(course.true, "Ana") if any(map(w.sick, x.hand("Ana"))))
    course.follow({"action": "draw", "player": "Ana", "back": "away"}, lambda x: w.drawing(x, "Ana"), drawn)
    plain = next(card for card in drawn.hand("Ana") if card != "la-cosa" and not w.sick(card))
    course.follow(
        {"action": "discard", "player": "Ana"},
        lambda x: (w.parting(x, "Ana", card) for card in may_discard(x, "Ana")),
        w.parting(drawn, "Ana", plain),
    )
    missed(course, "Beto")
    assert course.redirected == "Carla"
    exchange(course, "Ana", "Carla")
    last = course.judged[-1]
    assert (last.check["what"], last.check["player"]) == ("discard", "Carla")
    assert last.found.verdict == last.truth.verdict == "legal"
