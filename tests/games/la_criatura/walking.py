"""Plays a game the way a table taps it: through the questions, at random from a seed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.catalog import Title, title
from companion.referee.view import Choice, Field, Question
from companion.table.state import Table
from tests.games.play import Sitting

NAMES = ("Ana", "Berto", "Ciro", "Dora", "Eva", "Fede", "Gema", "Hugo", "Inés", "Juan")
LONGEST_PATH = 8


def here() -> Title:
    """The game with its own deck."""
    return title("la-criatura")


def random_setup(dice: random.Random, *, options: bool = True) -> dict[str, Any]:
    """A table of 3 to 10 with house questions answered at random."""
    players = list(NAMES[: dice.randint(3, 10)])
    asked = here().decklist.options if options else ()
    chosen = {option.name: dice.choice(option.values) for option in asked}
    return {"playthrough": 1, "game": "la-criatura", "players": players, "first": players[0], "options": chosen}


def tapped(table: Table, dice: random.Random, *, quiet: float = 0.05, lang: str = "es") -> list[dict[str, Any]]:
    """What one path of taps says: one action, or several said in one breath."""
    game, decklist, words = here().game, here().decklist, here().words[lang]
    said: Mapping[str, object] = {}
    for _ in range(LONGEST_PATH):
        question = game.ask(decklist, table, said, words)
        choices = open_choices(question, dice, quiet)
        if question.submit and (not choices or dice.random() < 0.8):
            return [game.assemble(decklist, table, question.said, fill(question.fields, dice))]
        if not choices:
            said = {}
            continue
        choice = dice.choice(choices)
        if choice.done:
            return [
                game.assemble(decklist, table, one, fill(question.fields, dice)) for one in (choice.said, *choice.then)
            ]
        said = choice.said
    return [{"action": "rename", "player": table.players[0], "to": table.players[0]}]


def open_choices(question: Question, dice: random.Random, quiet: float) -> list[Choice]:
    """The choices a hand finds; those kept apart only now and then."""
    groups = [group for group in question.groups if not group.quiet or dice.random() < quiet]
    return [choice for group in groups for choice in group.choices if choice.refusal is None]


def fill(fields: tuple[Field, ...], dice: random.Random) -> dict[str, list[str]]:
    """The fields as a hurried hand fills them in: dice rolled, the rest mostly as it stands."""
    filled: dict[str, list[str]] = {}
    for field in fields:
        if field.kind == "dice":
            filled[field.name] = [str(dice.randint(1, 6)) for _ in range(field.most)]
        elif field.kind == "checks":
            filled[field.name] = [value for value, _ in field.options if dice.random() < 0.2]
        elif field.kind == "choice":
            filled[field.name] = [field.value if dice.random() < 0.7 else dice.choice(field.options)[0]]
        else:
            filled[field.name] = [field.value]
    return filled


def walk(seed: int, steps: int = 400, *, quiet: float = 0.03, options: bool = True) -> Sitting:
    """A sitting played at random for so many taps, or to its end."""
    dice = random.Random(seed)
    sitting = Sitting(here().game, here().decklist, random_setup(dice, options=options))
    for _ in range(steps):
        if sitting.course.table.ended:
            break
        for action in tapped(sitting.course.table, dice, quiet=quiet):
            if sitting.say(**action) != "ok":
                break
    return sitting
