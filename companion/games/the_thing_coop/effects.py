"""What the hands do in the cooperative mode besides: the threat, dice, and how one phase follows another."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import facts as f
from companion.engine.kit.moves import register
from companion.games.the_thing import base as b
from companion.games.the_thing import effects as base
from companion.games.the_thing import queries as q
from companion.games.the_thing.meetings import drop_out
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries

ORDER = (
    "weather", "upkeep", "plan", "encounters", "alien", "rescue", "actions", "rec-room", "tests", "food", "dogs",
    "threat",
)  # fmt: skip
"""The phases of a round (RC, resumen). Encounters come twice: with dogs before the Alien attacks, with it after."""


class Effects(base.Effects):
    """Recorder of the facts that one action brings about in the cooperative mode."""

    # People

    def lead_passes(self, player: str) -> None:
        """Pass the lead to another Character of the same person, or else to the next person."""
        if q.leader(self.table) != player:
            return
        number = queries.number_of(self.table, player)
        people = (one for one in q.characters(self.table) if one != player)
        mine = [one for one in people if queries.number_of(self.table, one) == number]
        if mine:
            self.lead(mine[0])
        else:
            self.next_leads()

    def next_leads(self) -> None:
        """Pass the leader sheet to the left (RC, fase 9)."""
        self.lead(queries.next_person(self.table))

    def first_strength(self) -> int:
        return c.FIRST_STRENGTH

    def whose(self, step: str) -> str:
        order = queries.planners(self.table) if step == "plan" else ()
        return order[0] if order else q.leader(self.table)

    def suspect(self, player: str, more: int = 1) -> None:
        super().suspect(player, queries.grows(self.table, player, more))

    # The threat

    def move_threat(self, by: int) -> bool:
        """Move the threat, to the right or (less than 0) to the left; return True if it reached a Character on another
        space."""
        now = queries.threat(self.table)
        to = min(max(now + by, 0), c.FIRST_THREAT)
        self.keep(c.THREAT, "", to)
        return to != now and bool(queries.sharing(self.table))

    def reached(self, *players: str) -> bool:
        """Return True if the suspicion of one of these, who have just moved, lies on the space of the threat."""
        return bool({*players} & {*queries.sharing(self.table)})

    def threaten(self, back: str) -> bool:
        """One of those whom the threat has reached becomes an Alien: the only one, or whom the leader chooses; then
        play goes on with the phase `back`. Whether it waits for the leader (RC, exponer al alienígena)."""
        found = queries.sharing(self.table)
        if len(found) > 1:
            self.keep(c.BACK, "", ORDER.index(back) + 1)
            self.turn(q.leader(self.table))
            self.do(f.StepBegan("choice"))
            return True
        for player in found:
            self.transform(player)
        return False

    def transform(self, player: str) -> None:
        """Make a Character part of the exposed Alien; its role card stays face down."""
        drop_out(self, player)

    # Dice

    def clear_dice(self) -> None:
        """Take the dice back: they were used, or there was nobody left to use them."""
        self.clear(*c.DIE, c.REROLLED, c.SUFFERS)
        self.note(c.ASSIGNED, None)

    # The end

    @property
    def is_coming_to_an_end(self) -> bool:
        """True if everybody shows their roles now."""
        return self.table.step == "ending"


ENTER: dict[str, base.Enter] = {
    **base.ENTER,
    "threat": base.ENTER["upkeep"],
}


@register(ENTER, "weather")
def _round(effects: Effects) -> str | None:
    """Begin a new round: the Alien can attack again, the dormitory be used again."""
    effects.clear(c.ATTACKED, c.ALTERED, b.DRAWN)
    effects.clear_dice()
    return base.ENTER["weather"](effects)


@register(ENTER, "encounters")
def _encounters(effects: Effects) -> str | None:
    """Skip the encounters where the tablet keeps less and cannot tell if there are any."""
    table = effects.table
    if q.depth(table) != b.COMPLETE or q.heaps(table) or q.hunted(table) or queries.dog_meetings(table):
        return None
    return "rescue" if q.kept(table, c.ATTACKED) else "alien"


@register(ENTER, "alien")
def _alien(effects: Effects) -> str | None:
    exposed = q.exposed(effects.table) and q.number(effects.table, b.POOL)
    return None if exposed and not q.kept(effects.table, c.ATTACKED) else "rescue"


@register(ENTER, "rescue")
def _rescue(effects: Effects) -> str | None:
    effects.clear(c.ROLLED)
    return base.ENTER["rescue"](effects)


@register(ENTER, "actions")
def _actions(effects: Effects) -> str | None:
    """With everybody on the floor there is nobody to act."""
    effects.clear_dice()
    base.ENTER["actions"](effects)
    return None if queries.up(effects.table) or q.depth(effects.table) != b.COMPLETE else "rec-room"


@register(ENTER, "rec-room")
def _rec_room(effects: Effects) -> str | None:
    effects.clear_dice()
    return base.ENTER["rec-room"](effects)


@register(ENTER, "dogs")
def _dogs(effects: Effects) -> str | None:
    """Without dogs outside the leader sheet goes on at once."""
    base.ENTER["dogs"](effects)
    if q.number(effects.table, b.LOOSE):
        return None
    effects.next_leads()
    return "threat"


AFTER: Mapping[str, str] = {
    **{step: ORDER[(k + 1) % len(ORDER)] for k, step in enumerate(ORDER)},
    "take-sheets": "weather",
    "escape": "actions",
}
Effects.after, Effects.enter = AFTER, ENTER
