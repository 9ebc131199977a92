"""The chronicle of a finished game: the table at the end, whose turn it was when, who fell, who won, what was said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine.facts import DirectionTurned, PlayerOut, TableOpened, TurnBegan
from companion.engine.history import Course
from companion.engine.ring_line import shares
from companion.engine.state import Table
from companion.printing.assets import icon
from companion.printing.faults import Unprintable
from companion.printing.order import Order
from companion.printing.source import Source

MOST_TURNS = 400
"""Of a longer game the last so many turns are drawn."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the public log; `undone`: it was taken back."""

    number: int
    text: str
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Twig:
    """Player in the tree of who turned whom: column and row from 0, the index of the one above (-1: nobody)."""

    player: str
    role: str
    x: float
    y: int
    parent: int
    is_root: bool


@dataclass(frozen=True, slots=True)
class Reel:
    """Part of the poster beyond the table: the outcome in words, the tree, prizes (name, who, what for)."""

    headline: str
    detail: str
    when: str = ""
    tree_label: str = ""
    tree: tuple[Twig, ...] = ()
    columns: int = 1
    rows: int = 1
    prizes: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A finished game as it is told on paper. `marks`: (turn, player, what happened), turns from 0."""

    players: tuple[str, ...]
    final: Table
    turns: tuple[str, ...]
    marks: tuple[tuple[int, str, str], ...]
    turned: tuple[int, ...]
    lines: tuple[Line, ...]
    infections: tuple[tuple[str, str], ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)
    figures: tuple[tuple[int, int], ...] = ()
    """Everybody's figure: which drawing, and which colour, from 0."""
    reel: Reel | None = None

    @property
    def winners(self) -> tuple[str, ...]:
        """Players who won."""
        return self.final.ended.winners if self.final.ended else ()


def chronicle(
    course: Course,
    lines: Iterable[Line],
    infections: Sequence[tuple[str, str]] = (),
    reel: Reel | None = None,
    figures: Sequence[tuple[int, int]] = (),
) -> Chronicle:
    """Return the chronicle of a course that has come to its end.

    `infections`: pairs (by whom, who), for what its tree does not tell. `figures`: drawing and colour of each player,
    in the order of the players; by default those of their seats.
    """
    final = course.table
    if final.ended is None:
        raise Unprintable("unfinished")
    turns: list[str] = []
    marks: list[tuple[int, str, str]] = []
    turned: list[int] = []
    for fact in (fact for entry, _ in course.standing for fact in entry.facts):
        if isinstance(fact, TableOpened):
            turns.append(fact.first)
        elif isinstance(fact, TurnBegan):
            turns.append(fact.player)
        elif isinstance(fact, PlayerOut):
            marks.append((len(turns) - 1, fact.player, "out"))
        elif isinstance(fact, DirectionTurned):
            turned.append(len(turns) - 1)
    before = max(0, len(turns) - MOST_TURNS)
    strangers = [name for pair in infections for name in pair if name not in final.players]
    if strangers:
        raise Unprintable("stranger", player=strangers[0])
    twigs = reel.tree if reel else ()
    pairs = ((twigs[one.parent].player, one.player) for one in twigs if one.parent >= 0)
    infections = tuple((by, player) for by, player in pairs if by) or infections
    roles = {**final.roles, **final.ended.roles}
    return Chronicle(
        final.players,
        final,
        tuple(turns[before:]),
        tuple((max(0, turn - before), player, what) for turn, player, what in marks),
        tuple(turn - before for turn in turned),
        tuple(lines),
        tuple(infections),
        roles,
        tuple(figures) or tuple((k, k) for k in range(len(final.players))),
        reel,
    )


def report(order: Order, source: Source, told: Chronicle) -> dict[str, object]:
    """Return the data of the chronicle."""
    return {
        "players": people(source, told),
        **ring(source, told),
        "turns": [told.players.index(name) for name in told.turns if name in told.players],
        "marks": [[turn, told.players.index(name), what] for turn, name, what in told.marks if name in told.players],
        "turned": list(told.turned),
        "winners": list(told.winners),
        "infections": [[by, to] for by, to in told.infections],
        "lines": [{"number": one.number, "text": one.text, "undone": one.undone} for one in told.lines],
        "about": source.said.say("report.turns", n=len(told.lines)),
        "pages": [0],
    }


def people(source: Source, told: Chronicle) -> list[dict[str, object]]:
    """Return the players as a template draws them."""
    part, out = source.about("roles"), []
    for name, (drawing, colour) in zip(told.players, told.figures, strict=True):
        role = told.roles.get(name, "")
        out.append(
            {
                "name": name,
                "role": part.get(f"{role}.name", role),
                "icon": icon(part.get(f"{role}.icon", ""), "human"),
                "kind": part.get(f"{role}.kind", ""),
                "drawing": f"p{drawing}",
                "colour": colour,
                "won": name in told.winners,
                "out": name in told.final.eliminated and name not in told.final.safe,
                "safe": name in told.final.safe,
                "fronts": [_obstacle(source, slug) for slug in told.final.fronts.get(name, ())],
            }
        )
    return out


def ring(source: Source, told: Chronicle) -> dict[str, object]:
    """Return the ring as it ended."""
    line = shares(2 * len(told.final.seats))
    return {
        "places": line[::2],
        "between": line[1::2],
        "seats": [told.players.index(name) for name in told.final.seats],
        "gaps": [[_obstacle(source, slug) for slug in gap] for gap in told.final.gaps],
        "clockwise": told.final.clockwise,
    }


def _obstacle(source: Source, thing: str) -> str:
    """Return the drawing of a card that lies on the table, by its slug or its copy."""
    slug = thing.split(".")[0]
    card = source.decklist.by_slug.get(slug)
    return icon(slug, card.acts_as if card else slug, "kind-obstacle")
