"""The moves every game has: what the table says is otherwise, cards that were shown, names, and stopping."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.engine.actions import (
    Action,
    ActionType,
    FieldType,
    Malformed,
    fields_of,
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
from companion.engine.kit.corrections import correct, refused
from companion.engine.kit.effects import rename, show
from companion.engine.kit.forms import Form
from companion.engine.kit.moves import Move
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.rules import Rule
from companion.engine.view import Choice, Field, Group, Question, Said

if TYPE_CHECKING:
    from companion.engine.kit.parts import AnyGame


# Corrections


@dataclass(frozen=True)
class Correction(Move):
    """The move that sets what the table says is otherwise: its fields are those of the game's declarations."""

    def verb(self, name: str, game: AnyGame) -> ActionType:
        keys = {key: shape for declared in game.declarations for key, shape in declared.keys(game).items()}
        return replace(super().verb(name, game), fields={"set": fields_of(**keys), "reason": text})


def what_is_wrong(prompts: PromptBuilder) -> Question:
    """Ask what the table wants to correct, then show the form for it with the present values."""
    about, forms = prompts.heard("about"), prompts.game.forms
    if about not in forms:
        said = {"action": "override"}
        choices = tuple(Choice(prompts.say(f"fix.{k}"), {**said, "about": k}, icon=f"fix.{k}") for k in forms)
        return Question(prompts.say("fix.what"), said, (Group("", choices),))
    why = Field("reason", prompts.say("fix.reason"), "text", value=prompts.say("fix.reason-default"))
    detail = prompts.say(f"fix.{about}-help") if prompts.words.has(f"ask.fix.{about}-help") else ""
    fields = tuple(field for name in forms[about] for field in prompts.game.declared(name).fields(prompts))
    return Question(prompts.say(f"fix.{about}"), prompts.said, (), (*fields, why), prompts.say("fix.submit"), detail)


def fill_correction(form: Form) -> None:
    """Add the fields of the filled-in form, in the order in which they are set, to what was chosen before."""
    names = form.game.forms.get(str(form.said.get("about", "")))
    if names is None and "set" in form.action:
        return  # one touch said it all
    if names is None:
        raise Malformed("malformed.missing", field="set")
    made = [declared.read(form) for declared in form.game.declarations if declared.name in names]
    chosen = form.action.get("set")
    known = chosen if isinstance(chosen, Mapping) else {}
    form.action["set"] = {**known, **{key: value for one in made for key, value in one.items()}}
    form.action["reason"] = form.first("reason")


OVERRIDE = Correction(
    required=("set",),
    rules=(*OVER, refused),
    does=correct,
    asks=what_is_wrong,
    fills=fill_correction,
    tells=log.override,
)


# Cards that were shown


def which_cards_shown(prompts: PromptBuilder) -> Question:
    """Ask whose cards were seen, by whom, and which."""
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
    options = prompts.shown_cards()
    fields = tuple(
        Field(f"card.{k}", prompts.say("show.card", k=k + 1), "choice", options) for k in range(prompts.most_shown)
    )
    text = prompts.say("show.which", player=player)
    return Question(text, prompts.said, (), fields, prompts.say("show.submit"))


def fill_shown(form: Form) -> None:
    """Add the cards that everybody has seen."""
    if form.action.get("to") == "all":
        form.action["cards"] = form.cards("card", form.game.prompts.most_shown)


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
