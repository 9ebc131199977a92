"""Whatever is said, in whatever state, is refused or carried out: nothing breaks."""

from __future__ import annotations

import random
from typing import Any

from companion.referee.actions import Malformed, read
from tests.games.la_criatura.walking import NAMES, here, walk

CARDS = ("armado", "despierto", "evento", "cuchillo", "tapa-de-basura", "arma", "infectado", "nada", "evento.3", "")
PEOPLE = (*NAMES[:5], "Zoe", "")


def _value(dice: random.Random, field: str) -> Any:
    """Something a field may hold, or not."""
    people = [dice.choice(PEOPLE) for _ in range(dice.randint(0, 3))]
    kinds: dict[str, Any] = {
        "player": dice.choice(PEOPLE),
        "target": dice.choice(PEOPLE),
        "to": dice.choice((*PEOPLE, "all")),
        "card": dice.choice(CARDS),
        "weapon": dice.choice(CARDS),
        "dice": [dice.randint(1, 6) for _ in range(dice.randint(0, 3))],
        "votes": people,
        "gains": people,
        "handed": people,
        "infected": people,
        "cards": [dice.choice(CARDS) for _ in range(2)],
        "roles": {person: dice.choice(("human", "infected", "creature")) for person in PEOPLE},
        "count": dice.randint(0, 4),
        "bonus": dice.randint(0, 3),
        "from": dice.randint(2, 6),
        "cause": dice.choice(("landed", "abandoned")),
        "set": _correction(dice, people),
        "anyway": dice.choice(("r", "")),
        "reason": "r",
    }
    return kinds.get(field, dice.random() < 0.5)


def _correction(dice: random.Random, people: list[str]) -> dict[str, Any]:
    every = {
        "seats": people, "out": people, "turn": dice.choice(PEOPLE), "clock": dice.randint(0, 12),
        "step": dice.choice(("first", "events", "vote", "move", "discard", "chief", "helicopter", "combat")),
        "chief": dice.choice(PEOPLE), "sedated": people, "two_weapons": people, "found": dice.randint(0, 2),
        "tokens": {dice.choice(PEOPLE): dice.randint(0, 3)}, "weapons": {dice.choice(PEOPLE): dice.randint(0, 3)},
        "hands": {dice.choice(PEOPLE): dice.randint(0, 4)}, "draw_pile": dice.randint(0, 63),
        "weapon_pile": dice.randint(0, 11), "options": {"abstention": dice.choice((True, False, 3))},
    }  # fmt: skip
    return {key: every[key] for key in dice.sample(sorted(every), dice.randint(0, 3))}


def test_any_action_of_the_right_shape_is_answered() -> None:
    game, decklist = here().game, here().decklist
    done = 0
    for seed in range(60):
        dice = random.Random(seed)
        sitting = walk(seed, dice.randint(0, 120))
        for _ in range(60):
            verb = game.verbs[dice.choice(sorted(game.verbs))]
            said = {field: _value(dice, field) for field in verb.fields if dice.random() < 0.8 or field == "player"}
            try:
                action = read(game.verbs, {"action": verb.name, **said})
                game.check_form(decklist, len(sitting.course.table.players), action)
            except Malformed:
                continue
            if sitting.say(action=verb.name, **said) == "ok":
                done += 1
                assert game.view(decklist, sitting.course.table, here().words["es"]).heading
                assert game.ask(decklist, sitting.course.table, {}, here().words["en"]).text
            game.ask(decklist, sitting.course.table, {"action": verb.name, **action.said}, here().words["es"])
    assert done > 100
