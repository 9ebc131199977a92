"""The public side of a game of La Cosa: what each action means, as moves of green cards.

A twin's world that holds blank cards carries the actions out, so that seats, doors, turns and offers are its business;
where green cards lie is read off the action and the world before and after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import cast

from tests.lab.judge.follower import Line, OutOfScope
from tests.lab.judge.public import (
    ASIDE,
    DISCARD,
    DRAW,
    Box,
    Event,
    Infections,
    IsThing,
    Moment,
    Move,
    Out,
    Overfull,
    Round,
    Shown,
    Shuffle,
    Swap,
    hand,
)
from tests.lab.twin.la_cosa.deal import deal
from tests.lab.twin.la_cosa.deck import INK, OFFERS, Piece, pieces_for
from tests.lab.twin.la_cosa.whatif import carried_out, left_open
from tests.lab.twin.la_cosa.world import HUMAN, World

GOES_ON = frozenset({"draw", "discard", "play", "respond", "eliminate"})
HARMLESS = frozenset({"options", "direction", "draw_pile", "discard_pile"})
"""Fields that a correction may set without the judge losing its way."""


@dataclass(frozen=True)
class Table:
    """Public facts after some actions, and the numbers of green and pink cards in each pile."""

    world: World
    draw: int
    """Green cards in the draw pile; `pinks` and `pinks_out` are the pink ones there and in the discards."""
    thrown: int
    pinks: int
    pinks_out: int
    laid: Mapping[Piece, str] = field(default_factory=dict)
    """The place of each card that lies on the table."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Name at the set-up of each renamed player, by the new name."""
    out: tuple[str, ...] = ()
    """Eliminated players known not to be La Cosa, since play went on."""
    step: int = 0
    """Number of actions before this table."""

    def called(self, name: object) -> str:
        """Translate a name to the one of the set-up."""
        return self.names.get(str(name), str(name))

    def moment(self) -> Moment:
        """Say what matters of this table for a check."""
        world = self.world
        offer = world.step == "respond" and world.against in OFFERS and world.partner is not None
        return Moment(
            turn=world.turn,
            sizes={player: len(cards) for player, cards in world.hands.items()},
            step=world.step,
            offer=(world.turn, str(world.partner)) if offer else None,
            round_pairs=tuple((player, world.next_after(player)) for player in world.seats),
            caught_loses=world.options["thing_caught_loses"] is True,
            draw=self.draw,
            full_goes_out=not _may_be_full(world),
        )


def box_for(players: int) -> Box:
    """Sort the cards that play with this number of players."""
    pieces = pieces_for(players)
    pink = frozenset(slug for slug, ink in INK.items() if ink == "panic")
    return Box(tuple(f"{p.slug}.{p.k}" for p in pieces if not p.panic), pink)


def opened(setup: Line) -> Table:
    """Lay the table of a set-up line, with blank cards."""
    players = [str(name) for name in cast("list[object]", setup["players"])]
    options = cast("dict[str, str | int | bool]", setup.get("options", {}))
    world = deal(players, str(setup.get("first", players[0])), options, Random(0))
    world.roles = dict.fromkeys(players, HUMAN)
    world.hands = {player: [_blank() for _ in cards] for player, cards in world.hands.items()}
    green = len(box_for(len(players)).green) - sum(len(cards) for cards in world.hands.values())
    return Table(world, green, 0, world.panics, 0)


def _blank() -> Piece:
    return Piece("whisky", 0, 0, "action")


