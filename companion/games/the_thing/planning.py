"""What happens while cards are drawn and figures placed: the Alien's plans, hands, who goes where with which card."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.places import DRAW, Place, hand
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.effects import Effects


def hide(effects: Effects, action: Action) -> None:
    """The Alien lays location cards face down, each with strength on it."""
    value = action.said.get("strengths")
    for k, strength in enumerate(value if isinstance(value, list | tuple) else (), 1):
        effects.put(b.STRENGTH, Place("pile", f"{b.HEAP}{k}"), int(strength))
        effects.add(b.POOL, "", -int(strength))
    effects.go_on()


def draw(effects: Effects, action: Action) -> None:
    """Draw up to the limit from the leader on, then one more card for the leader sheet; Garry may swap one of his."""
    limit = queries.hand_limit(effects.table)
    for player in queries.from_the_leader(effects.table):
        effects.draw(hand(player), limit - effects.table.hands[player])
    effects.draw(b.ACTIVE, 1)
    garry = queries.garry(effects.table)
    if action.said.get("swaps") is True and garry:
        effects.discard(garry, 1)
        effects.draw(hand(garry), 1)
    effects.go_on()


def place(effects: Effects, action: Action) -> None:
    """A figure goes to a room and a card to the leader sheet: of the own hand, in the dark of the right neighbour's, or
    by the special action the one card that was drawn for the whole hand."""
    player, slug = action.player, action.text("at")
    effects.stand(player, slug)
    if action.said.get("special") is True:
        effects.discard(player, effects.table.hands[player])
        lit = queries.sees_in_the_dark(effects.table, action)
        effects.draw(b.ACTIVE, 1)
        if lit:
            effects.draw(hand(player), 1)
            effects.discard(player, 1)
    else:
        effects.hand_in(queries.whose_card(effects.table, action))
    if queries.here(effects.table, b.TOKEN_HERE, slug):
        effects.clear(b.TOKEN_HERE)
        effects.note(b.TOKEN, player)
    placed(effects, player)


def swap(effects: Effects, action: Action) -> None:
    """Somebody lies down in the dormitory and changes the whole hand for cards of their choice."""
    player = action.player
    effects.stand(player, b.DORMITORY)
    effects.lay_down(player)
    count = effects.table.hands[player]
    effects.discard(player, count)
    effects.do(f.CardsMoved(DRAW, hand(player), min(count, effects.table.piles["draw"])))
    effects.shuffle_all()
    placed(effects, player)


def placed(effects: Effects, player: str) -> None:
    """Somebody has moved; after the last the encounters begin."""
    effects.keep(b.PLACED, player, 1)
    left = queries.planners(effects.table)
    if not left:
        effects.go_on()
    elif player == effects.table.turn:
        effects.turn(left[0])
