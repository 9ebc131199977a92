"""The states in which a table can stand, each reached by driving one real game of twelve people with long names."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote

from companion.decks.catalog import Title, title
from companion.engine.state import Table
from companion.engine.view import Question
from tests.browser.conftest import House
from tests.games.play import Sitting
from tests.games.walk import fill

NAMES = [
    "María Fernanda de la Concepción Ruiz Gil", "Bartolomé Esteban Murillo y Pérez-Gómez",
    "Wolfgang Amadeus von Mozartheimer III", "José Luis", "Ana", "Maximiliano Emperador de Todo el Norte",
    "Guadalupe Monserrat Iturbide", "Íñigo", "Xóchitl Quetzalli Hernández Moctezuma", "Beto",
    "Christopher Montgomery Featherstone", "Carla",
]  # fmt: skip
"""Up to forty letters, the longest that a name may have."""
AWAY = {"action": "draw", "back": "away"}


def opened(house: House) -> str:
    """Open the game at its first question, and return its id."""
    line = {"playthrough": 1, "game": "la-cosa", "players": NAMES, "options": {}, "house": "Sin prisas. " * 40}
    return house.tables.open(line).id


def at_the_table(house: House, game: str) -> Iterator[tuple[str, str]]:
    """Yield the moments on the way round the ring: each name once the game stands there, and the address."""
    table = f"/games/{game}"

    def say(**action: object) -> None:
        house.tables.say(game, action)

    def half(**said: object) -> str:
        version = house.tables.seen(game).version
        return f"{table}?v={version}&said={quote(json.dumps(said))}"

    def turn_of(name: str, step: str = "act") -> None:
        say(action="override", set={"turn": name, "step": step}, reason="")

    yield "first", table
    yield "late", f"/new?late={game}"
    say(**AWAY, player=NAMES[0])
    yield "act", table
    yield "whom", half(action="play", player=NAMES[0], card="puerta-atrancada")
    say(action="play", player=NAMES[0], card="puerta-atrancada", target=NAMES[11])
    yield "exchange-left", table
    say(action="respond", player=NAMES[1], card=None)
    say(**AWAY, player=NAMES[1])
    say(action="play", player=NAMES[1], card="cuarentena", target=NAMES[2])
    say(action="respond", player=NAMES[2], card=None)
    turn_of(NAMES[6])
    yield "act-across", table
    say(action="play", player=NAMES[6], card="lanzallamas", target=NAMES[7])
    yield "burns-across", table
    say(action="respond", player=NAMES[7], card=None)
    yield "one-out", table
    say(action="show", player=NAMES[2], cards=["lanzallamas", "whisky"], to="all")
    yield "shown", table
    turn_of(NAMES[9])
    say(action="play", player=NAMES[9], card="vigila-tus-espaldas")
    yield "other-way", table
    turn_of(NAMES[10], "draw")
    say(action="draw", player=NAMES[10], back="panic", card="vuelta-y-vuelta")
    yield "panic", table
    yield "hands", half(action="override", about="hands")
    yield "who-sits-where", half(action="override", about="seats")
    yield "roles", half(action="end", cause="la-cosa-caught")


def over(house: House, game: str) -> str:
    """End the game with every player's role, and return the address."""
    people = [name for name in NAMES if name != NAMES[7]]
    roles = {**dict.fromkeys(NAMES, "human"), people[0]: "la-cosa", people[1]: "infected"}
    house.tables.say(game, {"action": "end", "cause": "la-cosa-caught", "roles": roles})
    return f"/games/{game}"


def beside_the_table(game: str) -> Iterator[tuple[str, str]]:
    """Yield the other pages of an evening."""
    for page in ("setup", "log", "rules", "fix", "locked", "seats", "box", "at", "at/3", "edit/3", "record"):
        yield page.replace("/", "-"), f"/games/{game}/{page}"
    for page in ("scan", "scan/deck", "scan/judge", "scan/play", "film", "story"):
        yield page.replace("/", "-"), f"/games/{game}/{page}"
    for page in ("new", "device", "devices", "screens", "join", "kept", "rules", "print", "take-in", "puzzles"):
        yield f"the-{page}", f"/{page}"
    yield "what-it-would-be", f"/games/{game}/edit/3/see?how=remove"
    yield "found", f"/games/{game}/rules?find=cuarentena"
    yield "again", f"/new?again={game}"
    yield "puzzle", "/puzzles/12"
    yield "games", "/"


# -- every step of every game --------------------------------------------------------------------------------------

LONG = [f"{name} de los Montes Helados y la Base Polar Sur"[:40] for name in (
    "Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gala", "Hugo", "Inés", "Jon", "Kiko", "Lola")]  # fmt: skip
"""Twelve names of forty letters."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A question of the course of play: what was said to come to it, and what of the next action is said already."""

    name: str
    players: Sequence[str]
    said: Sequence[Mapping[str, Any]]
    half: Mapping[str, Any]
    question: Question

    @property
    def weight(self) -> int:
        """Room that the question takes, roughly: letters, and thirty for every place to touch."""
        told = sum(30 + len(c.label + c.detail) for g in self.question.groups if not g.quiet for c in g.choices)
        asked = sum(
            30 + len(one.label + one.help) + sum(30 + len(label) for _, label in one.options) + 200 * one.most
            if one.kind == "dice"
            else 30 + len(one.label + one.help) + sum(30 + len(label) for _, label in one.options)
            for one in self.question.fields
        )
        return told + asked + len(self.question.text + self.question.detail)

    def open(self, house: House, game: str, **more: object) -> str:
        """Open a game at this moment, and return the address of the question. `more`: further fields of the set-up
        line."""
        line = {"playthrough": 1, "game": game, "players": [*self.players], "options": {}, **more}
        ident = house.tables.open(line).id
        for action in self.said:
            house.tables.say(ident, dict(action))
            house.tables.ballots.drop(ident)  # what was said tells all votes itself, as after a restart
        version = house.tables.seen(ident).version
        return f"/games/{ident}" + (f"?v={version}&said={quote(json.dumps(dict(self.half)))}" if self.half else "")


