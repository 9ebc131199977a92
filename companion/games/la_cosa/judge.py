"""Which rule refuses an action, and what happens when it is done. The two never call each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.decklist import Decklist
from companion.games.common import acting
from companion.games.common.deed import done, rename, show
from companion.games.la_cosa import answers, corrections, ending, panics, plays, rules, turn
from companion.games.la_cosa.deed import Deed
from companion.games.la_cosa.looks import NEXT_BACK
from companion.games.la_cosa.rules import who
from companion.referee.actions import Action
from companion.referee.ruling import Moment, Rule, Violation, first_violation
from companion.table import facts as f
from companion.table.places import PLAY, hand
from companion.table.state import Table

_OVER = Rule("game.over", acting.over)
_KNOWN = Rule("player.unknown", acting.actor_unknown)
_LIVING = Rule("player.eliminated", acting.actor_eliminated)
_DECLARED = Rule("step.wrong", who.victory_declared)

ORDER: Mapping[str, tuple[Rule, ...]] = {
    **rules.ORDER,
    "eliminate": (
        *(_OVER, _KNOWN, _LIVING, _DECLARED),
        Rule("respond.not-asked", ending.not_superinfectable),
    ),
    "reveal": (_OVER, _KNOWN, _DECLARED, Rule("step.wrong", ending.reveal_of_the_living)),
    "declare": (_OVER, _KNOWN, _LIVING, _DECLARED),
    "end": (_OVER, Rule("step.wrong", ending.end_at_wrong_moment), Rule("end.roles", ending.end_roles)),
    "override": (_OVER, Rule("override.invalid", corrections.refused)),
    "show": (
        _KNOWN,
        Rule("card.unknown", acting.shown_card_unknown),
        Rule("player.unknown", acting.shown_to_unknown),
    ),
    "next": (_OVER,),
    "rename": (_KNOWN, Rule("setup.names", acting.new_name_fault)),
}
"""Every verb's rules in the order in which R §9 gives refusals."""


def judge(decklist: Decklist, table: Table, action: Action) -> Violation | None:
    """The first rule that refuses the action, or None."""
    moment = Moment(decklist, table, action)
    return first_violation(ORDER[action.verb], moment, rules.overruled(moment))


def carry_out(decklist: Decklist, table: Table, action: Action) -> tuple[f.Fact, ...]:
    """What happens when the action is done."""
    return done(Deed(decklist, table), action, ORDER[action.verb], _DEEDS[action.verb])


def _draw(deed: Deed, action: Action) -> None:
    card = action.text("card")
    faces = (card,) if card else ()
    if action.text("back") == "panic":
        deed.take(PLAY, 1, faces)
        deed.do(f.StepBegan("panic"))
    else:
        deed.take(hand(action.player), 1, faces)
        deed.do(f.StepBegan("act"))


def _discard(deed: Deed, action: Action) -> None:
    deed.give_up(action.player, action.text("card"))
    turn.offer_exchange(deed)


def _play(deed: Deed, action: Action) -> None:
    known = deed.acts_as(action.text("card"))
    table = panics.PANICS if deed.table.step == "panic" else plays.PLAYS
    table[known](deed, action)


def _eliminate(deed: Deed, action: Action) -> None:
    turn.leave_in_exchange(deed, action.player)


def _next(deed: Deed, action: Action) -> None:
    """Everybody sees the back of the card on top of the draw pile."""
    deed.do(f.TrackSet(*NEXT_BACK, int(action.text("back") == "panic")))


_DEEDS: Mapping[str, Callable[[Deed, Action], None]] = {
    "draw": _draw,
    "discard": _discard,
    "play": _play,
    "respond": answers.respond,
    "eliminate": _eliminate,
    "reveal": ending.reveal,
    "declare": ending.declare,
    "end": ending.end,
    "override": corrections.correct,
    "show": show,
    "rename": rename,
    "next": _next,
}
