"""Slips that everybody at the table can see: each is made from the world as it is, and refused when it is said."""

from __future__ import annotations

from random import Random

from tests.lab.twin.la_cosa.deck import INK, copies_for
from tests.lab.twin.la_cosa.targets import beyond_cards, may_name_self, thirds
from tests.lab.twin.la_cosa.world import HUMAN, THING, Action, World


def _player(world: World, rng: Random, people: list[str]) -> str | None:
    return rng.choice(people) if people else None


def _play(world: World, card: str, **more: object) -> Action:
    return {"action": "play", "player": world.turn, "card": card, **more}


def _acting(world: World) -> bool:
    return world.status == "playing" and world.step == "act" and len(world.seats) > 1


# ---------------------------------------------------------------------- whose turn, and what is due


def acts_out_of_turn(world: World, rng: Random) -> Action | None:
    """Draw as a player whose turn it is not."""
    if world.status != "playing" or world.step != "draw" or len(world.seats) == 1:
        return None
    return {"action": "draw", "player": rng.choice([p for p in world.seats if p != world.turn]), "back": "away"}


def skips_the_draw(world: World, rng: Random) -> Action | None:
    """Play or discard before the turn player has drawn."""
    if world.status != "playing" or world.step != "draw" or len(world.seats) == 1:
        return None
    discarded: Action = {"action": "discard", "player": world.turn}
    return rng.choice((_play(world, "whisky"), discarded))


def draws_twice(world: World, rng: Random) -> Action | None:
    """Draw a second card."""
    return {"action": "draw", "player": world.turn, "back": "away"} if _acting(world) else None


def plays_twice(world: World, rng: Random) -> Action | None:
    """Play a second card when the exchange is due."""
    return _play(world, "whisky") if world.status == "playing" and world.against == "exchange" else None


def acts_though_out(world: World, rng: Random) -> Action | None:
    """Draw as an eliminated player."""
    player = _player(world, rng, world.eliminated)
    return {"action": "draw", "player": player, "back": "away"} if player and world.status == "playing" else None


def plays_on_after_the_end(world: World, rng: Random) -> Action | None:
    """Draw when the game is over."""
    return {"action": "draw", "player": world.turn, "back": "away"} if world.status == "ended" else None


def exchanges_with_the_wrong_neighbour(world: World, rng: Random) -> Action | None:
    """Accept an exchange as a player to whom no card was offered."""
    if world.status != "playing" or world.against != "exchange":
        return None
    player = _player(world, rng, [p for p in world.seats if p not in (world.waiting_for, world.turn)])
    return {"action": "respond", "player": player, "card": None} if player else None


def answers_with_the_wrong_card(world: World, rng: Random) -> Action | None:
    """Answer with a card that is no answer."""
    if world.status != "playing" or world.step != "respond":
        return None
    return {"action": "respond", "player": world.waiting_for, "card": "whisky"}


# ---------------------------------------------------------------------- which card


def plays_a_card_that_is_not_played(world: World, rng: Random) -> Action | None:
    """Play an ¡Infectado!, La Cosa or a defence as an action."""
    cards = [slug for slug in copies_for(len(world.players)) if INK[slug] in ("contagion", "defence")]
    return _play(world, rng.choice(cards)) if _acting(world) else None


def plays_a_panic_from_the_hand(world: World, rng: Random) -> Action | None:
    """Play a panic card from the hand."""
    return _play(world, "olvidadizo") if _acting(world) else None


def takes_a_card_of_a_larger_game(world: World, rng: Random) -> Action | None:
    """Discard a card that does not play with this number of players."""
    cards = [slug for slug in INK if slug not in copies_for(len(world.players)) and INK[slug] != "panic"]
    return {"action": "discard", "player": world.turn, "card": rng.choice(cards)} if cards and _acting(world) else None


def draws_from_the_wrong_back(world: World, rng: Random) -> Action | None:
    """Draw a pink back with the name of a card that is no panic."""
    if world.status != "playing" or world.step != "draw" or len(world.seats) == 1:
        return None
    return {"action": "draw", "player": world.turn, "back": "panic", "card": "whisky"}