def _step(table: Table, half: Mapping[str, Any], question: Question) -> str:
    """Return a name that tells one step of a game from another."""
    about = (table.prompt.about if table.prompt else "", table.open[-1] if table.step == "panic" and table.open else "")
    asks = ("fields" if question.fields else "", *sorted({*half} - {"action"}))
    return "-".join(filter(None, (table.step, *about, half.get("action", ""), half.get("back", ""), *asks)))


def _aside(half: Mapping[str, Any], question: Question) -> str:
    """Return a name that tells one rare choice from another: they are the same in every step."""
    about = "-".join(filter(None, _about(half)))
    what = (half.get("action", ""), about, half.get("cause", ""), "fields" if question.fields else "")
    return "-".join(("aside", *filter(None, what), *sorted({*half} - {"action", "about", "cause"})))


def _about(half: Mapping[str, Any]) -> tuple[str, str]:
    """Return what a correction is about, and whether its place is said."""
    about, _, spot = str(half.get("about", "")).partition(":")
    return about, "how" if spot else ""


def _questions(here: Title, table: Table, *, quiet: bool = False) -> Iterator[tuple[dict[str, Any], Question]]:
    """Yield every question that taps reach before an action is sent, with the fields chosen till then. `quiet`: only by
    the choices beside the course of play."""
    ways: list[dict[str, Any]] = [{}]
    met = set[str]()
    while ways:
        half = ways.pop()
        question = here.game.ask(here.decklist, table, half, here.words["es"])
        if half or not quiet:
            yield half, question
        for group in question.groups:
            if bool(group.quiet) != (quiet and not half):
                continue
            for choice in group.choices:
                said = dict(choice.said)
                if choice.refusal is None and not choice.done and (key := _alike(said)) not in met:
                    met.add(key)
                    ways.append(said)


def _alike(said: Mapping[str, Any]) -> str:
    """Return what tells one half of an action from another: of what is said one after the other, how much."""
    told = {key: len(value) if isinstance(value, list | dict) else value for key, value in said.items()}
    return json.dumps({**told, "about": _about(said)})


TAPS = 400


@cache
def moments(game: str, people: int, seed: int = 0, *, asides: bool = False) -> list[Moment]:
    """Return the steps that random tables come to, each at its fullest, the fullest first. With `asides` also the rare
    choices, corrections among them.

    The choices come from the questions themselves: a new step is met as soon as a table comes to it.
    """
    here, dice = title(game), random.Random(seed)
    players = LONG[:people]
    found: dict[str, Moment] = {}

    def met(name: str, half: Mapping[str, Any], question: Question) -> None:
        moment = Moment(name, players, tuple(said), half, question)
        if name not in found or found[name].weight < moment.weight:
            found[name] = moment

    def another() -> tuple[Sitting, list[dict[str, Any]], int]:
        return Sitting(here.game, here.decklist, {"players": players}), [], 0

    sitting, said, refused = another()
    for tap in range(TAPS):
        if sitting.course.table.ended or len(said) > 120:
            sitting, said, refused = another()
        table = sitting.course.table
        if not refused:
            for half, question in _questions(here, table):
                met(_step(table, half, question), half, question)
            if asides and tap % 8 == 0:
                for half, question in _questions(here, table, quiet=True):
                    met(_aside(half, question), half, question)
        action = _at_random(here, table, dice)
        if action is not None and sitting.say(**action) == "ok":
            said.append(action)
            refused = 0
        else:
            refused += 1
        if action is None or refused == 10:  # roles at random are seldom those of an end: another game
            sitting, said, refused = another()
    return sorted(found.values(), key=lambda one: -one.weight)


def _at_random(here: Title, table: Table, dice: random.Random) -> dict[str, Any] | None:
    """Return one action, reached by taps at random, or None where no choice is open."""
    half = dict[str, Any]()
    while True:
        question = here.game.ask(here.decklist, table, half, here.words["es"])
        choices = [c for g in question.groups if not g.quiet for c in g.choices if c.refusal is None]
        if question.submit and (not choices or dice.random() < 0.6):
            return here.game.assemble(here.decklist, table, question.said, fill(question.fields, dice))
        if not choices:
            return None
        choice = dice.choice(choices)
        half = dict(choice.said)
        if choice.done:
            return here.game.assemble(here.decklist, table, half, fill(question.fields, dice))


def fullest(game: str, people: int) -> list[Moment]:
    """Return the fullest moment of every make-up of a question: its fields, and whether cards, people or other things
    are chosen."""
    found: dict[tuple[object, ...], Moment] = {}
    for moment in moments(game, people):
        choices = [one for group in moment.question.groups if not group.quiet for one in group.choices]
        fields = {one.kind for one in moment.question.fields if not one.quiet}
        made_of = (frozenset(fields), any(one.card for one in choices), any(one.player for one in choices))
        found.setdefault(made_of, moment)  # the fullest come first
    return [*found.values()]
