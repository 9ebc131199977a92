"""What happens in the four phases of a round, and before the first of them."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.places import DISCARD, hand
from companion.games.dos_barajas import combat, queries
from companion.games.dos_barajas.effects import Effects
from companion.games.dos_barajas.queries import HUMAN, MIDDLE, THING

DRAWN, DRAWN_FOR_TRIO = 2, 6
"""Cards of the supply phase: two, or six for a trio of cups."""

PENALTY = 2
"""Cards both sides of a mistaken accusation discard."""


def commander(effects: Effects, action: Action) -> None:
    """Give the fifth card and the first turn to another player who shows the Rey de espadas."""
    before, player = queries.first(effects.table), action.player
    if effects.table.hands[before]:
        effects.do(f.CardsMoved(hand(before), hand(player)))
    effects.do(f.Noted(queries.COMMANDER, player), f.Noted(queries.FIRST, player), f.TurnBegan(player))


def clubs(effects: Effects, action: Action) -> None:
    """Clubs of the first hand are shown and discarded."""
    thrown = effects.throw_clubs(action.player, action.number("count"))
    if effects.option("initial_clubs") == "replaced":
        effects.draw(hand(action.player), thrown)


def skip(effects: Effects, action: Action) -> None:
    """End a phase that waits for volunteers."""
    step = effects.table.step
    if step == queries.DEAL:
        effects.begin(queries.ACCUSE)
    elif step == queries.ACCUSE:
        effects.begin(queries.SUPPLY)
    else:
        effects.next_round()


def accuse(effects: Effects, action: Action) -> None:
    """Spend a trio of coins and accuse a player: a Thing means combat, a human costs both two cards."""
    target = action.text("target")
    effects.spend_trio(action)
    effects.show(target, action.names("shown"))
    if action.text("result") == THING:
        effects.known_as(target, THING)
        combat.begin(effects, action.player, queries.ACCUSED_IN)
        return
    for player in (action.player, target):
        held = effects.table.hands[player]
        effects.discard(player, PENALTY if held >= PENALTY or effects.option("short_hand") == "all" else 0)
    effects.turn_to(action.player)
    if effects.option("accusations") == "one":
        effects.begin(queries.SUPPLY)


def supply(effects: Effects, action: Action) -> None:
    """Two cards, or six for a trio of cups; clubs thrown openly are replaced."""
    player, wanted = action.player, DRAWN
    if action.said.get("cups"):
        effects.spend_trio(action)
        wanted = DRAWN_FOR_TRIO + (DRAWN if effects.option("cups") == "six-more" else 0)
    nothing_left = effects.draw(hand(player), wanted)
    for _ in range(action.number("clubs")):
        if effects.throw_clubs(player, 1):
            nothing_left += effects.draw(hand(player), 1)
    if nothing_left and effects.option("nothing_left") == "end":
        combat.count(effects)
        return
    onward(effects, player, queries.LEAVE)


def onward(effects: Effects, player: str, then: str, follower: str | None = None) -> None:
    """Go on to the next in the order of play; after the last, to the next phase."""
    follows = queries.after(effects.table, player) if follower is None else follower
    if follows:
        effects.turn_to(follows)
    else:
        effects.begin(then)


def leave(effects: Effects, action: Action) -> None:
    """One card to the discards, two to the middle."""
    player, faces = action.player, action.names("cards")
    effects.discard(player, queries.LEFT_OVER)
    effects.do(f.CardsMoved(hand(player), MIDDLE, queries.TO_MIDDLE, faces))
    onward(effects, player, queries.TAKE)


def starve(effects: Effects, action: Action) -> None:
    """Too few cards: dead, the role is shown; a Thing says whether there are others."""
    player, role = action.player, action.text("role")
    follower = queries.after(effects.table, player)
    if action.names("shown"):
        effects.show(player, action.names("shown"))
    effects.known_as(player, role)
    effects.leave(player, "starved")
    if role == THING and action.said.get("others") is False:
        combat.all_won(effects, "no-things", HUMAN)
    elif len(effects.table.seats) <= 1:
        combat.count(effects)
    else:
        onward(effects, player, queries.TAKE, follower)


def take(effects: Effects, action: Action) -> None:
    """One card from the middle, or two."""
    count = min(action.number("count"), queries.middle(effects.table))
    faces = action.names("cards")
    if count:
        effects.do(f.CardsMoved(MIDDLE, hand(action.player), count, faces if len(faces) == count else ()))
    last = not queries.after(effects.table, action.player)
    if last and effects.option("leftovers") == "discard":
        left = queries.middle(effects.table)
        effects.do(*([f.CardsMoved(MIDDLE, DISCARD, left)] if left else []))
    onward(effects, action.player, queries.INVADE)


def invade(effects: Effects, action: Action) -> None:
    """Have a Thing show itself and call the others: the final combat, or the end if nobody is human."""
    effects.known_as(action.player, THING)
    if action.said.get("all"):
        for player in effects.table.seats:
            effects.known_as(player, THING)
        combat.all_won(effects, "all-things", THING)
    else:
        combat.begin(effects, action.player, queries.INVADED_IN)