def plays_what_lies_on_the_table(world: World, rng: Random) -> Action | None:
    """Play one more door or quarantine than there are."""
    copies = copies_for(len(world.players))
    doors = sum(len(gap) for gap in world.gaps) >= copies["puerta-atrancada"]
    wards = 0 < copies.get("cuarentena", 0) <= len(world.quarantine)
    cards = ["puerta-atrancada"] * doors + ["cuarentena"] * wards
    if not cards or not _acting(world):
        return None
    return _play(world, rng.choice(cards), target=world.next_after(world.turn))


# ---------------------------------------------------------------------- whom it reaches


def attacks_past_a_door(world: World, rng: Random) -> Action | None:
    """Aim a flamethrower through a barred door."""
    free = [p for p in world.seats if p != world.turn and p not in world.quarantine]
    behind = [p for p in free if world.door_between(world.turn, p)]
    if not behind or not _acting(world) or world.turn in world.quarantine:
        return None
    return _play(world, "lanzallamas", target=rng.choice(behind))


def reaches_too_far(world: World, rng: Random) -> Action | None:
    """Aim a flamethrower at a player who is not a neighbour."""
    far = [p for p in world.seats if p != world.turn and not world.are_neighbours(world.turn, p)]
    if not far or not _acting(world) or world.turn in world.quarantine:
        return None
    return _play(world, "lanzallamas", target=rng.choice(far))


def counts_the_third_wrongly(world: World, rng: Random) -> Action | None:
    """Play Uno, dos… with a player who is not the third."""
    wrong = [p for p in world.seats if p != world.turn and p not in thirds(world, world.turn)]
    if world.step != "panic" or world.card is None or world.card.slug != "uno-dos" or not wrong:
        return None
    return _play(world, "uno-dos", target=rng.choice(wrong)) if world.status == "playing" else None


def aims_at_oneself(world: World, rng: Random) -> Action | None:
    """Aim a card that is for others at oneself."""
    if not _acting(world) or world.turn in world.quarantine:
        return None
    cards = [c for c in ("lanzallamas", "sospecha", "cambio-de-lugar") if not may_name_self(world, c)]
    return _play(world, rng.choice(cards), target=world.turn)


def aims_at_nobody(world: World, rng: Random) -> Action | None:
    """Play a card that needs a target without one."""
    return _play(world, "sospecha", target=None) if _acting(world) and world.turn not in world.quarantine else None


def burns_from_quarantine(world: World, rng: Random) -> Action | None:
    """Play a flamethrower in quarantine."""
    if not _acting(world) or world.turn not in world.quarantine:
        return None
    return _play(world, "lanzallamas", target=world.next_after(world.turn))


def moves_from_quarantine(world: World, rng: Random) -> Action | None:
    """Play a change of seats in quarantine."""
    if not _acting(world) or world.turn not in world.quarantine:
        return None
    return _play(world, "mas-vale-que-corras", target=world.next_after(world.turn))


def aims_at_the_quarantined(world: World, rng: Random) -> Action | None:
    """Play Seducción at a player in quarantine."""
    target = _player(world, rng, [p for p in world.quarantine if p != world.turn])
    if not target or not _acting(world) or beyond_cards(world, world.turn):
        return None
    return _play(world, "seduccion", target=target)


def takes_an_obstacle_that_is_not_there(world: World, rng: Random) -> Action | None:
    """Play an axe for a door where none stands."""
    target = world.next_after(world.turn)
    if not _acting(world) or {world.turn, target} & set(world.quarantine) or world.door_between(world.turn, target):
        return None
    return _play(world, "hacha", target=target, remove={"door": [world.turn, target]})


# ---------------------------------------------------------------------- counts and roles


def counts_wrongly(world: World, rng: Random) -> Action | None:
    """Set a draw pile that does not add up with the other cards."""
    if world.status == "ended":
        return None
    wrong = len(world.draw) + world.card_offset + rng.choice((1, 2, 5))
    return {"action": "override", "set": {"draw_pile": wrong}, "reason": "the pile was counted"}


def names_two_things(world: World, rng: Random) -> Action | None:
    """End the game with two players as La Cosa."""
    if world.status != "declared":
        return None
    cause = "la-cosa-eliminated" if world.revealed else "la-cosa-declared"
    other = rng.choice([p for p in world.players if p != world.thing()])
    roles = {player: world.roles.get(player, HUMAN) for player in world.players} | {other: THING}
    return {"action": "end", "cause": cause, "roles": roles, "last_infected": None}
