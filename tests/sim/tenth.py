"""A tenth of the proof in the short run: 200 games under every option set (none, singles, pairs), over a thousand with
every number of players. Parted by numbers of players into three files, so that two processes share the work."""

from __future__ import annotations

from companion.catalog import title
from companion.sim.box import option_sets
from companion.sim.drive import play
from companion.sim.proof import CLOSELY
from companion.sim.tally import Series, Tally

LAPS = 67
"""Games under each option set in each of the three parts."""
MOST_TURNS = 60


def tenth(players: tuple[int, ...]) -> Tally:
    """The games of one part: every action judged and every state compared, one round in twenty looked at closely."""
    rules = title("la-cosa")
    sets = tuple(option_sets(2))
    games = Series(LAPS * len(sets), "a tenth", players, sets, looks=0.02, most_turns=MOST_TURNS, closely=CLOSELY)
    tally = Tally()
    for plan in games.plans():
        tally.enter(play(rules.game, rules.decklist, plan))
    return tally


def told(tally: Tally) -> str:
    """The shortest difference, as it can be replayed."""
    return "\n".join("\n".join([d.about, *d.playthrough]) for d in tally.differences[:1])
