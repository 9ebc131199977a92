"""The set-up for N players: what is refused, how the table opens, what a host does (RB, preparación)."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Setup
from companion.engine.kit.setup import answers, laid_out, plan_in_words
from companion.engine.view import Plan
from companion.engine.words import Wording
from companion.games.la_criatura import queries
from companion.games.la_criatura.cards import CREATURE, EVENT, INFECTED, SCIENTIST, WEAPON, how_many

ADVICE = ("backs", "infected", "marker")
"""What goes wrong before the first turn."""


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """The table as it is once dealt: events in hand, weapons apart, the clock set, play to the right."""
    players = setup.players
    options = answers(decklist, setup)
    held = queries.HAND if options.get("first_hand", "setup") == "setup" else 0
    draw = how_many(decklist, EVENT) - held * len(players)
    return (
        f.TableOpened(decklist.game, players, setup.first, options, held, draw, "first"),
        f.CountsSet({str(queries.ARMOURY.name): how_many(decklist, WEAPON), str(queries.CHARACTERS.name): 0}, {}),
        f.DirectionTurned(False),
        f.TrackSet(*queries.CLOCK, queries.start_of_clock(options.get("ten_turns", 9), len(players))),
        f.TrackSet(*queries.TURN, 1),
    )


def figures_of(decklist: Decklist, players: int) -> dict[str, int]:
    """The numbers of the set-up."""
    events, tokens = how_many(decklist, EVENT), decklist.setup
    question = decklist.option("ten_turns")
    turns = queries.start_of_clock(question.default if question else 9, players)
    return {
        "scientists": players - 1,
        "infected": players,
        "characters": players,
        "turns": turns,
        "votes": players + 1,
        "events": events,
        "each": queries.HAND,
        "dealt": queries.HAND * players,
        "pile": events - queries.HAND * players,
        "weapons": how_many(decklist, WEAPON),
        "triumph": tokens.get("triumph_tokens", 0),
        "sedated": tokens.get("sedated_tokens", 0),
    }


PICTURES = {
    "characters": "cientifico criatura box", "infected": "shuffle deal infectado", "front": "human infected",
    "clock": "clock helicopter",
    "votes": "votes", "events": "evento deal", "weapons": "arma shuffle",
    "tokens": "tokens sedated chief dice", "first": "chief",
}  # fmt: skip
"""What is drawn beside each step of the set-up."""


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """The figures and the steps as a host works through them."""
    figures = figures_of(decklist, players)
    playing = {SCIENTIST: players - 1, INFECTED: players, CREATURE: 1}
    idle = {copy for slug, count in playing.items() for copy in [c for c in decklist.copies if c.slug == slug][count:]}
    told: dict[str, object] = {
        **laid_out(decklist, players, [copy for copy in decklist.copies if copy not in idle]),
        "set_aside": {"infectado": players, "arma": figures["weapons"]},
        "initial_deal": {"characters": players, "infected_each": 1, "events_each": queries.HAND},
        "draw_pile": figures["pile"],
        "turns": figures["turns"],
        "clock": figures["turns"],
        "vote_tokens": figures["votes"],
        "weapon_pile": figures["weapons"],
    }
    keys = ("characters", "infected", "front", "clock", "votes", "events", "weapons", "tokens", "first")
    verify = {key: figures[key] for key in ("each", "pile", "weapons", "turns")}
    return plan_in_words(words, told, keys, verify, ADVICE, PICTURES, players=players, **figures)
