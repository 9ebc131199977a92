"""The questions a table answers on the way to an action, for any screen.

`ask` gives the next question for what has been said so far; `assemble` (in `filled`) makes the action of it. Every
choice is judged by the same rules as the action itself, so that a greyed choice says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.dos_barajas.ask import fighting, fixing, others, phases
from companion.games.dos_barajas.ask.filled import assemble
from companion.games.dos_barajas.ask.sheet import Sheet
from companion.referee.view import Question
from companion.table.state import Table

__all__ = ["ask", "assemble"]

_BY_VERB: Mapping[str, Callable[[Sheet], Question]] = {
    "commander": phases.who_is_commander,
    "clubs": phases.how_many_clubs,
    "accuse": phases.whom_and_what,
    "supply": phases.how_supplied,
    "invade": phases.who_calls,
    "attack": fighting.with_what_roll,
    "reveal": fighting.who_reveals,
    "end": others.which_roles,
    "show": others.which_cards_shown,
    "rename": others.which_name,
    "override": fixing.what_is_wrong,
}


def ask(decklist: Decklist, table: Table, said: Mapping[str, object], words: Wording) -> Question:
    """The next question; with nothing said yet, what is done now. Things that make no sense are asked again."""
    sheet = Sheet(decklist, table, said, words)
    question = _BY_VERB.get(str(said.get("action", "")))
    return question(sheet) if question else phases.what_is_done(sheet)
