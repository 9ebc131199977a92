"""Near misses: an action that could be said at this moment with one field changed, and what must be answered.

Most are to be refused, and the first rule is named; the others must be accepted, whatever the hands hold, since the
companion does not know them.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.lab.twin.la_cosa.bad_corrections import NOBODY, impossible
from tests.lab.twin.la_cosa.deck import ANSWERS, INK, OFFERS, SLUGS, copies_for
from tests.lab.twin.la_cosa.refusals import OVERRULABLE, refusal
from tests.lab.twin.la_cosa.targets import AIMED, NEIGHBOUR, NOT_QUARANTINED, RANGED, STOPPED_BY_DOOR, obstacles_of
from tests.lab.twin.la_cosa.turn import KEPT_FROM_QUARANTINED
from tests.lab.twin.la_cosa.world import HUMAN, INFECTED, THING, Action, World

RANGED_IN_HAND = frozenset(slug for slug in RANGED if INK[slug] != "panic")
NOT_QUARANTINED_IN_HAND = frozenset(slug for slug in NOT_QUARANTINED if INK[slug] != "panic")

NO_CARD = "ovni"


@dataclass(frozen=True, slots=True)
class Slip:
    """Something said at the table and the rule that must refuse it first; None: it must be accepted."""

    action: Action
    rule: str | None


def near_miss(world: World, rng: Random) -> Slip | None:
    """Return one near miss for this moment; None where the rules leave its answer open."""
    if rng.random() < 0.02:
        return _miscount(world, rng)
    action = _template(world, rng)
    if rng.random() < 0.8:
        _spoil(world, action, rng)
    if _left_open(world, action):
        return None
    if _draws(action) and rng.random() < 0.3:
        action["skipped"] = rng.randint(0, min(2 * world.panics, len(world.draw) + world.card_offset))
    rule = refusal(world, action)
    if rule in OVERRULABLE and action["action"] in ("draw", "discard", "play", "respond") and rng.random() < 0.3:
        action["anyway"] = "the table did it"
        rule = refusal(world, action)
    return Slip(action, rule)


def _draws(action: Action) -> bool:
    """Return True if this action draws cards, so that panics may have been skipped."""
    card = str(action.get("card"))
    if action["action"] == "play":
        return card in ("determinacion", "olvidadizo", "cita-a-ciegas")
    return action["action"] == "respond" and INK.get(card) == "defence"


def _miscount(world: World, rng: Random) -> Slip | None:
    action = impossible(world, rng)
    rule = "game.over" if world.status == "ended" else "override.invalid"
    return Slip(action, rule) if action else None


# ---------------------------------------------------------------------- something that could be said


def _template(world: World, rng: Random) -> Action:
    if rng.random() < (0.06 if world.status == "playing" else 0.6):
        return _ending(world, rng) if rng.random() < 0.5 else _rare(world, rng)
    if world.step == "draw":
        return _drawing(world, rng)
    if world.step == "act":
        return _acting(world, rng)
    if world.step == "panic":
        return _panic(world, rng)
    return _answering(world, rng)


def _drawing(world: World, rng: Random) -> Action:
    back = rng.choice(("away", "panic"))
    cards = [slug for slug in copies_for(len(world.players)) if (INK[slug] == "panic") == (back == "panic")]
    said: Action = {"action": "draw", "player": world.turn, "back": back}
    if back == "panic" or rng.random() < 0.5:
        said["card"] = rng.choice(cards)
    return said


def _acting(world: World, rng: Random) -> Action:
    if rng.random() < 0.25:
        card = rng.choice(SLUGS if rng.random() < 0.3 else list(copies_for(len(world.players))))
        said: Action = {"action": "discard", "player": world.turn}
        return said | ({"card": card} if INK[card] != "panic" else {})
    cards = [slug for slug in copies_for(len(world.players)) if INK[slug] in ("action", "obstacle")]
    return _against_obstacle(world, rng) if rng.random() < 0.25 else _playing(world, rng.choice(cards), rng)


def _against_obstacle(world: World, rng: Random) -> Action:
    """Return an action that a near quarantine or door would bear on, if there is one."""
    player = world.turn
    behind = [other for other in world.seats if world.door_between(player, other)]
    warded = [other for other in world.quarantine if other != player]
    if player in world.quarantine:
        return _playing(world, rng.choice(sorted(KEPT_FROM_QUARANTINED)), rng)
    if behind and rng.random() < 0.6:
        return _playing(world, rng.choice(sorted(STOPPED_BY_DOOR | RANGED_IN_HAND)), rng) | {"target": behind[0]}
    if warded:
        return _playing(world, rng.choice(sorted(NOT_QUARANTINED_IN_HAND)), rng) | {"target": rng.choice(warded)}
    return _playing(world, rng.choice(("cuarentena", "puerta-atrancada", "hacha")), rng)


def _playing(world: World, card: str, rng: Random) -> Action:
    said: Action = {"action": "play", "player": world.turn, "card": card}
    if card in AIMED:
        target = _target(world, card, rng)
        said["target"] = target
        if card == "hacha":
            said["remove"] = _remove(world, target, rng)
    if card == "revelaciones":
        said |= {"shown": [], "infected": None}
    return said


def _target(world: World, card: str, rng: Random) -> str:
    if card in NEIGHBOUR and rng.random() < 0.8:
        steps = (1, -1, 0) if card in ("hacha", "cuarentena") else (1, -1)
        return world.clockwise_of(world.turn, rng.choice(steps))
    if card in NOT_QUARANTINED and world.quarantine and rng.random() < 0.4:
        return rng.choice(sorted(world.quarantine))
    if card == "uno-dos" and rng.random() < 0.7:
        return world.clockwise_of(world.turn, rng.choice((3, -3)))
    return rng.choice(world.seats)


def _remove(world: World, target: str, rng: Random) -> Action:
    there = obstacles_of(world, target)
    if there and rng.random() < 0.7:
        return rng.choice(there)
    if rng.random() < 0.5:
        return {"quarantine": rng.choice(world.seats)}
    return {"door": [target, world.clockwise_of(target, rng.choice((1, -1)))]}


def _panic(world: World, rng: Random) -> Action:
    assert world.card is not None
    said = _playing(world, world.card.slug, rng)
    if "target" in said and rng.random() < 0.2:
        said["target"] = None
    return said


def _answering(world: World, rng: Random) -> Action:
    player = world.waiting_for
    if world.against in OFFERS and rng.random() < 0.15:
        doomed = rng.choice((world.turn, world.partner))
        return {"action": "eliminate", "player": doomed, "cause": "superinfection"}
    cards = sorted(ANSWERS[str(world.against)]) if rng.random() < 0.7 else list(SLUGS)
    return {"action": "respond", "player": player, "card": rng.choice([None, *cards])}


def _rare(world: World, rng: Random) -> Action:
    player = rng.choice(world.players)
    things: list[Action] = [
        {"action": "reveal", "player": player, "role": THING},
        {"action": "declare", "player": player},
        {"action": "eliminate", "player": player, "cause": "superinfection"},
        {"action": "draw", "player": player, "back": "away"},
        {"action": "discard", "player": player},
        {"action": "play", "player": player, "card": "whisky"},
        {"action": "respond", "player": player, "card": None},
    ]
    return rng.choice(things)


def _ending(world: World, rng: Random) -> Action:
    cause = rng.choice(("la-cosa-eliminated", "la-cosa-declared", "la-cosa-caught", "abandoned"))
    roles: dict[str, str] = {player: rng.choice((HUMAN, INFECTED)) for player in world.players}
    roles[rng.choice(world.players)] = THING
    if world.declarer and rng.random() < 0.7:
        roles = dict.fromkeys(roles, HUMAN) | {world.declarer: THING}
    infected = [player for player, role in roles.items() if role == INFECTED]
    if rng.random() < 0.2:
        roles[rng.choice(world.players)] = rng.choice((THING, HUMAN))
    if rng.random() < 0.1:
        del roles[rng.choice(world.players)]
    last = rng.choice(infected) if infected and cause == "la-cosa-declared" and rng.random() < 0.5 else None
    return {"action": "end", "cause": cause, "roles": roles, "last_infected": last}


# ---------------------------------------------------------------------- one field changed


def _spoil(world: World, action: Action, rng: Random) -> None:
    fields = [key for key in ("player", "card", "target", "remove", "action") if key in action]
    key = rng.choice(fields)
    if key == "action":
        _other_verb(action, rng)
    elif key == "card":
        action["card"] = _other_card(world, str(action["card"]), rng)
    elif key == "remove":
        _other_remove(world, action, rng)
    elif key == "target" and rng.random() < 0.2:
        action["target"] = None
    else:
        action[key] = rng.choice([*world.seats, *world.eliminated, NOBODY])


def _other_verb(action: Action, rng: Random) -> None:
    """Change the verb of `action` and fill in the fields that the new one needs."""
    if action["action"] == "end":
        return
    verb = rng.choice(("draw", "discard", "play", "respond", "eliminate", "declare", "reveal"))
    kept: Action = {"action": verb, "player": action["player"]}
    if verb == "draw":
        kept["back"] = "away"
    elif verb == "play":
        kept["card"] = "whisky"
    elif verb == "respond":
        kept["card"] = None
    elif verb == "eliminate":
        kept["cause"] = "superinfection"
    elif verb == "reveal":
        kept["role"] = THING
    action.clear()
    action.update(kept)


def _other_card(world: World, card: str, rng: Random) -> str:
    odds = rng.random()
    if odds < 0.1:
        return NO_CARD
    same = [slug for slug in SLUGS if INK[slug] == INK.get(card)]
    return rng.choice(same) if same and odds < 0.4 else rng.choice(SLUGS)


def _other_remove(world: World, action: Action, rng: Random) -> None:
    if rng.random() < 0.3:
        del action["remove"]
    else:
        action["remove"] = _remove(world, rng.choice(world.seats), rng)


def _left_open(world: World, action: Action) -> bool:
    """Return True if neither the rulebook nor docs/rules/la-cosa.md settles this action, so that it is not tried."""
    card, verb = str(action.get("card")), action["action"]
    if verb == "play" and card == "revelaciones":
        return "shown" not in action
    if verb == "discard" and INK.get(card) == "panic":
        return True
    if verb == "end" and world.revealed:
        roles = action["roles"]
        return isinstance(roles, dict) and roles.get(world.thing()) != THING
    return verb == "draw" and action["back"] == "panic" and "card" not in action
