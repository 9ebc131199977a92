"""Rules of the actor are asked once for all choices of a question: they look at nothing but the verb and who acts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from companion.decks.catalog import title
from companion.engine.actions import Action
from companion.engine.kit.game import Game
from companion.engine.kit.moves import asked_when
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.rules import Moment, Rule, refuse, refused_by
from companion.engine.view import Choice, Refusal
from companion.service.live.games import GameService
from companion.service.live.session import Refused
from companion.store.memory import MemoryStore

GAMES = ["la-cosa", "la-criatura", "dos-barajas"]


def longest(name: str) -> list[dict[str, object]]:
    """Return the lines of the longest playthrough of a game."""
    path = max(Path("tests/playthroughs", name).glob("*.jsonl"), key=lambda path: path.stat().st_size)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.startswith("{")]


class Noted(Mapping[str, object]):
    """Action that notes which of its fields were read."""

    def __init__(self, **said: object) -> None:
        self.said, self.read = said, set[str]()

    def __getitem__(self, key: str) -> object:
        self.read.add(key)
        return self.said[key]

    def __iter__(self) -> Iterator[str]:
        self.read.add("everything")
        return iter(self.said)

    def __len__(self) -> int:
        return len(self.said)


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_of_the_actor_looks_at_nothing_else(name: str) -> None:
    here = title(name)
    game = cast("Game", here.game)
    rules = [(verb, rule) for verb, move in game.moves.items() for rule in move.rules if rule.of_actor]
    lines = longest(name)
    tables = GameService(MemoryStore(), title)
    ident = tables.open(lines[0]).id
    for line in lines[1:]:
        try:
            tables.say(ident, line)
        except Refused:
            continue
        table = tables.playing(ident).table
        for verb, rule in rules:
            for player in table.seats:
                said = Noted(player=player, card=here.decklist.cards[0].slug, target=player)
                rule.check(Moment(here.decklist, table, Action(verb, said), game))
                assert said.read <= {"player"}, (verb, rule.id)
    assert rules


def at_the_start() -> PromptBuilder:
    here, tables = title("la-cosa"), GameService(MemoryStore(), title)
    ident = tables.open({"game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"], "playthrough": 1}).id
    return PromptBuilder(cast("Game", here.game), here.decklist, tables.playing(ident).table, {}, here.wording("es"))


def test_what_leads_to_something_the_table_may_note_anyway_is_open() -> None:
    closed, noted = (Choice("", {}, refusal=Refusal("", "", "", said)) for said in (None, {"anyway": "so"}))
    found = [at_the_start().leading(Choice("", {}), ways).refusal for ways in ([closed, noted], [noted], [closed])]
    assert found == [None, None, closed.refusal]


def test_choices_at_one_table_ask_a_rule_of_the_actor_once() -> None:
    ask = at_the_start()
    game = ask.game
    asked = []

    def over(m: Moment) -> None:
        asked.append(m.action.player)

    discard = game.moves["discard"]
    first = Rule("game.over", over, of_actor=True)
    ask.game = game.derive(moves={"discard": replace(discard, rules=(first, *discard.rules))})
    for prompts in (ask, ask.anew({"action": "play"})):
        refused = [prompts.refusal({"action": "discard", "player": player}) for player in ("Ana", "Nadie", "Beto")]
        assert [one and one.rule for one in refused] == ["step.wrong", "player.unknown", "turn.not-yours"]
    assert asked == ["Ana", "Nadie", "Beto"]


def test_what_rules_are_asked_for_is_looked_at_once_for_all_of_them() -> None:
    ask = at_the_start()
    looked: list[str] = []

    def aimed(m: Moment) -> bool:
        looked.append(m.action.text("target"))
        return bool(m.action.text("target"))

    both = asked_when(aimed, Rule("first", lambda m: None), Rule("second", lambda m: refuse()))
    rules = (*both, Rule("third", lambda m: refuse()))
    found = [
        refused_by(rules, Moment(ask.decklist, ask.table, Action("play", said), ask.game))
        for said in ({"target": "Beto"}, {})
    ]
    assert [one and one[0].id for one in found] == ["second", "third"]
    assert looked == ["Beto", ""]
