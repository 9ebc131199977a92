"""What the hands of this table do: counters and tokens on the board, and how one phase follows another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine import facts as f
from companion.engine.kit import effects as kit
from companion.engine.kit.moves import register
from companion.engine.places import DISCARD, Place, front, room
from companion.games.the_thing import base as b
from companion.games.the_thing import queries
from companion.games.the_thing.box import first_strength


class Effects(kit.Effects):
    """Recorder of the facts that one action brings about. It never refuses: it records what the hands do."""

    after: Mapping[str, str]
    """What phase comes after each."""
    enter: Mapping[str, Callable[[Any], str | None]]
    """What happens when a phase begins; the name of another where it does not take place."""

    # Numbers

    def add(self, name: str, player: str = "", more: int = 1) -> None:
        """Change a number; at 0 it is taken off the table."""
        self.keep(name, player, max(queries.number(self.table, name, player) + more, 0) or None)

    def clear(self, *names: str) -> None:
        """Take these numbers off the table, whoever and whatever they were kept for."""
        for name, player in tuple(self.table.tracks):
            if name in names:
                self.keep(name, player, None)
        for name, at in tuple(self.table.numbers):
            if name in names:
                self.put(name, at, None)

    def lay(self, name: str, slug: str, more: int, most: int | None = None) -> int:
        """Change the tokens in a room by `more`, never below none; return the change made."""
        was = queries.here(self.table, name, slug)
        now = max(was + more, 0)
        now = now if most is None else min(now, max(most, was if more > 0 else 0))
        self.put(name, room(slug), now or None)
        return now - was

    def suspect(self, player: str, more: int = 1) -> None:
        """Raise a player's suspicion, never beyond the red space."""
        now = queries.suspicion(self.table, player)
        self.keep(b.SUSPICION, player, max(min(now + more, queries.most_suspicion(self.table)), now) or None)

    # Fuel and damage

    def damage(self, slug: str, more: int) -> None:
        """Damage counters go to a room, or leave it. The boiler at its last one is lost for good, and the base
        begins to freeze (RB, sala de calderas)."""
        free = b.DAMAGE_SUPPLY - sum(queries.here(self.table, b.DAMAGE, one) for one in b.MOST_DAMAGE)
        self.lay(b.DAMAGE, slug, min(more, free) if more > 0 else more, queries.most_damage(self.table, slug))
        self.begin_to_freeze()

    def begin_to_freeze(self) -> None:
        """Lay the freezing token on its first space as soon as the boiler is destroyed."""
        full = queries.here(self.table, b.DAMAGE, b.BOILER) >= b.MOST_DAMAGE[b.BOILER]
        lost = full or queries.is_burnt(self.table, b.BOILER)
        if lost and not queries.kept(self.table, b.FREEZING):
            self.keep(b.FREEZING, "", 1)

    def fuel(self, source: str, slug: str, count: int) -> int:
        """Fuel goes from a store to a room, as much as there is and as fits. How much that was."""
        moved = queries.fuel_goes_in(self.table, slug, min(count, queries.here(self.table, b.FUEL, source)))
        if moved:
            self.lay(b.FUEL, source, -moved)
            self.lay(b.FUEL, slug, moved)
        return moved

    def food(self, count: int) -> int:
        """Food leaves the pantry, as much as there is. How much that was."""
        gone = min(count, queries.here(self.table, b.FOOD_HERE, b.PANTRY))
        self.lay(b.FOOD_HERE, b.PANTRY, -gone)
        return gone

    # Cards

    def take(self, deck: Place, kind: str, player: str, count: int = 1) -> None:
        """Cards or tokens of a deck come to somebody, unseen."""
        count = min(count, self.table.piles.get(str(deck.name), 0))
        if count:
            self.do(f.CardsMoved(deck, front(player), count))
            self.add(kind, player, count)

    def spend(self, kind: str, player: str, back: Place | None = None) -> None:
        """Take a player's card or token out of the game, or put it back under its deck."""
        if queries.number(self.table, kind, player):
            self.add(kind, player, -1)
        if back is not None:
            self.do(f.CardsMoved(front(player), back))

    def burns(self, player: str) -> None:
        """Spend a charge of a flamethrower. Of an empty one the rulebook does not say."""
        self.add(b.CHARGE, player, -1)
        if queries.plays(self.table, "empty_flamethrower", "leaves") and not queries.kept(self.table, b.CHARGE, player):
            self.spend(b.WEAPONS, player)

    # People

    def stand(self, player: str, slug: str) -> None:
        """Put a figure into a room."""
        self.keep("room", player, b.ROOMS.index(slug) + 1)

    def lay_down(self, player: str) -> None:
        """Lay a figure on its side: it has acted."""
        self.keep(b.LYING, player, 1)

    def lead(self, player: str) -> None:
        """Lay the leader sheet before this player."""
        self.note(b.LEADER, player)
        self.turn(player)

    def lead_passes(self, player: str) -> None:
        """Whoever loses their Character leads no longer: the next one to the left does."""
        if queries.leader(self.table) == player:
            self.lead(queries.after(self.table, player))

    def first_strength(self) -> int:
        """Return the strength of the first exposed Alien."""
        return first_strength(len(self.table.players))

    def turn(self, player: str) -> None:
        """Give this player the move."""
        if self.table.turn != player:
            self.do(f.TurnBegan(player))

    # The end

    def comes_to(self, ending: str) -> None:
        """Come to this ending; everybody shows their role."""
        if self.table.prompts:
            self.do(f.Settled())
        self.keep(b.ENDING, "", b.ENDINGS.index(ending) + 1)
        self.do(f.StepBegan("ending"))

    # Phases

    def begin(self, step: str) -> None:
        """Begin a phase, or the next one if it does not take place."""
        while (instead := self.enter[step](self)) is not None:
            step = instead
        self.turn(self.whose(step))
        if self.table.step != step:
            self.do(f.StepBegan(step))

    def whose(self, step: str) -> str:
        """Return whose move it is when a phase begins: the leader's, but for the planning."""
        planners = queries.planners(self.table) if step == "plan" else ()
        return planners[0] if planners else queries.leader(self.table)

    def go_on(self) -> None:
        """Go on to the next phase."""
        self.begin(self.after[self.table.step])


