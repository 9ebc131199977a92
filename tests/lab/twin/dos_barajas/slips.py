"""Actions that must be refused: near misses of what is lawful now, each with the rule that has to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.lab.twin.dos_barajas.evening import Evening

RULES = (
    "game.over", "player.unknown", "player.eliminated", "count.awaited", "answer.awaited", "combat.goes-on",
    "step.wrong", "turn.not-yours", "target.missing", "target.self", "card.unknown", "card.not-in-deck", "trio.suit",
    "trio.short", "trio.surplus", "hand.too-few", "clubs.too-many", "human.clubs", "leave.starving", "starve.enough",
    "take.count", "invade.phase", "reveal.known", "attack.rolled", "attack.hidden", "attack.own-side", "attack.human",
    "end.roles", "figure.commander", "commander.same", "override.invalid", "setup.names",
)  # fmt: skip
"""Every rule that a near miss can meet once a game has begun."""

Miss = tuple[dict[str, object], str]


def try_one(evening: Evening) -> None:
    """Try one near miss of this moment."""
    misses = list(_beside(evening)) + list(_PHASES[evening.phase](evening))
    if misses:
        said, rule = evening.dice.choice(misses)
        evening.desk.near_miss(said, rule)
        evening.desk.note(f"rule {rule}")


def _beside(evening: Evening) -> Iterator[Miss]:
    """Yield actions that are wrong at any time, with the rule that refuses each."""
    world = evening.world
    other = next(p for p in world.names if p != world.commander)
    yield {"action": "show", "player": other, "cards": ["rey-de-espadas"]}, "figure.commander"
    yield {"action": "show", "player": other, "cards": ["once-de-oros"]}, "card.unknown"
    yield {"action": "rename", "player": other, "to": world.commander.upper()}, "setup.names"
    yield {"action": "rename", "player": "Zoe", "to": "Xan"}, "player.unknown"
    if evening.phase != "over":
        yield {"action": "override", "set": {"draw_pile": 999}}, "override.invalid"
        yield {"action": "override", "set": {"turn": "Zoe"}}, "override.invalid"
        yield {"action": "leave", "player": "Zoe"}, "player.unknown"
    if world.dead and evening.phase != "over":
        yield {"action": "leave", "player": world.dead[0]}, "player.eliminated"


def _deal(evening: Evening) -> Iterator[Miss]:
    player = evening.dice.choice(evening.world.ring)
    held = len(evening.world.hands[player])
    yield {"action": "clubs", "player": player, "count": held + 1}, "hand.too-few"
    yield {"action": "supply", "player": evening.world.first}, "step.wrong"
    yield {"action": "invade", "player": player}, "invade.phase"
    yield {"action": "answer", "others": True}, "step.wrong"
    yield {"action": "commander", "player": evening.world.commander}, "commander.same"


def _accuse(evening: Evening) -> Iterator[Miss]:
    world = evening.world
    line = world.order()
    last = line[-1]
    held = len(world.hands[last])
    said: dict[str, object] = {"action": "accuse", "player": last, "result": "human"}
    yield said, "target.missing"
    yield {**said, "target": last}, "target.self"
    if world.dead:
        yield {**said, "target": world.dead[-1]}, "player.eliminated"
    aimed = {**said, "target": line[0]}
    yield {**aimed, "cards": ["as-de-oros", "cinco-de-copas"]}, "trio.suit"
    yield {**aimed, "cards": ["dos-de-bastos", "as-de-oros"]}, "trio.suit"
    yield {**aimed, "cards": ["cuatro-de-oros", "cinco-de-oros"]}, "trio.short"
    yield {**aimed, "cards": ["as-de-oros", "cinco-de-oros", "dos-de-oros"]}, "trio.surplus"
    yield {**aimed, "cards": ["rey-de-oros", "cinco-de-oros", "dos-de-oros"]}, "card.not-in-deck"
    if world.options.get("deck") != 48:
        yield {**aimed, "cards": ["ocho-de-oros", "cinco-de-oros", "dos-de-oros"]}, "card.not-in-deck"
    if held < 3:
        yield {**aimed, "aces": 0}, "hand.too-few"
    else:
        yield {**aimed, "shown": ["dos-de-bastos"]}, "human.clubs"
    yield {"action": "reveal", "player": last}, "step.wrong"
    yield {"action": "end", "cause": "majority", "roles": {}}, "step.wrong"
    if world.humans():
        roles = {p: "thing" if p in world.things else "human" for p in world.ring}
        yield {"action": "end", "cause": "no-humans", "roles": roles}, "end.roles"


def _another(evening: Evening) -> str:
    return evening.dice.choice([p for p in evening.world.ring if p != evening.turn])


def _supply(evening: Evening) -> Iterator[Miss]:
    turn = evening.turn
    yield {"action": "supply", "player": _another(evening)}, "turn.not-yours"
    if len(evening.world.deck) >= 8 + 17:
        yield {"action": "supply", "player": turn, "clubs": 17}, "clubs.too-many"
    yield {"action": "supply", "player": turn, "cups": True, "cards": ["as-de-oros", "dos-de-copas"]}, "trio.suit"
    yield {"action": "leave", "player": turn}, "step.wrong"
    yield {"action": "skip"}, "step.wrong"
    if len(evening.world.hands[turn]) < 3:
        yield {"action": "supply", "player": turn, "cups": True}, "hand.too-few"


def _leave(evening: Evening) -> Iterator[Miss]:
    turn = evening.turn
    yield {"action": "leave", "player": _another(evening)}, "turn.not-yours"
    yield {"action": "supply", "player": turn}, "step.wrong"
    if len(evening.world.hands[turn]) < 3:
        yield {"action": "leave", "player": turn}, "leave.starving"
    else:
        yield {"action": "starve", "player": turn, "role": "human"}, "starve.enough"


def _take(evening: Evening) -> Iterator[Miss]:
    turn = evening.turn
    yield {"action": "take", "player": turn, "count": 0}, "take.count"
    yield {"action": "take", "player": turn, "count": 3}, "take.count"
    yield {"action": "take", "player": _another(evening), "count": 1}, "turn.not-yours"


def _invade(evening: Evening) -> Iterator[Miss]:
    yield {"action": "take", "player": evening.world.first, "count": 1}, "step.wrong"
    yield {"action": "pass", "player": evening.world.first}, "step.wrong"


def _combat(evening: Evening) -> Iterator[Miss]:
    world, turn = evening.world, evening.turn
    yield {"action": "skip"}, "combat.goes-on"
    yield {"action": "supply", "player": turn}, "combat.goes-on"
    yield {"action": "invade", "player": turn}, "combat.goes-on"
    seen = [p for p in world.ring if p in world.shown]
    hidden = [p for p in world.ring if p not in world.shown]
    roll: dict[str, object] = {"action": "attack", "player": turn, "dice": [6, 6]}
    yield roll, "target.missing"
    yield {**roll, "target": turn}, "target.self"
    yield {"action": "reveal", "player": seen[0]}, "reveal.known"
    for player in evening.rolled & set(world.ring):
        yield {"action": "pass", "player": player}, "attack.rolled"
    for player in set(world.ring) - evening.rolled - {turn}:
        yield {"action": "pass", "player": player}, "turn.not-yours"
    yield from _aimed(evening, roll, seen, hidden)


def _aimed(evening: Evening, roll: dict[str, object], seen: list[str], hidden: list[str]) -> Iterator[Miss]:
    world, turn = evening.world, evening.turn
    if turn in seen:
        for target in set(seen) - {turn}:
            yield {**roll, "target": target}, "attack.own-side"
        return
    for target in set(hidden) - {turn}:
        if not world.is_set("humans_fight", True):
            yield {**roll, "target": target}, "attack.human"
        if not world.is_set("hidden_thing", "as-thing"):
            yield {**roll, "target": target, "as": "thing"}, "attack.hidden"
    if len(world.hands[turn]) < 3:
        yield {**roll, "target": seen[0], "trios": 1}, "hand.too-few"


def _answer(evening: Evening) -> Iterator[Miss]:
    yield {"action": "skip"}, "answer.awaited"
    yield {"action": "supply", "player": evening.world.first}, "answer.awaited"


def _count(evening: Evening) -> Iterator[Miss]:
    world = evening.world
    yield {"action": "skip"}, "count.awaited"
    yield {"action": "answer", "others": True}, "count.awaited"
    roles: dict[str, str] = dict.fromkeys(world.ring[1:], "human")
    yield {"action": "end", "cause": "majority", "roles": roles}, "end.roles"


def _over(evening: Evening) -> Iterator[Miss]:
    yield {"action": "skip"}, "game.over"
    yield {"action": "end", "cause": "abandoned"}, "game.over"


_PHASES: dict[str, Callable[[Evening], Iterator[Miss]]] = {
    "deal": _deal,
    "accuse": _accuse,
    "supply": _supply,
    "leave": _leave,
    "take": _take,
    "invade": _invade,
    "combat": _combat,
    "answer": _answer,
    "count": _count,
    "over": _over,
}
