"""What a screen shows of any game. A game fills these values, the pages draw them; no page knows a game.

`TableView` is the ring with what lies on it. `Question` is the next thing to decide on the way to one action: its
choices either complete the action (`done`) or lead to the next question; `fields` are filled in before it is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Said = Mapping[str, object]
Spot = tuple[float, float, float, float]
"""Where a room lies on its board: column and row of its upper left corner, and how many of them it takes."""


@dataclass(frozen=True, slots=True)
class Badge:
    """Something small that lies on the table: a card in a gap, a counter in front of a player.

    `icon` names a drawing, `kind` its colour (a card's kind), `count` is a number to show on it.
    """

    icon: str
    label: str
    kind: str = ""
    count: int | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A chair: who sits there, how many cards they hold, what lies before them, and whether it is their move.
    `person`: who plays it, where somebody may have several; else empty."""

    name: str
    cards: int
    badges: tuple[Badge, ...] = ()
    is_turn: bool = False
    is_asked: bool = False
    person: str = ""


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile and its size; `back` is the kind of back that is known to lie on top, where one is."""

    icon: str
    label: str
    count: int
    back: str = ""


@dataclass(frozen=True, slots=True)
class RoomView:
    """A room of a board: what it is called, who is there, what lies there, and who of the people there lies
    down. `short`: its name where there is little room, or nothing. `spot`: where it lies, if the game tells."""

    name: str
    label: str
    people: tuple[str, ...] = ()
    badges: tuple[Badge, ...] = ()
    lying: tuple[str, ...] = ()
    short: str = ""
    spot: Spot | None = None


@dataclass(frozen=True, slots=True)
class TrackView:
    """A track of the board: what it counts, on which space its token lies, and how many there are where that is known.
    `kind`: its colour."""

    label: str
    at: int
    length: int | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class TableView:
    """The ring as everybody sees it. `gaps[k]` lies clockwise of `seats[k]`."""

    seats: tuple[SeatView, ...]
    gaps: tuple[tuple[Badge, ...], ...]
    out: tuple[str, ...]
    clockwise: bool
    piles: tuple[PileView, ...]
    heading: str
    detail: str
    status: str
    centre: Badge | None = None
    arrow_label: str = ""
    links: tuple[tuple[str, str], ...] = ()
    """Pairs of players joined by what is under way (who offers, who is asked)."""
    rooms: tuple[RoomView, ...] = ()
    """The rooms of a board, where the game has one."""
    tracks: tuple[TrackView, ...] = ()
    """The tracks of a board whose tokens lie on them."""


@dataclass(frozen=True, slots=True)
class Grip:
    """Something on the ring that one touch puts right.

    `place` says where it is: `way` (the direction), `gap`, `seat` or `pile`; `at` is the number of the gap, the name of
    the player or the pile. `sign` is `+`, `-`, or empty where it is only changed; `icon` draws what is laid or taken.
    `set` are the fields of the correction.
    """

    place: Literal["way", "gap", "seat", "pile"]
    at: str
    sign: str
    icon: str
    set: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Reason why a choice is closed: the rule's id, the sentence, the place in the rulebook.

    `overrule` is the action to send if the table did it anyway; None where no table can have done it.
    """

    rule: str
    text: str
    where: str
    overrule: Said | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question. `said` is the action so far with this answer in it; `done`: it can be sent.

    `player` names the seat on the ring this choice stands for, if any; `room` the room of the board, if any; `card`
    the card, if any.
    """

    label: str
    said: Said
    done: bool = False
    then: tuple[Said, ...] = ()
    """Further actions sent in the same tap, one after the other; all of them happen or none."""
    detail: str = ""
    kind: str = ""
    icon: str = ""
    player: str = ""
    card: str = ""
    refusal: Refusal | None = None
    room: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Choices that belong together. `quiet` ones are kept apart from the main course of play."""

    label: str
    choices: tuple[Choice, ...]
    quiet: bool = False
    by_lot: bool = False
    """Whether the rulebook draws lots among them."""


@dataclass(frozen=True, slots=True)
class Field:
    """Something to fill in before an action is sent.

    `choice`: one of `options` (value, label). `checks`: any of them. `number`: from `least` to `most`. `text`: free.
    `order`: a place in an order (1…) for each of `options`, empty for none. `dice`: the eyes of `most` dice,
    typed in or rolled by the companion where somebody asks for it; `options` are the sides, where they show no eyes.
    """

    name: str
    label: str
    kind: Literal["choice", "checks", "number", "text", "order", "dice"]
    options: tuple[tuple[str, str], ...] = ()
    value: str = ""
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    help: str = ""
    quiet: bool = False
    """Whether most tables leave it empty: such fields are kept together, out of the way."""


@dataclass(frozen=True, slots=True)
class Question:
    """Next decision of the table. `said` is the action so far, empty at its start."""

    text: str
    said: Said
    groups: tuple[Group, ...] = ()
    fields: tuple[Field, ...] = ()
    submit: str = ""
    """The label of the button that sends the fields; empty where a choice sends them."""
    detail: str = ""
    player: str = ""
    """Who has to decide, so that the page can turn to them."""
    course: tuple[str, ...] = ()
    """Who does what with whom, line by line, where a card concerns everybody."""
    step: str = ""
    """The phase it asks for, where the one of the table has nothing to ask."""


@dataclass(frozen=True, slots=True)
class Known:
    """Cards of a player's hand that the whole table has seen, and what has happened to the hand since.

    A player has one for each moment from which something different has happened.
    """

    player: str
    cards: tuple[Badge, ...]
    since: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """One thing worth telling of a game that is over: what it is, and either a number or some sentences."""

    label: str
    number: int | None = None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The set-up for a number of players: the figures that `companion deck --json` gives, and the steps as a person
    reads them."""

    figures: Mapping[str, object]
    steps: tuple[str, ...]
    verify: tuple[tuple[str, int], ...] = field(default=())
    """(what, how many) pairs a person counts on the table afterwards."""
    advice: tuple[tuple[str, str], ...] = ()
    """(question, answer) pairs for when the box is not as it should be."""
    pictures: tuple[tuple[str, ...], ...] = ()
    """The drawings beside each step, as many entries as there are steps; none where a game shows none."""
    apart: int = 0
    """The first so many steps can be done at the same time by different people; the others in their order, together."""