ORDER = (
    "weather", "upkeep", "alien", "draw", "plan", "pack", "encounters", "rescue", "actions", "rec-room", "tests",
    "food", "dogs",
)  # fmt: skip
"""The phases of a round."""
AFTER = {step: ORDER[(k + 1) % len(ORDER)] for k, step in enumerate(ORDER)}
AFTER |= {"escape": "actions", "meeting": "encounters", "sheets": "weather"}


Enter = Callable[[Any], str | None]
"""Does what a phase begins with, and returns the phase to go on to at once, if any."""
ENTER: dict[str, Enter] = dict.fromkeys(("upkeep", "draw", "tests", "food", "escape"), lambda effects: None)


@register(ENTER, "weather")
def _round(effects: Effects) -> str | None:
    """Begin a new round: tests can be made again."""
    effects.clear(*b.TEST_DONE.values(), b.TESTED, b.DECLINED, b.PLACED, b.TURNED, b.MET, b.DRAWN)
    effects.add(b.ROUND)
    return None


@register(ENTER, "alien")
def _alien(effects: Effects) -> str | None:
    exposed = queries.exposed(effects.table) and queries.number(effects.table, b.POOL)
    return None if exposed else "draw"


@register(ENTER, "plan")
def _plan(effects: Effects) -> str | None:
    effects.clear(b.PLACED)
    return None


@register(ENTER, "pack")
def _pack(effects: Effects) -> str | None:
    effects.clear(b.DRAWN)
    return None if queries.pack_leader_moves(effects.table) else "encounters"


@register(ENTER, "encounters")
def _encounters(effects: Effects) -> str | None:
    table = effects.table
    if queries.depth(table) == b.PHASES:
        return None
    if queries.heaps(table) or queries.hunted(table) or queries.meetings(table):
        return None
    return "rescue"


@register(ENTER, "rescue")
def _rescue(effects: Effects) -> str | None:
    if not queries.rescue_is_there(effects.table):
        return "actions"
    effects.clear(b.REFUSED)
    effects.keep(b.ESCAPE, "", 1)
    return None


@register(ENTER, "actions")
def _actions(effects: Effects) -> str | None:
    effects.clear(b.ESCAPE, b.REFUSED, b.ABOARD)
    return None


@register(ENTER, "rec-room")
def _rec_room(effects: Effects) -> str | None:
    """Discard unseen what was not turned; everybody comes back, on their feet."""
    left = effects.table.piles.get(str(b.ACTIVE.name), 0)
    if left:
        effects.do(f.CardsMoved(b.ACTIVE, DISCARD, left))
    effects.clear(b.LYING, b.VOTE)
    for player in queries.characters(effects.table):
        effects.stand(player, b.REC_ROOM)
    return None


@register(ENTER, "dogs")
def _dogs(effects: Effects) -> str | None:
    """All dogs outside are gathered; at the end of the first round they all come into play."""
    effects.clear(b.DRAWN)
    outside = queries.number(effects.table, b.LOOSE)
    for slug in b.GREEN:
        outside += -effects.lay(b.DOG, slug, -b.DOGS)
    if not queries.kept(effects.table, b.DOGS_IN):
        outside += -effects.lay(b.DOG, b.KENNEL, -b.DOGS)
        effects.keep(b.DOGS_IN, "", 1)
    for slug in (*b.GREEN, b.KENNEL):
        if not queries.here(effects.table, b.DOG, slug):
            effects.put(b.PACK, room(slug), None)
    effects.keep(b.LOOSE, "", outside or None)
    return None


Effects.after, Effects.enter = AFTER, ENTER
