"""A toy game, to show that store, service and web know none: draw from a pile until it is empty.

Two to six players; `draw` in turn, `tell` says a text, `stop` ends the game. One card, thirty copies.
"""

from __future__ import annotations

from companion.decks.catalog import CatalogFault, Title
from companion.engine import facts as f
from companion.engine.actions import Action, Malformed, number, text
from companion.engine.deck import Card, Decklist, Option
from companion.engine.game import Setup
from companion.engine.kit import board_view
from companion.engine.kit.common_rules import over
from companion.engine.kit.effects import Effects
from companion.engine.kit.game import Game
from companion.engine.kit.moves import Move, Phase
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.public_state import COUNT, Shown
from companion.engine.places import DRAW, hand
from companion.engine.rules import Moment, Violation, refuse, rule
from companion.engine.view import Plan, Question, SeatView, TableView
from companion.engine.words import Wording
from tests.beside import beside

SETUP = {"playthrough": 1, "game": "toy", "players": ["Ana", "Beto", "Carla"], "first": "Ana", "options": {}}
DECKLIST = Decklist(
    "toy", "toy", "TY", 2, 6, (Card("pebble", "stone", 9000),), options=(Option("fast", (False, True)),)
)
WORDS = beside(__file__, "toy.toml")


def refuse_setup(decklist: Decklist, setup: Setup) -> Violation | None:
    if not 2 <= len(setup.players) <= 6:
        return Violation("setup.player-count")
    if len({name.casefold() for name in setup.players}) < len(setup.players) or not all(setup.players):
        return Violation("setup.names", {"name": ", ".join(setup.players)[:40]})
    return None


def opened(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    size = decklist.size(len(setup.players))
    return (f.TableOpened("toy", setup.players, setup.first, setup.options, 0, size, "draw"),)


@rule("toy.turn")
def not_your_turn(m: Moment) -> Violation | None:
    return None if m.action.player == m.table.turn else refuse(player=m.table.turn)


@rule("toy.empty")
def no_pebbles(m: Moment) -> Violation | None:
    return None if m.table.piles["draw"] else refuse()


def too_many_skipped(decklist: Decklist, players: int, action: Action) -> None:
    if action.number("skipped") > players:
        raise Malformed("malformed.range", field="skipped", least=0, most=players)


def draw(effects: Effects, action: Action) -> None:
    table = effects.table
    effects.do(f.CardsMoved(DRAW, hand(action.player)), f.TurnBegan(table.next_after(table.turn)))


def stop(effects: Effects, action: Action) -> None:
    effects.do(f.Ended("stop", (effects.table.turn,)))


class Prompts(PromptBuilder):
    def question(self) -> Question:
        return Question(self.table.turn, self.said)


class Board(board_view.Board):
    def view(self) -> TableView:
        table = self.table
        seats = tuple(SeatView(name, table.hands[name]) for name in table.seats)
        return TableView(seats, table.gaps, (), True, (), table.turn, "", "playing")


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    return Plan({}, ())


OVER = (over,)
GAME = Game(
    slug="toy",
    moves={
        "draw": Move(
            fields={"player": text, "skipped": number(-999, 999)},
            required=("player",),
            said_by="seat",
            rules=(over, not_your_turn, no_pebbles),
            does=draw,
            malformed=too_many_skipped,
        ),
        "tell": Move(
            fields={"player": text, "text": text},
            required=("player", "text"),
            rules=OVER,
            tells=lambda log: log.say("tell", player=log.action.player, text=log.action.text("text")),
            malformed=too_many_skipped,
        ),
        "stop": Move(rules=OVER, does=stop, malformed=too_many_skipped),
    },
    phases={"draw": Phase(PromptBuilder.over)},
    public=(
        *("game", "status", "turn"),
        Shown("left", lambda game, decklist, table: table.piles["draw"], COUNT),
        Shown("hands", lambda game, decklist, table: dict(table.hands)),
    ),
    refuse_setup=refuse_setup,
    open=opened,
    plan=plan,
    prompts=Prompts,
    board=Board,
)
TITLE = Title(DECKLIST, {lang: Wording(lang, sentences) for lang, sentences in WORDS.items()}, GAME)


def find(game: str, deck: str = "") -> Title:
    """Return the toy title, the only one there is."""
    if game != "toy" or deck:
        raise CatalogFault("game.unknown", slug=game, known="toy")
    return TITLE
