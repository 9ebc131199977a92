"""Lawful targets: reach, quarantine and doors for every card that has a target (docs/rules/la-cosa.md)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.lab.twin.la_cosa.world import World

NEIGHBOUR = frozenset(
    {
        "lanzallamas", "analisis", "sospecha", "cambio-de-lugar", "cuarentena", "puerta-atrancada", "hacha",
        "que-quede-entre-nosotros",
    }
)  # fmt: skip
ANYONE = frozenset({"mas-vale-que-corras", "seduccion", "sal-de-aqui", "no-podemos-ser-amigos"})
AIMED = NEIGHBOUR | ANYONE | {"uno-dos"}
"""Cards that name a player."""

NOT_QUARANTINED = ANYONE | {"cambio-de-lugar"}
"""Cards that a quarantine keeps off its player."""

STOPPED_BY_DOOR = frozenset({"lanzallamas", "analisis", "hacha", "sospecha", "cambio-de-lugar", "cuarentena"})
RANGED = frozenset({"seduccion", "no-podemos-ser-amigos", "sal-de-aqui", "que-quede-entre-nosotros"})
"""Cards that a door stops between its two neighbours unless the table decided otherwise."""

IN_HAND = (NEIGHBOUR | {"mas-vale-que-corras", "seduccion"}) - {"que-quede-entre-nosotros", "puerta-atrancada"}
"""Cards from the hand that are aimed at a player."""

Remove = dict[str, object]


def thirds(world: World, player: str) -> set[str]:
    """Return the third living player to either side, oneself counted on the way round."""
    return {world.clockwise_of(player, 3), world.clockwise_of(player, -3)}


def may_name_self(world: World, slug: str) -> bool:
    return slug == "hacha" or (slug == "cuarentena" and world.options["self_quarantine"] is True)


def faults(world: World, slug: str, player: str, target: str, remove: object = None) -> Iterator[str]:
    """Yield the rules against aiming this card at a living player, in the order the companion gives them."""
    if target == player:
        if not may_name_self(world, slug):
            yield "target.self"
            return
    elif slug in NEIGHBOUR and not world.are_neighbours(player, target):
        yield "target.not-adjacent"
    if slug == "uno-dos" and target not in thirds(world, player):
        yield "target.not-third"
    kept = beyond_cards(world, target) and slug in IN_HAND and remove_of(remove) != target
    if kept or (slug in NOT_QUARANTINED and target in world.quarantine):
        yield "target.quarantined"
    if door_stops(world, slug, player, target, remove):
        yield "target.door"


def beyond_cards(world: World, player: str) -> bool:
    """Return True if `player` is quarantined and by the option no card is played by or on such players."""
    return player in world.quarantine and world.options["quarantine_cards"] == "none"


def remove_of(remove: object) -> object:
    """Return whose quarantine the axe takes; None if it takes none."""
    return remove.get("quarantine") if isinstance(remove, dict) else None


def door_stops(world: World, slug: str, player: str, target: str, remove: object = None) -> bool:
    """Return True if a door between the two stops this card."""
    if slug in RANGED:
        if world.options["door_stops_ranged"] is False:
            return False
    elif slug not in STOPPED_BY_DOOR:
        return False
    if not world.door_between(player, target):
        return False
    return not (slug == "hacha" and door_named(remove) == {player, target})


def door_named(remove: object) -> set[str] | None:
    """Return the two players of the door in `remove`, or None if it names none."""
    pair = remove.get("door") if isinstance(remove, dict) else None
    return {str(name) for name in pair} if isinstance(pair, list) else None


def axe_finds(world: World, target: str, remove: object) -> bool:
    """Return True if the obstacle in `remove` exists and affects the axe's target."""
    pair = door_named(remove)
    if pair is not None:
        return len(pair) == 2 and target in pair and pair <= set(world.seats) and world.door_between(*pair)
    return isinstance(remove, dict) and remove.get("quarantine") == target and target in world.quarantine


def obstacles_of(world: World, target: str) -> list[Remove]:
    """Return the obstacles that an axe may take from `target`."""
    found: list[Remove] = [{"quarantine": target}] if target in world.quarantine else []
    for other in dict.fromkeys((world.clockwise_of(target, 1), world.clockwise_of(target, -1))):
        if world.door_between(target, other):
            found.append({"door": [target, other]})
    return found


def targets(world: World, slug: str, player: str) -> list[str]:
    """Return the players this card may lawfully be aimed at (an axe: with an obstacle to take)."""
    if slug == "hacha":
        return list(dict.fromkeys(target for target, _ in axe_aims(world, player)))
    if slug in NEIGHBOUR:
        near = list(dict.fromkeys((world.clockwise_of(player, 1), world.clockwise_of(player, -1), player)))
        return [p for p in near if next(faults(world, slug, player, p), None) is None]
    return [p for p in world.seats if next(faults(world, slug, player, p), None) is None]


def axe_aims(world: World, player: str) -> list[tuple[str, Remove]]:
    """Return each lawful use of an axe: the target, and the obstacle it takes."""
    if not world.quarantine and not any(world.gaps):
        return []
    near = dict.fromkeys((player, world.clockwise_of(player, 1), world.clockwise_of(player, -1)))
    return [
        (target, remove)
        for target in near
        for remove in obstacles_of(world, target)
        if not door_stops(world, "hacha", player, target, remove)
        and (remove_of(remove) == target or not beyond_cards(world, target))
        and (remove_of(remove) == player or not beyond_cards(world, player))
    ]


def comes_to_nothing(world: World, slug: str, player: str) -> bool:
    """Return True if a drawn panic can do nothing, so that no player need be named."""
    if slug == "uno-dos":
        open_thirds = [p for p in thirds(world, player) if p != player and p not in world.quarantine]
        return player in world.quarantine or not open_thirds
    if slug == "sal-de-aqui" and player in world.quarantine:
        return True
    if slug == "no-podemos-ser-amigos" and shut_in(world, player):
        return True
    return not targets(world, slug, player)


def shut_in(world: World, player: str) -> bool:
    """Return True if `player` is quarantined and by the option quarantined players exchange with no one."""
    return player in world.quarantine and world.options["quarantine_exchange"] == "blocked"
