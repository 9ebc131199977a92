"""What happens in the four phases of a round, and before the first of them."""

from __future__ import annotations

from companion.games.dos_barajas import combat, ending, looks
from companion.games.dos_barajas.cards import spent
from companion.games.dos_barajas.deed import Deed
from companion.games.dos_barajas.looks import MIDDLE, THING
from companion.referee.actions import Action
from companion.table import facts as f
from companion.table.places import DISCARD, hand

DRAWN, DRAWN_FOR_TRIO = 2, 6
"""Cards of the supply phase: two, or six for a trio of cups."""

PENALTY = 2
"""Cards both sides of a mistaken accusation discard."""


def commander(deed: Deed, action: Action) -> None:
    """Somebody else shows the Rey de espadas: the fifth card, and the first turn, are theirs."""
    before, player = looks.first(deed.table), action.player
    if deed.table.hands[before]:
        deed.do(f.CardsMoved(hand(before), hand(player)))
    deed.do(f.Noted(looks.COMMANDER, player), f.Noted(looks.FIRST, player), f.TurnBegan(player))


def clubs(deed: Deed, action: Action) -> None:
    """Clubs of the first hand are shown and discarded."""
    thrown = deed.throw_clubs(action.player, action.number("count"))
    if deed.option("initial_clubs") == "replaced":
        deed.draw(action.player, thrown)


def skip(deed: Deed, action: Action) -> None:
    """Nobody does anything more in a phase that waits for volunteers."""
    step = deed.table.step
    if step == looks.DEAL:
        deed.begin(looks.ACCUSE)
    elif step == looks.ACCUSE:
        deed.begin(looks.SUPPLY)
    else:
        next_round(deed)


def next_round(deed: Deed) -> None:
    """A new round begins with accusations."""
    deed.keep(looks.ROUND, looks.number(deed.table, looks.ROUND) + 1)
    deed.begin(looks.ACCUSE)


def spend_trio(deed: Deed, action: Action, trios: int = 1) -> None:
    """The cards of a trio, or of several, go to the discards face up."""
    cards = action.names("cards")
    count = len(cards) if cards else spent(trios, action.number("aces"))
    deed.give_up(action.player, count, cards)


def accuse(deed: Deed, action: Action) -> None:
    """A trio of coins, somebody pointed at: a Thing means combat, a human costs both two cards."""
    target = action.text("target")
    spend_trio(deed, action)
    deed.show(target, action.names("shown"))
    if action.text("result") == THING:
        deed.known_as(target, THING)
        combat.begin(deed, action.player, looks.ACCUSED_IN)
        return
    for player in (action.player, target):
        held = deed.table.hands[player]
        deed.give_up(player, PENALTY if held >= PENALTY or deed.option("short_hand") == "all" else 0)
    deed.turn_to(action.player)
    if deed.option("accusations") == "one":
        deed.begin(looks.SUPPLY)


def supply(deed: Deed, action: Action) -> None:
    """Two cards, or six for a trio of cups; clubs thrown openly are replaced."""
    player, wanted = action.player, DRAWN
    if action.said.get("cups"):
        spend_trio(deed, action)
        wanted = DRAWN_FOR_TRIO + (DRAWN if deed.option("cups") == "six-more" else 0)
    nothing_left = deed.draw(player, wanted)
    for _ in range(action.number("clubs")):
        if deed.throw_clubs(player, 1):
            nothing_left += deed.draw(player, 1)
    if nothing_left and deed.option("nothing_left") == "end":
        ending.count(deed)
        return
    onward(deed, player, looks.LEAVE)


def onward(deed: Deed, player: str, then: str, follower: str | None = None) -> None:
    """The next in the order of play; after the last, the next phase."""
    follows = looks.after(deed.table, player) if follower is None else follower
    if follows:
        deed.turn_to(follows)
    else:
        deed.begin(then)


def leave(deed: Deed, action: Action) -> None:
    """One card to the discards, two to the middle."""
    player, faces = action.player, action.names("cards")
    deed.give_up(player, looks.LEFT_OVER)
    deed.do(f.CardsMoved(hand(player), MIDDLE, looks.TO_MIDDLE, faces))
    onward(deed, player, looks.TAKE)


def starve(deed: Deed, action: Action) -> None:
    """Too few cards: dead, the role is shown; a Thing says whether there are others."""
    player, role = action.player, action.text("role")
    follower = looks.after(deed.table, player)
    if action.names("shown"):
        deed.show(player, action.names("shown"))
    deed.known_as(player, role)
    deed.leave(player, "starved")
    if role == THING and action.said.get("others") is False:
        ending.humans_won(deed)
    elif len(deed.table.seats) <= 1:
        ending.count(deed)
    else:
        onward(deed, player, looks.TAKE, follower)


def take(deed: Deed, action: Action) -> None:
    """One card from the middle, or two."""
    count = min(action.number("count"), looks.middle(deed.table))
    faces = action.names("cards")
    if count:
        deed.do(f.CardsMoved(MIDDLE, hand(action.player), count, faces if len(faces) == count else ()))
    last = not looks.after(deed.table, action.player)
    if last and deed.option("leftovers") == "discard":
        deed.move_all(MIDDLE, DISCARD, looks.middle(deed.table))
    onward(deed, action.player, looks.INVADE)


def invade(deed: Deed, action: Action) -> None:
    """A Thing shows itself and calls the others: the final combat, or the end where nobody is human."""
    deed.known_as(action.player, THING)
    if action.said.get("all"):
        for player in deed.table.seats:
            deed.known_as(player, THING)
        ending.things_won(deed, "all-things")
    else:
        combat.begin(deed, action.player, looks.INVADED_IN)
