"""A tenth of the proof: 200 games under every option set (none, singles, pairs), over a thousand with every number of
players. Parted by numbers of players into three files, so that two processes share the work.

The short run plays some of it: every option set, looked at closely, with one number of players, a third of the sets in
each part. The rest is left to the long run, every option set with every number of players among it: it is more of the
same games.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.decks.catalog import title
from tests.lab.harness.many_games import Series, Tally, label_of, summed
from tests.lab.harness.proof import CLOSELY
from tests.lab.twin.la_cosa.deck import option_sets

LAPS = 67
"""Games under each option set in each of the three parts."""
MOST_TURNS = 60
PARTS = ((4, 5, 6), (7, 8, 9), (10, 11, 12))


def part(players: tuple[int, ...]) -> Series:
    """The games of one part: every action judged and every state compared, one round in twenty looked at closely."""
    sets = tuple(option_sets(2))
    return Series(
        "la-cosa", LAPS * len(sets), "a tenth", players, sets, looks=0.02, most_turns=MOST_TURNS, closely=CLOSELY
    )


def some(games: Series) -> list[int]:
    """The numbers of the games that the short run plays: of the first round, where all are looked at closely, one under
    every third option set, other ones in each part."""
    many = len(games.players)
    mine = PARTS.index(games.players)
    return [lap * many + lap // len(PARTS) % many for lap in range(mine, len(games.options), len(PARTS))]


def others(games: Series) -> list[int]:
    """The numbers of all other games of the part."""
    return sorted({*range(games.games)} - {*some(games)})


def played(games: Series, numbers: Iterable[int]) -> Tally:
    """What came of the games of these numbers."""
    return summed(title("la-cosa"), map(games.plan, numbers), Tally)


def told(tally: Tally) -> str:
    """The shortest difference, as it can be replayed."""
    return "\n".join("\n".join([d.about, *d.playthrough]) for d in tally.differences[:1])


def holds_in_some(games: Series) -> None:
    """Asserts of what the short run plays of a part that nothing differs, and that no option set of it was left out."""
    tally = played(games, some(games))
    mine = games.options[PARTS.index(games.players) :: len(PARTS)]
    assert tally.games == len(mine) in (17, 18)
    assert {label for _, label, _ in tally.games_by} == {label_of(one) for one in mine}
    assert {many for _, _, many in tally.games_by} == {*games.players}
    assert tally.actions > 1_000
    assert tally.differing == 0, told(tally)


def holds_in_the_rest(games: Series) -> None:
    """Asserts of all other games of a part that nothing differs; in them every option set meets every number."""
    tally = played(games, others(games))
    assert tally.games == 53 * (LAPS - 1)
    assert {(many, label) for _, label, many in tally.games_by} == {
        (plan.players, label_of(plan.options)) for plan in games.plans(0, games.round)
    }
    assert tally.actions > 150_000
    assert tally.differing == 0, told(tally)
