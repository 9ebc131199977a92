"""A game nobody plays, to show that store, service and web know none: draw from a pile until it is empty.

Two to six players; `draw` in turn, `tell` says a text, `stop` ends the game. One card, thirty copies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards.decklist import Card, Decklist, Option
from companion.cards.wording import Wording
from companion.catalog import CatalogFault, Title
from companion.referee.actions import Action, Malformed, Verb, text
from companion.referee.game import Game, Setup
from companion.referee.ruling import Violation
from companion.referee.view import Plan, Question, SeatView, TableView
from companion.table import facts as f
from companion.table.places import DRAW, hand
from companion.table.state import Table

SETUP = {"playthrough": 1, "game": "toy", "players": ["Ana", "Beto", "Carla"], "first": "Ana", "options": {}}
DECKLIST = Decklist(
    "toy", "toy", "TY", 2, 6, (Card("pebble", "stone", 9000),), options=(Option("fast", (False, True)),)
)
WORDS = {
    "es": {
        "game.name": "Guijarros",
        "words.and": "y",
        "rules.toy.turn.text": "Le toca a {player}.",
        "rules.toy.turn.where": "p. 1",
        "rules.toy.empty.text": "No quedan guijarros.",
        "rules.game.over.text": "Se acabó.",
        "rules.setup.player-count.text": "Son de dos a seis.",
        "rules.setup.names.text": "Los nombres no valen: {name}",
        "tell.draw": "{player} coge un guijarro.",
        "tell.tell": "{player} dice: {text}",
        "tell.stop": "Se acaba.",
    },
    "en": {
        "game.name": "Pebbles",
        "words.and": "and",
        "rules.toy.turn.text": "It is {player}'s turn.",
        "rules.toy.turn.where": "p. 1",
        "rules.toy.empty.text": "No pebbles are left.",
        "rules.game.over.text": "It is over.",
        "rules.setup.player-count.text": "Two to six play.",
        "rules.setup.names.text": "These names will not do: {name}",
        "tell.draw": "{player} takes a pebble.",
        "tell.tell": "{player} says: {text}",
        "tell.stop": "It ends.",
    },
}


def refuse_setup(decklist: Decklist, setup: Setup) -> Violation | None:
    if not 2 <= len(setup.players) <= 6:
        return Violation("setup.player-count")
    if len({name.casefold() for name in setup.players}) < len(setup.players) or not all(setup.players):
        return Violation("setup.names", {"name": ", ".join(setup.players)[:40]})
    return None


def opened(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    size = decklist.size(len(setup.players))
    return (f.TableOpened("toy", setup.players, setup.first, setup.options, 0, size, "draw"),)


def judge(decklist: Decklist, table: Table, action: Action) -> Violation | None:
    if table.ended:
        return Violation("game.over")
    if action.verb == "draw" and action.player != table.turn:
        return Violation("toy.turn", {"player": table.turn})
    return Violation("toy.empty") if action.verb == "draw" and not table.piles["draw"] else None


def check_form(decklist: Decklist, players: int, action: Action) -> None:
    if action.number("skipped") > players:
        raise Malformed("malformed.range", field="skipped", least=0, most=players)


def carry_out(decklist: Decklist, table: Table, action: Action) -> tuple[f.Fact, ...]:
    if action.verb == "draw":
        return f.CardsMoved(DRAW, hand(action.player)), f.TurnBegan(table.next_after(table.turn))
    return (f.Ended("stop", (table.turn,)),) if action.verb == "stop" else ()


def state(decklist: Decklist, table: Table) -> dict[str, object]:
    status = "ended" if table.ended else "playing"
    return {
        "game": "toy",
        "status": status,
        "turn": table.turn,
        "left": table.piles["draw"],
        "hands": dict(table.hands),
    }


def view(decklist: Decklist, table: Table, words: Wording) -> TableView:
    seats = tuple(SeatView(name, table.hands[name]) for name in table.seats)
    return TableView(seats, table.gaps, (), True, (), table.turn, "", "playing")


def ask(decklist: Decklist, table: Table, said: Mapping[str, object], words: Wording) -> Question:
    return Question(table.turn, said)


def assemble(
    decklist: Decklist, table: Table, said: Mapping[str, object], filled: Mapping[str, Sequence[str]]
) -> dict[str, object]:
    return dict(said)


def tell(before: Table, action: Action, facts: Sequence[f.Fact], words: Wording) -> str:
    return words.say(f"tell.{action.verb}", player=action.player, text=action.text("text"))


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    return Plan({}, ())


def whole(value: object) -> object:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed("malformed.number")
    return value


GAME = Game(
    slug="toy",
    verbs={
        "draw": Verb("draw", {"player": text, "skipped": whole}, ("player",)),
        "tell": Verb("tell", {"player": text, "text": text}, ("player", "text")),
        "stop": Verb("stop", {}),
    },
    check_form=check_form,
    refuse_setup=refuse_setup,
    open=opened,
    judge=judge,
    carry_out=carry_out,
    state=state,
    view=view,
    ask=ask,
    assemble=assemble,
    tell=tell,
    plan=plan,
    untell=lambda before, facts, words: (),
    known=lambda decklist, standing, words: (),
)
TITLE = Title(GAME, DECKLIST, {lang: Wording(lang, sentences) for lang, sentences in WORDS.items()})


def find(game: str, deck: str = "") -> Title:
    """The toy and nothing else."""
    if game != "toy" or deck:
        raise CatalogFault("game.unknown", slug=game, known="toy")
    return TITLE