class Telling:
    """One action as it is read: the events it makes, and the piles while it goes on."""

    def __init__(self, table: Table, action: Line) -> None:
        self.table, self.action = table, action
        self.before = table.world
        self.events: list[Event] = []
        self.draw, self.thrown = table.draw, table.thrown
        self.pinks, self.pinks_out = table.pinks, table.pinks_out
        self.laid, self.out = dict(table.laid), table.out
        self.names = table.names

    def told(self) -> tuple[Table, tuple[Event, ...]]:
        """Read the action: the table after it, and what happened."""
        action = self._in_old_names()
        verb = str(action["action"])
        world = self.before
        if verb in GOES_ON:
            self._play_goes_on()
            if left_open(world, action):
                raise OutOfScope("done anyway, and no rule says what follows")
            world = carried_out(world, action)
            _READERS[verb](self, action, world)
            self._clear(world)
        elif verb == "show" and action.get("to") == "all":
            self._show(action)
        elif verb == "rename":
            self.names = {**self.names, str(self.action["to"]): str(action["player"])}
        elif verb in ("declare", "reveal"):
            self.events.append(IsThing(str(action["player"]), True))
            world = world.copy()
            world.status = "declared"
        elif verb == "override":
            world = self._corrected(cast("Mapping[str, object]", action["set"]))
        table = Table(
            world, self.draw, self.thrown, self.pinks, self.pinks_out, self.laid, self.names, self.out,
            self.table.step + 1,
        )  # fmt: skip
        return table, tuple(self.events)

    def _in_old_names(self) -> dict[str, object]:
        names, action = self.table.names, dict(self.action)
        if names:
            for key in ("player", "target", "to", "infected"):
                if action.get(key) is not None and not (key == "to" and action["action"] == "rename"):
                    action[key] = self.table.called(action[key])
            if isinstance(action.get("shown"), list):
                action["shown"] = [self.table.called(name) for name in cast("list[object]", action["shown"])]
            remove = action.get("remove")
            if isinstance(remove, dict):
                action["remove"] = {
                    key: [self.table.called(name) for name in value]
                    if isinstance(value, list)
                    else self.table.called(value)
                    for key, value in remove.items()
                }
        return action

    def _play_goes_on(self) -> None:
        """Note that no eliminated player was La Cosa, else the game would be over."""
        for player in self.before.eliminated:
            if player not in self.out:
                self.events.append(IsThing(player, False))
        self.out = tuple(self.before.eliminated)

    # ------------------------------------------------------------------ moves

    def _move(self, source: str, target: str, slug: str | None = None, **more: object) -> None:
        self.events.append(Move(source, target, slug, **more))  # type: ignore[arg-type]
        self.draw += (target == DRAW) - (source == DRAW)
        self.thrown += (target == DISCARD) - (source == DISCARD)

    def _shuffle(self) -> None:
        self.events.append(Shuffle())
        self.draw, self.thrown = self.thrown, 0
        self.pinks, self.pinks_out = self.pinks + self.pinks_out, 0

    def _draws(self, many: int, target: str, skipped: int) -> None:
        """Draw green cards for an effect; pink ones on the way are discarded."""
        for _ in range(many):
            if self.draw == 0:
                skipped -= self.pinks
                self.pinks_out, self.pinks = self.pinks_out + self.pinks, 0
                self._shuffle()
                if self.draw == 0:
                    raise OutOfScope("nothing to draw")
            self._move(DRAW, target)
        self.pinks, self.pinks_out = self.pinks - skipped, self.pinks_out + skipped
        if self.pinks < 0 or skipped < 0:
            raise OutOfScope("the piles do not add up")

    def _read_draw(self, action: Line, world: World) -> None:
        player = str(action["player"])
        if action["back"] == "panic":
            if self.draw + self.pinks == 0:
                self._shuffle()
            self.pinks -= 1
        else:
            if self.draw == 0 and self.pinks > 0:
                raise OutOfScope("the piles do not add up")
            if self.draw == 0:
                self._shuffle()
            card = action.get("card")
            self._move(DRAW, hand(player), None if card is None else str(card))
        if self.pinks < 0:
            raise OutOfScope("the piles do not add up")

    def _read_discard(self, action: Line, world: World) -> None:
        player, card = str(action["player"]), action.get("card")
        self._move(hand(player), DISCARD, None if card is None else str(card), kept_rules=player)

    def _read_play(self, action: Line, world: World) -> None:
        player, slug = str(action["player"]), str(action["card"])
        skipped = cast(int, action.get("skipped", 0))
        if self.before.step == "panic":
            self._panic(player, slug, action, skipped)
            return
        place = f"laid:{self.table.step}"
        self._move(hand(player), place, slug)
        if slug == "determinacion":
            self._draws(3, ASIDE, skipped)
            for target in (DISCARD, DISCARD, hand(player)):
                self._move(ASIDE, target)
        new = [piece for piece in _on_table(world) if piece not in self.laid]
        if new:
            self.laid[new[0]] = place
        else:
            self._move(place, DISCARD, slug)

    def _panic(self, player: str, slug: str, action: Line, skipped: int) -> None:
        if slug == "olvidadizo":
            many = min(3, len(self.before.hands[player]))
            for _ in range(many):
                self._move(hand(player), DISCARD, kept_rules=player)
            self._draws(many, hand(player), skipped)
        elif slug == "cita-a-ciegas":
            self._draws(1, ASIDE, skipped)
            self._move(hand(player), DRAW, kept_rules=player, on_top=True)
            self._move(ASIDE, hand(player))
        elif slug == "vuelta-y-vuelta":
            self.events.append(Round(self.table.moment().round_pairs))
        elif slug == "revelaciones":
            for name in cast("list[str]", action.get("shown", [])):
                self.events.append(Infections(name, name == action.get("infected")))

    def _read_respond(self, action: Line, world: World) -> None:
        player, card, before = str(action["player"]), action.get("card"), self.before
        offered, needy = before.against in OFFERS, _may_be_full(before)
        if offered and not needy:
            self.events.append(Overfull(before.turn, player, False))
            self.events.append(Overfull(player, before.turn, False))
        if card is not None:
            self._move(hand(player), DISCARD, str(card))
            self._draws(1, hand(player), cast(int, action.get("skipped", 0)))
        elif offered:
            self.events.append(Swap(before.turn, player, before.immune, needy))
        elif before.against == "lanzallamas":
            self._out(player)

    def _read_eliminate(self, action: Line, world: World) -> None:
        player, before = str(action["player"]), self.before
        other = str(before.partner) if player == before.turn else before.turn
        self.events.append(Overfull(player, other, True))
        self._out(player)

    def _out(self, player: str) -> None:
        self.events.append(Out(player))
        self.thrown += len(self.before.hands[player])

    def _clear(self, world: World) -> None:
        """Discard what lies on the table no longer."""
        still = _on_table(world)
        for piece, place in list(self.laid.items()):
            if piece not in still:
                del self.laid[piece]
                self._move(place, DISCARD, piece.slug)
        card = self.before.card
        if card is not None and card.panic and world.card is not card:
            self.pinks_out += 1

    def _show(self, action: Line) -> None:
        player, cards = str(action["player"]), tuple(str(card) for card in cast("list[object]", action["cards"]))
        held = self.before.hands.get(player)
        if held is not None:
            self.events.append(Shown(player, cards, len(cards) == len(held)))

    def _corrected(self, fields: Mapping[str, object]) -> World:
        if not set(fields) <= HARMLESS:
            raise OutOfScope("a correction")
        world = self.before.copy()
        if isinstance(fields.get("options"), dict):
            world.options = {**world.options, **cast("dict[str, str | int | bool]", fields["options"])}
        if "direction" in fields:
            world.clockwise = fields["direction"] == "clockwise"
        return world


def _may_be_full(world: World) -> bool:
    """Tell whether nobody goes out by a hand of nothing but ¡Infectado!."""
    return world.options["full_of_infected"] == "three-at-most"


def _on_table(world: World) -> list[Piece]:
    """List the green cards that lie on the table."""
    found = [piece for gap in world.gaps for piece in gap] + [piece for piece, _ in world.quarantine.values()]
    if world.card is not None and not world.card.panic:
        found.append(world.card)
    return found


_READERS = {
    "draw": Telling._read_draw,
    "discard": Telling._read_discard,
    "play": Telling._read_play,
    "respond": Telling._read_respond,
    "eliminate": Telling._read_eliminate,
}


def told(table: Table, action: Line) -> tuple[Table, tuple[Event, ...]]:
    """Read an action: the table after it, and what happened."""
    return Telling(table, action).told()
