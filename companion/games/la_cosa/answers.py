"""What happens when the one who is asked answers: with a defence, or with nothing (R §5, defences)."""

from __future__ import annotations

from companion.games.la_cosa.cards import OFFERS
from companion.games.la_cosa.deed import Deed
from companion.games.la_cosa.looks import blocks_exchange, door_between
from companion.games.la_cosa.plays import change_seats, door_or_quarantine_between
from companion.games.la_cosa.turn import after_exchange, ask, offer_exchange, settle
from companion.referee.actions import Action
from companion.table import facts as f
from companion.table.state import Prompt


def respond(deed: Deed, action: Action) -> None:
    """The answer, and what follows from it."""
    prompt = deed.table.prompt
    assert prompt is not None, "judged before: somebody is asked"
    card = action.text("card")
    if card:
        _defend(deed, prompt, card, action.number("skipped"))
    elif deed.acts_as(prompt.about) in OFFERS:
        deed.do(f.CardsPassed(((prompt.by, prompt.to), (prompt.to, prompt.by))))
        settle(deed)
        after_exchange(deed, prompt.about)
    else:
        _take_effect(deed, prompt)


def _take_effect(deed: Deed, prompt: Prompt) -> None:
    """The card that nobody answered does what it says."""
    deed.do(f.Settled())
    if deed.acts_as(prompt.about) == "lanzallamas":
        deed.eliminate(prompt.to, "lanzallamas")
    else:
        change_seats(deed, prompt.by, prompt.to)
    deed.clear_open()
    offer_exchange(deed)


def _defend(deed: Deed, prompt: Prompt, card: str, skipped: int) -> None:
    """A defence: discarded, replaced, and what was aimed at its player does not happen."""
    deed.give_up(prompt.to, card)
    deed.draw_away(prompt.to, 1, skipped)
    if deed.acts_as(prompt.about) not in OFFERS:
        settle(deed)
        offer_exchange(deed)
        return
    if deed.acts_as(card) == "aterrador":
        deed.show_hand(prompt.by, prompt.to, 1)
    if deed.acts_as(card) == "fallaste" and _redirect(deed, prompt):
        return
    settle(deed)
    after_exchange(deed, prompt.about)


def _redirect(deed: Deed, prompt: Prompt) -> bool:
    """¡Fallaste!: the next player exchanges instead, unless something stands in the way. Whether they are asked."""
    table = deed.table
    other = table.next_after(prompt.to)
    stopped = (
        other == prompt.by
        or door_or_quarantine_between(table, prompt.to, other)
        or door_between(table, other, prompt.by)
        or blocks_exchange(table, prompt.by, other)
    )
    if not stopped:
        ask(deed, prompt.about, other)
    return not stopped
