"""Plays a game the way a table taps it: through the questions, at random from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

from companion.decks.catalog import Title
from companion.engine.state import Table
from companion.engine.view import Choice, Field, Question
from tests.games.play import Sitting

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gema", "Hugo", "Inés", "Juan", "Kike", "Lola")
LONGEST_PATH = 12


def random_setup(dice: random.Random, title: Title, *, options: bool = True) -> dict[str, Any]:
    """Return the set-up of a random table, with house questions answered at random."""
    players = list(NAMES[: dice.randint(title.decklist.fewest, title.decklist.most)])
    chosen = {option.name: dice.choice(option.values) for option in title.decklist.options} if options else {}
    return {
        "playthrough": 1,
        "game": title.game.slug,
        "players": players,
        "first": dice.choice(players),
        "options": chosen,
    }


def tapped(
    title: Title, table: Table, dice: random.Random, *, quiet: float = 0.05, lang: str = "es"
) -> list[dict[str, Any]]:
    """Return the actions of one path of taps: one, or several in one breath, reached by answering question after
    question.

    `quiet` is how often the side paths are taken.
    """

    def made(said: Mapping[str, object], question: Question) -> dict[str, Any]:
        return title.game.assemble(title.decklist, table, said, fill(question.fields, dice))

    said: Mapping[str, object] = {}
    for _ in range(LONGEST_PATH):
        question = title.game.ask(title.decklist, table, said, title.words[lang])
        open_choices = _open(question, dice, quiet)
        if question.submit and (not open_choices or dice.random() < 0.9):
            return [made(question.said, question)]
        if not open_choices:
            said = {}
            continue
        choice = dice.choice(open_choices)
        if choice.done:
            return [made(said, question) for said in (choice.said, *choice.then)]
        said = choice.said
    return [{"action": "rename", "player": table.players[0], "to": table.players[0]}]


def _open(question: Question, dice: random.Random, quiet: float) -> list[Choice]:
    groups = [group for group in question.groups if not group.quiet or dice.random() < quiet]
    return [choice for group in groups for choice in group.choices if choice.refusal is None]


def fill(fields: tuple[Field, ...], dice: random.Random) -> dict[str, list[str]]:
    """Fill in the fields as a hurried hand does: mostly as they stand; roles often all alike."""
    filled: dict[str, list[str]] = {}
    alike = dice.random() if any(field.name.startswith("role.") for field in fields) else 1.0
    for field in fields:
        if field.kind == "checks":
            filled[field.name] = [value for value, _ in field.options if dice.random() < 0.3]
        elif field.kind == "dice":
            filled[field.name] = [str(dice.randint(1, len(field.options) or 6)) for _ in range(field.most)]
        elif field.kind == "choice":
            stands = field.value or "" in dict(field.options)
            drawn = dice.choice(field.options) if alike > 0.5 else field.options[int(2 * alike * len(field.options))]
            filled[field.name] = [field.value if stands and dice.random() < 0.7 else drawn[0]]
        elif field.kind == "order":
            filled[field.name] = []
        elif field.kind == "number" and field.name == "skipped":
            filled[field.name] = [str(dice.choice((0, 0, 0, min(1, field.most))))]
        elif field.kind == "number" and not field.value:
            filled[field.name] = [str(dice.randint(field.least, min(field.least + 2, field.most)))]
        else:
            filled[field.name] = [field.value]
    return filled


def walk(title: Title, seed: int, steps: int, *, quiet: float = 0.05) -> Sitting:
    """Play a sitting at random for `steps` taps, or to its end."""
    dice = random.Random(seed)
    sitting = Sitting(title.game, title.decklist, random_setup(dice, title))
    for _ in range(steps):
        if sitting.course.table.ended:
            break
        for action in tapped(title, sitting.course.table, dice, quiet=quiet):
            if sitting.say(**action) != "ok":
                break
    return sitting


def way(said: Mapping[str, object]) -> str:
    """Return what tells half an action from another: of an answer that is given person by person, only for whom it was
    given, as the number of all such answers grows beyond counting; of cards that are named one by one, how many; of a
    correction, not in which room or of whom."""
    kinds = {name: sorted(value) if isinstance(value, Mapping) else value for name, value in said.items()}
    cards = said.get("cards")
    kinds["cards"] = len(cards) if isinstance(cards, list | tuple) else cards
    kinds["about"] = str(said.get("about", "")).partition(":")[:2]
    return json.dumps(kinds, sort_keys=True)
