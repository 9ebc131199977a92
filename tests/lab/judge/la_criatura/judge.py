"""The judge of whole games of La Criatura."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from tests.lab.judge.follower import Follower, Line, discarded, texts
from tests.lab.judge.la_criatura.table import EVENTS, WEAPONS, Table, copies, face_down, opened, told
from tests.lab.judge.la_criatura.verdicts import Bench, handed_in
from tests.lab.judge.la_criatura.worlds import Worlds
from tests.lab.judge.piles import Seen
from tests.lab.judge.public import Verdict, hand


class Judge(Follower):
    """One game as the judge follows it."""

    worlds: Worlds

    def opened(self) -> Table:
        """Lay the table of the set-up line."""
        return opened(self.setup)

    def all_worlds(self, table: Table) -> Worlds:
        """Make the solver's side."""
        return Worlds(copies(EVENTS), copies(WEAPONS), table.hands, self.patience)

    def told(self, table: Table, line: Line) -> tuple[Table, Sequence[object]]:
        """Read an action."""
        return told(table, line)

    def verdict(self, check: Line) -> Verdict:
        """Judge a check."""
        spot, table = self.spot, self.spot.table
        bench = Bench(self.worlds, spot.step.where, self.course.binding())
        bench.table = table
        what = check["what"]
        try:
            if what == "round":
                return bench.judge_round(_gives(table, check))
            player = table.called(check["player"])
            if what == "discard":
                held = texts(check["hand"]) if "hand" in check else None
                return bench.judge_discard(player, discarded(check), held)
            judge = bench.judge_hand if what == "hand" else bench.judge_weapons
            return judge(player, texts(check["cards"]))
        finally:
            bench.close()

    def remember(self, check: Line) -> None:
        """Remember what a check showed."""
        table, what = self.spot.table, check["what"]
        if what == "round":
            self.course.see(handed_in(_gives(table, check)))
            return
        player = table.called(check["player"])
        if what == "weapons":
            self.course.see(Seen(face_down(player), texts(check["cards"]), True))
        elif what == "hand" or "hand" in check:
            self.course.see(Seen(hand(player), texts(check["cards" if what == "hand" else "hand"]), True))
        else:
            cards = discarded(check)
            self.course.see(Seen(hand(player), cards, len(cards) == table.hands[player]))


def _gives(table: Table, check: Line) -> dict[str, str]:
    given = cast("Mapping[str, object]", check["gives"])
    return {table.called(giver): str(card) for giver, card in given.items()}
