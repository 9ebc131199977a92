"""How one phase follows another in the Norwegian base, how people get away, and how the game ends."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.kit.moves import register
from companion.engine.places import room
from companion.games.the_thing import base as b
from companion.games.the_thing import effects as base
from companion.games.the_thing import queries
from companion.games.the_thing.escape import ROLE
from companion.games.the_thing.meetings import become_alien, drop_everything
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q


class Effects(base.Effects):
    """Recorder of the facts that one action brings about in the Norwegian base."""

    def begin(self, step: str) -> None:
        """Begin a phase, unless every way out is gone: then the cold takes whoever is left (RB, aclaraciones)."""
        if q.no_way_out(self.table) and not q.is_in_the_ufo(self.table):
            self.do(f.Ended("left-behind", q.escaped(self.table), self.shown()))
        else:
            super().begin(step)

    def shown(self) -> dict[str, str]:
        """Return the roles that are known without another card being shown."""
        away = dict.fromkeys(q.escaped(self.table), b.HUMAN_ROLE)
        return {**away, **dict.fromkeys(queries.exposed(self.table), b.ALIEN_ROLE)}

    # The end

    def comes_to(self, ending: str) -> None:
        """Come to this ending.

        If a vehicle leaves with Humans the game goes on, and an Alien who leaves alone in a snowcat flies to the
        saucer.
        """
        if self.table.step == "escape" and ending == "departed":
            self.leaves()
        elif self.table.step == "escape" and ending == "alien-aboard" and len(queries.aboard(self.table)) == 1:
            self.alien_leaves()
        elif ending == "assimilated" and q.is_in_the_ufo(self.table):
            self.comes_to("taken")
        elif ending in o.OWN_ENDINGS:
            if self.table.prompts:
                self.do(f.Settled())
            self.marks_end(ending)
            self.do(f.StepBegan("ending"))
        else:
            super().comes_to(ending)

    def marks_end(self, ending: str) -> None:
        """Record which of this game's own ends it has come to."""
        self.keep(o.OWN_END, "", o.OWN_ENDINGS.index(ending) + 1)

    # The vehicles

    def set_off(self) -> None:
        """Only whoever stands where the vehicle stands can get aboard (RB, ejecutar acciones); the table knows who."""
        here = queries.where(self.table, queries.aboard(self.table)[0])
        for player in queries.characters(self.table) if queries.depth(self.table) == b.COMPLETE else ():
            if queries.where(self.table, player) != here:
                self.keep(o.ELSEWHERE, player, 1)
        if not queries.may_board(self.table):
            self.leaves()

    def leaves(self) -> None:
        """Close the vehicle: the owner of the keys shows the role card, and all aboard are away."""
        aboard = queries.aboard(self.table)
        if not queries.kept(self.table, o.LAST_ASKED):
            self.keep(o.LAST_ASKED, "", 1)
            self.ask(ROLE, (aboard[0], aboard[0]))
            return
        self.uses_vehicle(aboard[0])
        if set(queries.characters(self.table)) <= set(aboard):
            for player in aboard:
                self.keep(o.ESCAPED, player, 1)
            self.do(f.Ended("humans-away", q.escaped(self.table), self.shown()))
            return
        for player in aboard:
            drop_everything(self, player)
            self.gone(player)
            self.keep(o.ESCAPED, player, 1)
        self.begin("actions")

    def uses_vehicle(self, owner: str) -> None:
        """Lay the keys on the vehicle that was used."""
        slug = b.ESCAPES[queries.number(self.table, b.ESCAPE) - 1]
        self.lay(o.USED, slug, 1)
        self.spend(b.OBJECTS, owner)

    def gone(self, player: str) -> None:
        """Take a player who got away out of the game."""
        self.lead_passes(player)
        self.leave(player, f.ESCAPED)

    def alien_leaves(self) -> None:
        """Let a hidden Alien get away alone: by air it has won, in a snowcat it reaches the saucer."""
        owner = queries.aboard(self.table)[0]
        if queries.number(self.table, b.ESCAPE) == b.ESCAPES.index(b.HELICOPTER) + 1:
            self.comes_to("alien-away")
            return
        self.uses_vehicle(owner)
        _actions(self)
        self.do(f.StepBegan("ufo-setup"))
        become_alien(self, owner)


ORDER = o.UFO_STEPS[1:]


ENTER: dict[str, base.Enter] = {
    **base.ENTER,
    "ufo-place": lambda effects: None,
    "ufo-reveal": lambda effects: None if queries.heaps(effects.table) else "ufo-collect",
    "ufo-fight": lambda effects: None if q.fights(effects.table) else "ufo-collect",
    "ending": lambda effects: None,
}


@register(ENTER, "actions")
def _actions(effects: Effects) -> str | None:
    effects.clear(o.ELSEWHERE, o.LAST_ASKED)
    return base.ENTER["actions"](effects)


@register(ENTER, "weather")
def _round(effects: Effects) -> str | None:
    """Begin a new round: everybody's teeth can be looked at again."""
    effects.clear(o.TESTED, o.TESTER, o.BLED)
    return base.ENTER["weather"](effects)


@register(ENTER, "runaway")
def _runaway(effects: Effects) -> str | None:
    """Move the dog on by itself if the length of its track is known."""
    end = q.end_of_run(effects.table)
    if end is None:
        return None
    effects.add(o.DOG_AT)
    if queries.number(effects.table, o.DOG_AT) < end:
        return "weather"
    effects.marks_end("runaway")
    return "ending"


@register(ENTER, "ufo-hide")
def _turn_of_the_ufo(effects: Effects) -> str | None:
    """Both sides take back what is theirs; without a token to be had the launch has failed (RB, huida en ovni)."""
    effects.add(b.POOL, "", sum(q.strength(effects.table, sector) for sector in o.SECTORS))
    effects.clear(o.SECTOR, o.PAID, b.STRENGTH)
    if q.is_stopped(effects.table):
        effects.marks_end("stopped")
        return "ending"
    return None if queries.number(effects.table, b.POOL) else "ufo-place"


@register(ENTER, "ufo-collect")
def _collect(effects: Effects) -> str | None:
    if q.to_draw(effects.table):
        return None
    collect(effects, ())
    return "ufo-launch"


@register(ENTER, "ufo-launch")
def _launch(effects: Effects) -> str | None:
    spent = queries.number(effects.table, o.PAID) >= o.A_TURN
    return "ufo-hide" if spent or not q.can_pay(effects.table) else None


def collect(effects: Effects, drawn: tuple[int, ...]) -> None:
    """Give the Alien the token of each sector it holds and those it drew, and the Humans one for each of theirs.

    Theirs come from those face down or, when there are none, from the sector (RB, huida en ovni).
    """
    table = effects.table
    tokens = [q.token(table, sector) for sector in q.alien_sectors(table)]
    for value in (*filter(None, tokens), *drawn):
        effects.add(o.HELD[value])
    for sector in q.alien_sectors(table):
        effects.put(o.FACE_UP, room(sector), None)
    effects.keep(o.STOCK, "", queries.number(table, o.STOCK) - len(drawn))
    for sector in q.human_sectors(table):
        left = queries.number(effects.table, o.STOCK)
        if left:
            effects.keep(o.STOCK, "", left - 1)
        else:
            effects.put(o.FACE_UP, room(sector), None)


Effects.enter = ENTER
Effects.after = {
    **base.AFTER,
    "dogs": "runaway",
    "runaway": "weather",
    **{step: ORDER[(k + 1) % len(ORDER)] for k, step in enumerate(ORDER)},
}
