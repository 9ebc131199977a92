"""Refusals, and the rule that comes first (docs/rules/la-cosa.md): the twin's own reading of the order."""

from __future__ import annotations

from collections.abc import Iterator

from tests.lab.twin.la_cosa import panics, targets
from tests.lab.twin.la_cosa.deck import ANSWERS, INK, OFFERS, copies_for
from tests.lab.twin.la_cosa.turn import KEPT_FROM_QUARANTINED
from tests.lab.twin.la_cosa.world import INFECTED, THING, Action, World

OVERRULABLE = frozenset(
    {
        "card.not-in-deck", "card.all-in-play", "target.not-adjacent", "target.not-third", "target.door",
        "target.quarantined", "quarantine.no-elimination", "quarantine.no-seat-change", "quarantine.no-card",
        "respond.wrong-card",
    }
)  # fmt: skip
"""Rules that a table may overrule with `anyway`."""

RULES = (
    "game.over", "player.unknown", "player.eliminated", "turn.not-yours", "step.wrong", "respond.not-asked",
    "respond.wrong-card", "card.unknown", "card.not-in-deck", "card.all-in-play", "card.not-playable",
    "card.panic-only-when-drawn", "card.wrong-back", "target.missing", "target.self", "target.not-adjacent",
    "target.not-third", "target.door", "target.quarantined", "quarantine.no-elimination",
    "quarantine.no-seat-change", "quarantine.no-card", "axe.nothing-there", "end.roles", "override.invalid",
)  # fmt: skip
"""Every rule that may refuse one of these actions."""


def refusal(world: World, action: Action) -> str | None:
    """Return the first rule that must refuse this action, or None if it must be accepted."""
    overruled = OVERRULABLE if "anyway" in action else frozenset()
    return next((rule for rule in _faults(world, action) if rule not in overruled), None)


def _faults(world: World, action: Action) -> Iterator[str]:
    if world.status == "ended":
        yield "game.over"
    verb = str(action["action"])
    if verb == "end":
        yield from _end(world, action)
        return
    player = str(action["player"])
    if player not in world.players:
        yield "player.unknown"
        return
    if player in world.eliminated and verb != "reveal":
        yield "player.eliminated"
        return
    if _halted(world) and verb not in ("declare", "reveal"):
        yield "step.wrong"
    yield from _VERBS[verb](world, player, action)


def _halted(world: World) -> bool:
    """Return True if play stands still: La Cosa was declared, or only one player is left."""
    return world.status == "declared" or len(world.seats) == 1


def _turn_and_step(world: World, player: str, steps: tuple[str, ...]) -> Iterator[str]:
    if player != world.turn:
        yield "turn.not-yours"
    if world.step not in steps:
        yield "step.wrong"


def _draw(world: World, player: str, action: Action) -> Iterator[str]:
    yield from _turn_and_step(world, player, ("draw",))
    card = action.get("card")
    if card is None:
        return
    yield from _in_deck(world, str(card))
    if (INK[str(card)] == "panic") != (action["back"] == "panic"):
        yield "card.wrong-back"


def _in_deck(world: World, card: str) -> Iterator[str]:
    if card not in INK:
        yield "card.unknown"
        return
    if card not in copies_for(len(world.players)):
        yield "card.not-in-deck"


def _discard(world: World, player: str, action: Action) -> Iterator[str]:
    yield from _turn_and_step(world, player, ("act",))
    if action.get("card") is not None:
        yield from _in_deck(world, str(action["card"]))


def _play(world: World, player: str, action: Action) -> Iterator[str]:
    yield from _turn_and_step(world, player, ("act", "panic"))
    card = str(action["card"])
    yield from _in_deck(world, card)
    if world.step == "panic" and (world.card is None or card != world.card.slug):
        yield "card.panic-only-when-drawn"
    if world.step == "act":
        yield from _from_hand(world, player, card, action)
    if card in targets.AIMED:
        yield from _aim(world, player, card, action)


