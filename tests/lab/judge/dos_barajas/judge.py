"""The judge of whole games with two Spanish decks."""

from __future__ import annotations

from collections.abc import Sequence

from tests.lab.judge.dos_barajas.table import Dealt, Figure, Table, opened, told
from tests.lab.judge.dos_barajas.verdicts import Bench, Moment
from tests.lab.judge.dos_barajas.worlds import Worlds
from tests.lab.judge.follower import Follower, Line, texts
from tests.lab.judge.piles import Seen
from tests.lab.judge.public import Verdict, hand, slug_of


class Judge(Follower):
    """One game as the judge follows it."""

    worlds: Worlds

    def opened(self) -> Table:
        """Lay the table of the set-up line."""
        return opened(self.setup)

    def all_worlds(self, table: Table) -> Worlds:
        """Make the solver's side."""
        return Worlds(table.deck, table.hands, self.patience)

    def told(self, table: Table, line: Line) -> tuple[Table, Sequence[object]]:
        """Read an action."""
        return told(table, line)

    def verdict(self, check: Line) -> Verdict:
        """Judge a check."""
        spot, table = self.spot, self.spot.table
        moment = Moment(table.hands, table.commander, table.dealt)
        bench = Bench(self.worlds, spot.step.where, self.course.binding(), moment)
        what, cards = check["what"], texts(check["cards"])
        try:
            if what == "hand":
                return bench.judge_hand(table.called(check["player"]), cards, _figure(check))
            if what == "trio":
                return bench.judge_trio(table.called(check["player"]), str(check["suit"]), cards)
            return bench.judge_figures(cards) if what == "figures" else bench.judge_deck(cards)
        finally:
            bench.close()

    def possible(self) -> bool:
        """Tell whether some world fits what was told."""
        return bool(self.worlds.possible([*self.worlds.own_word.values(), *self.course.binding()]))

    def remember(self, check: Line) -> None:
        """Remember what a check showed."""
        table, cards = self.spot.table, texts(check["cards"])
        if check["what"] == "figures":
            self.course.see(Dealt(tuple(slug_of(card) for card in cards)))
        elif check["what"] in ("hand", "trio"):
            player, figure = table.called(check["player"]), _figure(check)
            self.course.see(Seen(hand(player), cards, len(cards) == table.hands[player]))
            if figure is not None:
                self.course.see(Figure(player, figure))


def _figure(check: Line) -> str | None:
    return None if check.get("figure") is None else slug_of(str(check["figure"]))
