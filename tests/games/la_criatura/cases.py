"""Rule cases of La Criatura in a notation a player can read (tests/rules/la-criatura/*.txt).

The first line of a block is the table: names, then options as `name=value` (`deck=house`: the deck beside the cases).
Each further line is what the rules answer (`ok` or a rule id), then what is said:

    ok           chief Ana                       ok  elect 3 [is Dora]
    event.limit  event Ana armado [spend] [on Berto] [gains Ciro]
    ok           pass Ana                        (`pass *`: everybody who is still asked)
    ok           vote Ana Berto Ciro             (`vote * Berto Ciro`: all for Berto, Berto for Ciro)
    ok           tie 2 5                         ok  declare Ciro no
    ok           move 4 [handed Ana Berto]       ok  discard Ana 1     (`discard *`: nobody any more)
    ok           attack Ana Berto 4 [with cuchillo] [bonus 2] [token] [hit yes]
    ok           respond Berto [token] [to Ciro] [with tapa-de-basura] [from 5] [5]
    ok           reveal Ana Ciro Dora            ok  arm Ana           ok  uncover Ana cuchillo
    ok           set {"clock": 1}                (a correction)
    ok           {"action": "end", "cause": "abandoned"}

Any line may end in `anyway`. A line `= key: value` compares a part of the state, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.catalog import Title, title
from tests.games.play import Sitting

FOLDER = Path(__file__).parents[2] / "rules" / "la-criatura"
MARKS = ("spend", "token", "anyway")
WITH_ONE = {
    "on": "target",
    "to": "target",
    "is": "player",
    "with": "card",
    "bonus": "bonus",
    "from": "from",
    "hit": "hit",
}
WITH_MANY = {"gains": "gains", "handed": "handed"}


@dataclass(frozen=True)
class Case:
    """A table, and what is said at it with the answers wanted."""

    name: str
    setup: dict[str, Any]
    lines: tuple[tuple[str, Any], ...]


def said(text: str) -> dict[str, Any]:
    """One line of the notation as an action."""
    if text.startswith("{"):
        return dict(json.loads(text))
    verb, _, rest = text.partition(" ")
    if verb == "set":
        return {"action": "override", "set": json.loads(rest), "reason": "r"}
    words, extra = _extras(rest.split())
    dice = [int(word) for word in words if word.isdecimal()]
    names = [word for word in words if not word.isdecimal()]
    if verb == "attack" and "card" in extra:
        extra["weapon"] = extra.pop("card")
    action: dict[str, Any] = {"action": verb, **extra}
    if verb in ("tie", "move", "elect"):
        return {**action, "dice": dice}
    if names:
        action["player"] = names[0]
    if verb == "vote":
        action["votes"] = names[1:]
    elif verb == "event":
        action["card"] = names[1] if names[1:] else ""
    elif verb == "declare":
        action["creature"] = names[1] == "yes"
    elif verb == "discard":
        action["count"] = dice[0]
    elif verb == "uncover":
        action["card"] = names[1] if names[1:] else ""
    elif verb == "reveal":
        action["infected"] = names[1:]
    elif verb in ("attack", "respond"):
        action.update({"target": names[1]} if names[1:] else {}, **({"dice": dice} if dice else {}))
    return action


def _extras(words: list[str]) -> tuple[list[str], dict[str, Any]]:
    """What is said beside the plain words."""
    plain: list[str] = []
    extra: dict[str, Any] = {}
    k = 0
    while k < len(words):
        word = words[k]
        if word in MARKS:
            extra[{"token": "triumph"}.get(word, word)] = "r" if word == "anyway" else True
        elif word in WITH_ONE:
            k += 1
            value: Any = words[k]
            value = int(value) if value.isdecimal() else value == "yes" if word == "hit" else value
            extra[WITH_ONE[word]] = value
        elif word in WITH_MANY:
            extra[WITH_MANY[word]] = [] if words[k + 1 :] == ["-"] else words[k + 1 :]
            break
        else:
            plain.append(word)
        k += 1
    return plain, extra


def _setup(line: str) -> dict[str, Any]:
    pairs = dict(word.split("=") for word in line.split() if "=" in word)
    deck = pairs.pop("deck", "")
    options = {k: json.loads(v) if v in ("true", "false") or v.isdecimal() else v for k, v in pairs.items()}
    players = [word for word in line.split() if "=" not in word]
    return {"playthrough": 1, "game": "la-criatura", "players": players, "options": options, "deck": deck}


def parse(path: Path) -> Iterator[Case]:
    """The cases of a file, parted by empty lines; a block of comments alone is none."""
    for number, block in enumerate(path.read_text(encoding="utf-8").split("\n\n"), start=1):
        rows = [row for row in block.splitlines() if row.strip() and not row.startswith("#")]
        if not rows:
            continue
        lines: list[tuple[str, Any]] = []
        for row in rows[1:]:
            answer, rest = row.split(maxsplit=1)
            key, _, value = rest.partition(":")
            lines.append(("=", (key.strip(), json.loads(value))) if answer == "=" else (answer, rest))
        yield Case(f"{path.stem}-{number}", _setup(rows[0]), tuple(lines))


def all_cases() -> list[Case]:
    """Every case of every file."""
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in parse(path)]


def box(case_setup: dict[str, Any]) -> Title:
    """The box a case is played with."""
    return title("la-criatura", case_setup["deck"], (FOLDER,))


def sitting(setup: dict[str, Any]) -> Sitting:
    """The table of a case."""
    here = box(setup)
    return Sitting(here.game, here.decklist, setup)


def say(at: Sitting, text: str) -> str:
    """One line said, or for `*` everybody who is still asked; the first answer that is not `ok`."""
    verb, _, rest = text.partition(" ")
    if not rest.startswith("*"):
        return at.say(**said(text))
    step = {"pass": "events", "vote": "vote", "discard": "discard"}[verb]
    whom = rest.split()[1:]
    while at.state["step"] == step:
        who = at.state["waiting_for"]
        action: dict[str, Any] = {"action": verb, "player": who}
        if verb == "vote":
            target = whom[1] if who == whom[0] else whom[0]
            action["votes"] = [target] * (2 if who == at.state["chief"] else 1)
        elif verb == "discard":
            action["count"] = 0
        answer = at.say(**action)
        if answer != "ok":
            return answer
    return "ok"
