"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Past
from companion.engine.kit import board_view
from companion.engine.kit.game import Game
from companion.engine.kit.names import Naming
from companion.engine.kit.retelling import at_the_end, figures, stories
from companion.engine.view import PileView, Recalled
from companion.engine.words import Wording
from companion.games.dos_barajas import effects, log, moves, prompts, queries, retelling, setup, state
from companion.games.dos_barajas.referee import REFEREE


@dataclass(slots=True)
class _Tale(Naming):
    """The game as it is gone through once."""

    counts: Counter[str] = field(default_factory=Counter)
    out: list[tuple[str, str]] = field(default_factory=list)
    rolls: list[tuple[int, str]] = field(default_factory=list)


def recap(decklist: Decklist, past: Sequence[Past], words: Wording) -> tuple[Recalled, ...]:
    """Return the figures, then the stories, without what did not happen."""
    tale = _Tale()
    for entry, _ in past:
        tale.counts[entry.verb] += 1
        for fact in entry.facts:
            match fact:
                case f.StackShuffled():
                    tale.counts["shuffles"] += 1
                case f.PlayerOut(player, cause):
                    tale.out.append((player, cause))
                case f.DiceRolled(player, _, values):
                    tale.rolls.append((sum(values), player))
                case f.Renamed(player, to) if player != to:
                    tale.rename(player, to)
                case _:
                    pass
    for key, track in (("rounds", queries.ROUND), ("clubs-thrown", queries.THROWN)):
        tale.counts[key] = queries.number(at_the_end(past), track)
    told = {key: tale.counts[key] for key in ("rounds", "accuse", "attack", "shuffles", "clubs-thrown")}
    best = max(tale.rolls, default=(0, ""))
    lines = {
        "dead": [words.say(f"recap.out.{cause}", player=tale.name(player)) for player, cause in tale.out],
        "rolls": [words.say("recap.best", player=tale.name(best[1]), total=best[0])] if best[0] else [],
    }
    return (*figures(words, told), *stories(words, lines))


class Board(board_view.Board):
    """The ring, the piles, and the cards in the middle while there are any."""

    def view_piles(self) -> tuple[PileView, ...]:
        middle = (self.pile("middle"),) if queries.middle(self.table) else ()
        return (*super().view_piles(), *middle)

    def is_turn(self, player: str) -> bool:
        return player == self.game.waiting_for(self.table)

    def detail(self) -> str:
        table, words = self.table, self.words
        if table.step == queries.COMBAT:
            seen = words.listed(queries.revealed(table))
            return words.say("scene.fighting", round=queries.number(table, queries.FIGHT), things=seen)
        said = words.say("scene.round", round=queries.number(table, queries.ROUND), first=queries.first(table))
        if table.step in (queries.LEAVE, queries.TAKE):
            said += " " + words.raw(f"scene.middle.{self.option('middle')}")
        return said


GAME = Game(
    slug="dos-barajas",
    moves=moves.MOVES,
    phases=moves.PHASES,
    declarations=state.STATE,
    forms=state.FORMS,
    public=state.PUBLIC,
    refuse_setup=setup.refuse_setup,
    open=setup.open_table,
    plan=setup.plan,
    effects=effects.Effects,
    prompts=prompts.Prompts,
    board=Board,
    last_steps=frozenset({"combat"}),
    log=log.Log,
    undo=log.Undo,
    recap=recap,
    chronicle=retelling.chronicle,
    referee=REFEREE,
)
