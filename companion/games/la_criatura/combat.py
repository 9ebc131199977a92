"""The helicopter phase: attacks, who saves themselves, the Creature that shows itself, who is left standing."""

from __future__ import annotations

from companion.games.la_criatura import looks, phases
from companion.games.la_criatura.cards import guards
from companion.games.la_criatura.deed import Deed
from companion.games.la_criatura.strikes import eyes, hits
from companion.referee.actions import Action
from companion.table import facts as f


def attack(deed: Deed, action: Action) -> None:
    """Somebody strikes at somebody: a miss and the next attacks, a hit and somebody must answer."""
    player, target, weapon = action.player, action.text("target"), action.text("weapon")
    if deed.table.step == "helicopter":
        deed.step("combat")
    if weapon and weapon not in deed.table.fronts.get(player, ()):
        deed.uncover(player, weapon)
    if action.said.get("triumph") is True:
        deed.spend(player)
    else:
        deed.roll(player, "attack", eyes(action))
    deed.keep(looks.DONE, player, 1)
    if not hits(deed.decklist, deed.table, action):
        phases.next_attack(deed)
    elif looks.role(deed.table, target) == looks.CREATURE_ROLE and looks.shields(deed.table):
        _ask(deed, looks.SHIELD, player, target)
    else:
        _ask(deed, looks.BLOW, player, target)


def _ask(deed: Deed, about: str, by: str, to: str) -> None:
    deed.step("respond")
    deed.do(f.Asked(about, by, to))


def respond(deed: Deed, action: Action) -> None:
    """The Creature names who takes the blow; or who is struck is saved by an object, by a token, or falls."""
    prompt = deed.table.prompt
    assert prompt is not None, "judged before: somebody is asked"
    if prompt.about == looks.SHIELD:
        deed.do(f.Settled())
        _ask(deed, looks.BLOW, prompt.by, action.text("target"))
    elif action.said.get("triumph") is True:
        deed.spend(prompt.to)
        _saved(deed)
    elif action.text("card"):
        _parry(deed, prompt.to, action)
    else:
        fall(deed, prompt.to)


def _parry(deed: Deed, player: str, action: Action) -> None:
    card = action.text("card")
    if card not in deed.table.fronts.get(player, ()):
        deed.uncover(player, card)
    deed.roll(player, "parry", eyes(action))
    if eyes(action)[0] in guards(deed.decklist, card, action.number("from")):
        _saved(deed)
    elif deed.option("defence_and_triumph") == "both" and looks.tokens(deed.table, player):
        deed.keep(looks.GUARDED, player, 1)
    else:
        fall(deed, player)


def _saved(deed: Deed) -> None:
    phases.settle(deed)
    phases.next_attack(deed)


def fall(deed: Deed, player: str) -> None:
    """Somebody is down: their events go to the discards, the seat closes, and it may be over."""
    phases.settle(deed)
    deed.give_up(player, deed.table.hands[player])
    deed.do(f.PlayerOut(player, "struck"))
    if not over(deed):
        phases.next_attack(deed)


def over(deed: Deed) -> bool:
    """Whether the combat is over; once the Creature has shown itself the winners are known at once."""
    table = deed.table
    if looks.is_revealed(table):
        return _side_left(deed)
    if len(table.seats) > int(deed.option("seats_aboard")):
        return False
    deed.step("landed", table.seats[0])
    return True


def _side_left(deed: Deed) -> bool:
    """Every infected has shown their card, so that all the others are human."""
    table = deed.table
    humans = tuple(p for p in table.seats if not looks.on_creatures_side(table, p))
    roles = {p: looks.role(table, p) for p in table.players}
    if not humans:
        side = tuple(p for p in table.players if p in table.roles)
        deed.do(f.Ended("creature-left", side, roles))
    elif len(humans) == len(table.seats):
        deed.do(f.Ended("humans-left", humans, roles))
    else:
        return False
    return True


def uncover(deed: Deed, action: Action) -> None:
    """A weapon is shown."""
    deed.uncover(action.player, action.text("card"))


def reveal(deed: Deed, action: Action) -> None:
    """The Creature shows its card, and with it every infected theirs."""
    deed.do(f.RoleShown(action.player, looks.CREATURE_ROLE))
    for player in action.names("infected"):
        deed.do(f.RoleShown(player, looks.INFECTED_ROLE))
    over(deed)
