"""The questions a table answers on the way to an action, for any screen: what, with which card, at whom.

`ask` gives the next question for what has been said so far; `assemble` (in `filled`) makes the action of it. Every
choice is judged by the same rules as the action itself, so that a greyed choice says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.la_cosa.ask import fixing, others, turns
from companion.games.la_cosa.ask.filled import assemble
from companion.games.la_cosa.ask.sheet import Sheet
from companion.referee.view import Question
from companion.table.state import Table

__all__ = ["ask", "assemble"]

_BY_VERB: Mapping[str, Callable[[Sheet], Question]] = {
    "draw": turns.which_card_drawn,
    "discard": turns.which_card_discarded,
    "play": turns.how_played,
    "respond": turns.how_answered,
    "declare": others.who_declares,
    "reveal": others.who_was_it,
    "end": others.which_roles,
    "show": others.which_cards_shown,
    "rename": others.which_name,
    "next": others.which_back,
    "override": fixing.what_is_wrong,
}


def ask(decklist: Decklist, table: Table, said: Mapping[str, object], words: Wording) -> Question:
    """The next question; with nothing said yet, what is done now. Things that make no sense are asked again."""
    sheet = Sheet(decklist, table, said, words)
    question = _BY_VERB.get(str(said.get("action", "")))
    return question(sheet) if question else turns.what_is_done(sheet)
