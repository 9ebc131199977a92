"""What people do in the turns before the helicopter: events, votes, dice, discards."""

from __future__ import annotations

from companion.games.la_criatura import looks, phases
from companion.games.la_criatura.cards import ARMED, ARMED_TO_THE_TEETH, AWAKE
from companion.games.la_criatura.deed import Deed
from companion.games.la_criatura.strikes import eyes
from companion.referee.actions import Action

MOVES = range(1, 5)
"""The eyes with which the character cards are dealt anew."""


def first_chief(deed: Deed, action: Action) -> None:
    """The first turn: a chief by lot, a triumph, the cards move without a die, the clock goes on."""
    phases.name_chief(deed, action.player)
    if deed.option("first_hand") == "first-turn":
        deed.fill_hands()
    deed.redeal()
    phases.end_turn(deed)


def event(deed: Deed, action: Action) -> None:
    """An event is played and discarded; of the four known ones what they do is done as well."""
    player, card = action.player, action.text("card")
    if action.said.get("spend") is True:
        deed.spend(player)
    else:
        deed.keep(looks.PLAYED, player, looks.number(deed.table, (looks.PLAYED, player)) + 1)
    deed.give_up(player, 1, card)
    known = deed.acts_as(card)
    if known == ARMED_TO_THE_TEETH:
        deed.keep(looks.TWO_WEAPONS, player, 1)
    if known == ARMED:
        deed.draw_weapon(player)
    if known == AWAKE:
        deed.keep(looks.SEDATED, action.text("target") or player, None)
    for lucky in action.names("gains"):
        deed.reward(lucky)
    if deed.table.step == "events":
        _after_event(deed, player)


def _after_event(deed: Deed, player: str) -> None:
    """Who was asked has had their move; otherwise it is still theirs who was asked, if they may."""
    if player == deed.table.turn:
        deed.keep(looks.DONE, player, 1)
    phases.next_event(deed)


def pass_(deed: Deed, action: Action) -> None:
    """No event."""
    deed.keep(looks.DONE, action.player, 1)
    phases.next_event(deed)


def vote(deed: Deed, action: Action) -> None:
    """Vote tokens are laid on somebody's card."""
    for target in action.names("votes"):
        deed.keep(looks.VOTES, target, looks.number(deed.table, (looks.VOTES, target)) + 1)
    deed.keep(looks.DONE, action.player, 1)
    phases.next_vote(deed)


def tie(deed: Deed, action: Action) -> None:
    """Everybody tied rolls: the lowest is hit; of equal lowest ones the dice decide again."""
    rolling, dice = looks.tied(deed.table), eyes(action)
    for player, eye in zip(rolling, dice, strict=False):
        deed.roll(player, "tie", (eye,))
    lowest = [p for p, eye in zip(rolling, dice, strict=False) if eye == min(dice)]
    if len(lowest) == 1:
        phases.accuse(deed, lowest[0])
    elif deed.option("tie_again") == "lowest":
        for player in rolling:
            deed.keep(looks.TIED, player, 1 if player in lowest else None)


def declare(deed: Deed, action: Action) -> None:
    """Whom the vote has hit is the Creature, or is sedated."""
    player = action.player
    if action.said.get("creature") is not True:
        phases.sedate(deed, player)
        phases.begin_movement(deed)
        return
    found = looks.number(deed.table, looks.FOUND) + 1
    deed.keep(*looks.FOUND, found)
    if found == 1:
        deed.keep(looks.DECLARED, player, 1)
        deed.redeal()
    elif deed.option("second_find") == "sedated":
        phases.sedate(deed, player)
    phases.begin_movement(deed)
    if found == 1 and deed.option("redeal_is_movement") is True:
        phases.begin_discards(deed)


def move(deed: Deed, action: Action) -> None:
    """The chief's die: 1 to 4 and everybody not sedated hands in a card and gets one."""
    deed.roll(deed.table.turn, "move", eyes(action))
    if eyes(action)[0] in MOVES:
        deed.redeal()
    phases.begin_discards(deed)


def discard(deed: Deed, action: Action) -> None:
    """Some events go from a hand to the discards, or none."""
    deed.give_up(action.player, action.number("count"))
    deed.keep(looks.DONE, action.player, 1)
    phases.next_discard(deed)


def elect(deed: Deed, action: Action) -> None:
    """The chief's die says who is the next; then the turn is over."""
    (die,) = eyes(action)
    said = action.text("player")
    after = said if action.text("anyway") and said in deed.table.seats else looks.counted(deed.table, die)
    deed.roll(looks.chief(deed.table), "chief", (die,))
    phases.name_chief(deed, after)
    phases.end_turn(deed)


def arm(deed: Deed, action: Action) -> None:
    """A triumph token for a weapon."""
    deed.spend(action.player)
    deed.draw_weapon(action.player)
    if deed.table.step == "events":
        phases.next_event(deed)
