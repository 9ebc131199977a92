"""The set-up for N players: what is refused, how the table opens, what a host does (RB, preparación)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.la_criatura import looks
from companion.games.la_criatura.cards import CREATURE, EVENT, INFECTED, SCIENTIST, WEAPON, how_many
from companion.referee.game import Setup
from companion.referee.view import Plan
from companion.table import facts as f

ADVICE = ("backs", "infected", "marker")
"""What goes wrong before the first turn."""


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """The table as it is once dealt: events in hand, weapons apart, the clock set, play to the right."""
    players = setup.players
    options = {option.name: setup.options.get(option.name, option.default) for option in decklist.options}
    held = looks.HAND if options.get("first_hand", "setup") == "setup" else 0
    draw = how_many(decklist, EVENT) - held * len(players)
    return (
        f.TableOpened(decklist.game, players, setup.first, options, held, draw, "first"),
        f.CountsSet({str(looks.ARMOURY.name): how_many(decklist, WEAPON), str(looks.CHARACTERS.name): 0}, {}),
        f.DirectionTurned(False),
        f.TrackSet(*looks.CLOCK, looks.start_of_clock(options.get("ten_turns", 9), len(players))),
        f.TrackSet(*looks.TURN, 1),
    )


def figures_of(decklist: Decklist, players: int) -> dict[str, int]:
    """The numbers of the set-up."""
    events, tokens = how_many(decklist, EVENT), decklist.setup
    question = decklist.option("ten_turns")
    turns = looks.start_of_clock(question.default if question else 9, players)
    return {
        "scientists": players - 1,
        "infected": players,
        "characters": players,
        "turns": turns,
        "votes": players + 1,
        "events": events,
        "each": looks.HAND,
        "dealt": looks.HAND * players,
        "pile": events - looks.HAND * players,
        "weapons": how_many(decklist, WEAPON),
        "triumph": tokens.get("triumph_tokens", 0),
        "sedated": tokens.get("sedated_tokens", 0),
    }


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """The figures and the steps as a host works through them."""
    figures = figures_of(decklist, players)
    playing = {SCIENTIST: players - 1, INFECTED: players, CREATURE: 1}
    cards = [_row(decklist, slug, playing.get(slug, count)) for slug, count in _copies(decklist).items()]
    left = {slug: count - playing[slug] for slug, count in _copies(decklist).items() if slug in playing}
    box = [_row(decklist, slug, count) for slug, count in left.items() if count]
    told: dict[str, object] = {
        "game": decklist.game,
        "players": players,
        "total": sum(int(str(row["copies"])) for row in cards),
        "cards": cards,
        "box": box,
        "set_aside": {"infectado": players, "arma": figures["weapons"]},
        "initial_deal": {"characters": players, "infected_each": 1, "events_each": looks.HAND},
        "draw_pile": figures["pile"],
        "turns": figures["turns"],
        "clock": figures["turns"],
        "vote_tokens": figures["votes"],
        "weapon_pile": figures["weapons"],
    }
    keys = ("characters", "infected", "front", "clock", "votes", "events", "weapons", "tokens", "first")
    steps = tuple(words.say(f"setup.steps.{key}", players=players, **figures) for key in keys)
    verify = tuple((words.raw(f"setup.verify.{key}"), figures[key]) for key in ("each", "pile", "weapons", "turns"))
    advice = tuple((words.raw(f"setup.advice.{key}"), words.raw(f"setup.advice.{key}-how")) for key in ADVICE)
    return Plan(told, steps, verify, advice)


def _copies(decklist: Decklist) -> Mapping[str, int]:
    counts: dict[str, int] = {}
    for copy in decklist.copies:
        counts[copy.slug] = counts.get(copy.slug, 0) + 1
    return counts


def _row(decklist: Decklist, slug: str, copies: int) -> dict[str, object]:
    return {"slug": slug, "kind": decklist.by_slug[slug].kind, "copies": copies, "numbers": []}
