"""The questions a table answers on the way to an action, for any screen: what, with which card, at whom.

Every choice is judged by the same rules as the action itself, so that a greyed choice says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.la_criatura.ask import fights, fixing, others, turns
from companion.games.la_criatura.ask.filled import assemble
from companion.games.la_criatura.ask.sheet import Sheet
from companion.referee.view import Question
from companion.table.state import Table

__all__ = ["ask", "assemble"]

_BY_STEP: Mapping[str, Callable[[Sheet], Question]] = {
    "first": turns.first_chief,
    "events": turns.events,
    "vote": turns.votes,
    "tie": turns.tie,
    "verdict": turns.verdict,
    "move": turns.move,
    "discard": turns.discard,
    "chief": turns.elect,
    "helicopter": fights.attack,
    "combat": fights.attack,
    "respond": fights.respond,
    "landed": fights.landed,
}

_BY_VERB: Mapping[str, Callable[[Sheet], Question]] = {
    "event": turns.whom_awake,
    "arm": turns.who_arms,
    "vote": turns.split_vote,
    "attack": fights.how_struck,
    "respond": fights.how_parried,
    "reveal": fights.who_shows,
    "show": others.which_cards_shown,
    "rename": others.which_name,
    "override": fixing.what_is_wrong,
}


def ask(decklist: Decklist, table: Table, said: Mapping[str, object], words: Wording) -> Question:
    """The next question; with nothing said yet, what is done now. Things that make no sense are asked again."""
    sheet = Sheet(decklist, table, said, words)
    verb = str(said.get("action", ""))
    if table.ended and verb not in ("show", "rename"):
        return others.over(sheet)
    if verb == "end" and said.get("cause") == "abandoned":
        return others.abandoned(sheet)
    question = _BY_VERB.get(verb)
    if question is None:
        return _BY_STEP[table.step](Sheet(decklist, table, {}, words))
    return question(sheet)