def _from_hand(world: World, player: str, card: str, action: Action) -> Iterator[str]:
    ink = INK[card]
    if ink == "panic":
        yield "card.panic-only-when-drawn"
    if ink in ("contagion", "defence"):
        yield "card.not-playable"
    if all_in_play(world, card):
        yield "card.all-in-play"
    if card in KEPT_FROM_QUARANTINED and player in world.quarantine:
        yield KEPT_FROM_QUARANTINED[card]
    frees = card == "hacha" and (not action.get("remove") or targets.remove_of(action["remove"]) == player)
    if targets.beyond_cards(world, player) and not frees:
        yield "quarantine.no-card"


def all_in_play(world: World, card: str) -> bool:
    """Return True if every copy of an obstacle lies on the table already."""
    if INK[card] != "obstacle":
        return False
    lying = len(world.quarantine) if card == "cuarentena" else sum(len(gap) for gap in world.gaps)
    return lying >= copies_for(len(world.players)).get(card, 0)


def _aim(world: World, player: str, card: str, action: Action) -> Iterator[str]:
    target = action.get("target")
    if panics.is_void(world, card) and "anyway" not in action:
        return
    if target is None:
        if not (INK[card] == "panic" and targets.comes_to_nothing(world, card, player)):
            yield "target.missing"
        return
    if target not in world.players:
        yield "player.unknown"
        return
    if target in world.eliminated:
        yield "player.eliminated"
        return
    remove = action.get("remove")
    yield from targets.faults(world, card, player, str(target), remove)
    if card == "hacha" and not targets.axe_finds(world, str(target), remove):
        yield "axe.nothing-there"


def _respond(world: World, player: str, action: Action) -> Iterator[str]:
    if world.step != "respond":
        yield "step.wrong"
        return
    if player != world.waiting_for:
        yield "respond.not-asked"
    card = action.get("card")
    if card is None:
        return
    yield from _in_deck(world, str(card))
    if INK[str(card)] == "panic":
        yield "card.panic-only-when-drawn"
    if card not in ANSWERS[str(world.against)]:
        yield "respond.wrong-card"
    if targets.beyond_cards(world, player):
        yield "quarantine.no-card"


def _eliminate(world: World, player: str, action: Action) -> Iterator[str]:
    if world.step != "respond" or world.against not in OFFERS or world.options["full_of_infected"] == "three-at-most":
        yield "step.wrong"
        return
    if player not in (world.turn, world.partner):
        yield "respond.not-asked"


def _reveal(world: World, player: str, action: Action) -> Iterator[str]:
    if player in world.hands or world.status != "playing":
        yield "step.wrong"


def _declare(world: World, player: str, action: Action) -> Iterator[str]:
    if world.status != "playing":
        yield "step.wrong"


_VERBS = {
    "draw": _draw,
    "discard": _discard,
    "play": _play,
    "respond": _respond,
    "eliminate": _eliminate,
    "reveal": _reveal,
    "declare": _declare,
}


# ---------------------------------------------------------------------- the end


def _end(world: World, action: Action) -> Iterator[str]:
    cause = str(action["cause"])
    if cause == "abandoned":
        return
    if not _in_time(world, cause):
        yield "step.wrong"
    if not roles_fit(world, action):
        yield "end.roles"


def _in_time(world: World, cause: str) -> bool:
    if world.status == "declared":
        return cause == ("la-cosa-eliminated" if world.revealed else "la-cosa-declared")
    if cause == "la-cosa-caught":
        return world.options["thing_caught_loses"] is True
    return cause == "la-cosa-eliminated"


def roles_fit(world: World, action: Action) -> bool:
    """Return True if the roles name all players and one La Cosa, and do not contradict the cause."""
    roles, cause, last = action["roles"], action["cause"], action.get("last_infected")
    assert isinstance(roles, dict)
    things = [player for player, role in roles.items() if role == THING]
    if set(roles) != set(world.players) or len(things) != 1:
        return False
    if (things[0] in world.eliminated) != (cause == "la-cosa-eliminated"):
        return False
    if cause == "la-cosa-declared" and things[0] != world.declarer:
        return False
    return last is None or roles.get(last) == INFECTED
