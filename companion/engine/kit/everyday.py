"""The moves every game has beside corrections (`correcting`): cards that were shown, names, and stopping."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.actions import (
    Action,
    FieldType,
    Malformed,
    list_of,
    one_of,
    optional,
    table_of,
    text,
)
from companion.engine.deck import Decklist
from companion.engine.kit import log
from companion.engine.kit.common_rules import (
    OVER,
    actor_unknown,
    new_name_fault,
    shown_card_unknown,
    shown_to_unknown,
)
from companion.engine.kit.effects import rename, show
from companion.engine.kit.forms import Form
from companion.engine.kit.moves import Move
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.rules import Rule
from companion.engine.view import Choice, Field, Group, Question, Said

# Cards that were shown


def which_cards_shown(prompts: PromptBuilder) -> Question:
    """Ask whose cards were seen, by whom, and which: each touch is one more card."""
    player, players = prompts.heard("player"), prompts.table.players
    if not player:
        said: Said = {"action": "show"}
        choices = tuple(Choice(p, {**said, "player": p}, player=p) for p in players)
        return Question(prompts.say("show.whose"), said, (Group("", choices),))
    if not prompts.heard("to"):
        everybody = Choice(prompts.say("show.all"), {**prompts.said, "to": "all"}, icon="show")
        one = tuple(Choice(p, {**prompts.said, "to": p}, done=True, player=p) for p in players if p != player)
        groups = (Group("", (everybody,)), Group(prompts.say("show.one"), one))
        return Question(prompts.say("show.to", player=player), prompts.said, groups)
    return _which_cards(prompts)


def _which_cards(prompts: PromptBuilder) -> Question:
    noted, kinds = cards_noted(prompts.said), dict[str, list[Choice]]()
    for slug in prompts.shown_cards() if len(noted) < prompts.most_shown else dict.fromkeys(noted):
        one = _once_more(prompts, slug, noted)
        kinds.setdefault(one.kind, []).append(one)
    groups = tuple(Group(prompts.words.raw(f"kinds.{kind}"), tuple(choices)) for kind, choices in kinds.items())
    text, submit = prompts.say("show.which", player=prompts.heard("player")), "show.submit" if noted else "show.bare"
    return Question(text, prompts.said, groups, submit=prompts.say(submit), detail=prompts.say("show.each"))


def cards_noted(said: Said) -> list[str]:
    """Return the cards that were named so far."""
    cards = said.get("cards")
    return [str(card) for card in cards] if isinstance(cards, list | tuple) else []


def _once_more(prompts: PromptBuilder, slug: str, noted: Sequence[str]) -> Choice:
    """Return the choice that one more of these cards was seen; after its last copy, that none was."""
    count, copies = noted.count(slug), prompts.decklist.how_many(slug, len(prompts.table.players))
    is_last = count >= (copies or prompts.most_shown) or len(noted) >= prompts.most_shown
    then = [card for card in noted if card != slug] if is_last else [*noted, slug]
    choice = prompts.card(slug, {**prompts.said, "cards": then}, done=False, judged=False)
    return replace(choice, detail=f"× {count}" if count else "")


def fill_shown(form: Form) -> None:
    """Say that everybody has seen a hand, whichever of its cards were named."""
    if form.action.get("to") == "all":
        form.action.setdefault("cards", [])


def shown_in_private(decklist: Decklist, players: int, action: Action) -> None:
    """Cards shown to one person are named to nobody; raises `Malformed`."""
    if action.text("to") not in ("", "all") and action.names("cards"):
        raise Malformed("malformed.private-cards", field="cards")


def shown(*also: Rule) -> Move:
    """Cards of a hand were shown, to all or to one; `also`: what else the game refuses."""
    return Move(
        fields={"player": text, "cards": optional(list_of(text)), "to": text},
        rules=(actor_unknown, shown_card_unknown, shown_to_unknown, *also),
        does=show,
        asks=which_cards_shown,
        fills=fill_shown,
        tells=log.show,
        malformed=shown_in_private,
    )


SHOW = shown()


# Names


def which_name(prompts: PromptBuilder) -> Question:
    """Ask which player gets another name, and the name."""
    player = prompts.heard("player")
    if not player:
        said: Said = {"action": "rename"}
        choices = tuple(Choice(p, {**said, "player": p}, player=p) for p in prompts.nameable())
        return Question(prompts.say("rename.who"), said, (Group("", choices),))
    fields = (Field("to", prompts.say("rename.to"), "text", value=player),)
    text = prompts.say("rename.text", player=player)
    return Question(text, prompts.said, (), fields, prompts.say("rename.submit"))


def fill_name(form: Form) -> None:
    """Add the new name."""
    if "to" in form.filled:
        form.action["to"] = form.first("to")


RENAME = Move(
    fields={"player": text, "to": text},
    rules=(actor_unknown, new_name_fault),
    does=rename,
    asks=which_name,
    fills=fill_name,
    tells=log.rename,
)


# Stopping


def ending(
    causes: Sequence[str],
    roles: Sequence[str],
    refused: tuple[Rule, ...],
    does: Callable[[Any, Action], None],
    asks: Callable[[Any], Question],
    fills: Callable[[Form], None] | None = None,
    **more: FieldType,
) -> Move:
    """Make the move that ends a game with roles: its cause and each player's role. `more` are further fields."""
    return Move(
        fields={"cause": one_of(*causes), "roles": optional(table_of(one_of(*roles))), **more},
        required=("cause",),
        rules=(*OVER, *refused),
        does=does,
        asks=asks,
        fills=fills,
        tells=log.says_nothing,
    )


def abandoned(prompts: PromptBuilder) -> Question:
    """Ask for confirmation before stopping without a result."""
    said: Said = {"action": "end", "cause": "abandoned"}
    stop = Choice(prompts.say("end.abandon-now"), said, done=True, kind="danger", icon="end.abandon")
    return Question(prompts.say("end.abandon-text"), said, (Group("", (stop,)),))
