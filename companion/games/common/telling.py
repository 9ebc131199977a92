"""What a log says of what happens alike in every game: corrections, shown cards, names."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards.wording import Wording
from companion.referee.actions import Action
from companion.table import facts as f
from companion.table.state import Table


def override(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    """What the table says is otherwise, and why (`log.fix.…`, `log.override`, `log.override-bare`)."""
    what = words.listed([words.raw(f"log.fix.{key}") for key in action.table("set")])
    reason = action.text("reason")
    return words.say("log.override" if reason else "log.override-bare", what=what, reason=reason)


def show(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    """Who showed what to whom (`log.show.one`, `log.show.all`, `log.show.bare`)."""
    shown = next(fact for fact in facts if isinstance(fact, f.CardsShown))
    if shown.to:
        return words.say("log.show.one", player=action.player, to=shown.to)
    cards = words.listed([words.card(card) for card in shown.faces])
    return words.say("log.show.all" if cards else "log.show.bare", player=action.player, cards=cards)


def rename(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    """Who is called otherwise (`log.rename`)."""
    return words.say("log.rename", player=action.player, to=action.text("to"))
