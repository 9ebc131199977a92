"""Winners (rulebook, end of the game; docs/rules/la-cosa.md)."""

from __future__ import annotations

from tests.lab.twin.la_cosa.world import HUMAN, INFECTED, World


def winners(world: World, cause: str) -> list[str]:
    """Return the winners of a game that ended for `cause`; the eliminated never win."""
    humans = world.living(HUMAN)
    if cause == "abandoned":
        return []
    if cause != "la-cosa-declared" or humans:
        return humans
    thing = world.thing()
    if thing_wins_alone(world):
        return [thing]
    return [p for p in world.seats if p == thing or (world.roles[p] == INFECTED and p != world.last_infected)]


def thing_wins_alone(world: World) -> bool:
    """Return True if no player who counts was eliminated: no human, or by the option no player at all."""
    if world.options["thing_alone"] == "nobody-eliminated":
        return not world.eliminated
    return all(world.roles[player] != HUMAN for player in world.eliminated)


def ending(world: World, cause: str) -> dict[str, object]:
    """End the game for `cause` with the roles and winners, and return the action that tells it."""
    world.winners = winners(world, cause)
    world.status = "ended"
    world.note(f"end {cause}")
    action: dict[str, object] = {"action": "end", "cause": cause}
    if cause != "abandoned":
        action["roles"] = {player: world.roles[player] for player in world.players}
        action["last_infected"] = world.last_infected if cause == "la-cosa-declared" else None
    return action


def victory(world: World) -> str:
    """Return the outcome of the game in a word for the statistics."""
    if not world.winners:
        return "nobody"
    if world.roles[world.winners[0]] == HUMAN:
        return "humans"
    return "la-cosa alone" if world.winners == [world.thing()] else "la-cosa"
