"""Everything that can be said at this table, move by move (docs/playthrough.md), and the steps of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.actions import Action, FieldType, Malformed, fields_of, list_of, one_of, optional, table_of, text
from companion.engine.deck import Decklist
from companion.engine.kit.common_rules import (
    KNOWN,
    OVER,
    PLAYS,
    asked,
    at,
    target_eliminated,
    target_unknown,
    turn_is_yours,
)
from companion.engine.kit.correcting import OVERRIDE
from companion.engine.kit.everyday import RENAME, SHOW, ending
from companion.engine.kit.log import said_as
from companion.engine.kit.moves import Move, Phase, asked_when, seat
from companion.engine.kit.public_state import COUNT
from companion.engine.kit.steps import CHOICE
from companion.engine.rules import Rule
from companion.games.la_cosa import log, plays, prompts
from companion.games.la_cosa import rules as rule
from companion.games.la_cosa.cards import most_skipped, reach
from companion.games.la_cosa.chain import TELL
from companion.games.la_cosa.queries import ROLES, THING, out_at_once
from companion.games.la_cosa.state import PAIR

BACK = one_of("away", "panic")


def names_the_panic(decklist: Decklist, players: int, action: Action) -> None:
    """Of a panic it is said which; raises `Malformed`."""
    if action.text("back") == "panic" and not action.text("card"):
        raise Malformed("malformed.panic-card", field="card")


def skips_few(decklist: Decklist, players: int, action: Action) -> None:
    """Panics are skipped only where a card is drawn, and no more than there can be; raises `Malformed`."""
    skipped = action.number("skipped")
    if not skipped:
        return
    verb, card, most = action.verb, action.text("card"), most_skipped(decklist, players)
    if skipped > most:
        raise Malformed("malformed.range", field="skipped", least=0, most=most)
    draws = verb == "play" and (card not in decklist.by_slug or reach(decklist, card).draws > 0)
    # A defence is replaced; without one a card of one's own may be carried out only now.
    replaces = verb == "respond" and (card or any(reach(decklist, c.slug).draws and c.target for c in decklist.cards))
    if not (draws or replaces):
        raise Malformed("malformed.nothing-drawn", field="skipped")


def chooses_one(decklist: Decklist, players: int, action: Action) -> None:
    """Only what a card leaves open is chosen, and one of its ways; raises `Malformed`."""
    skips_few(decklist, players, action)
    chosen, most = action.number(CHOICE), reach(decklist, action.text("card")).choices
    if chosen > most:
        raise Malformed("malformed.range", field=CHOICE, least=min(most, 1), most=most)


_PLAYER: Mapping[str, FieldType] = {"player": text}
_PLAYED: Mapping[str, FieldType] = {**_PLAYER, "card": text, "anyway": text}

_LIVING = (*PLAYS, rule.victory_declared)
_CARD = (rule.card_unknown, rule.card_not_in_deck)
_HOLDS = replace(rule.hand_empty, of_actor=True)
"""Of an answer the card counts; of nothing else."""
_AIM = asked_when(
    rule.is_aimed,
    rule.target_missing,
    target_unknown,
    target_eliminated,
    rule.target_self,
    rule.target_not_adjacent,
    rule.target_not_third,
    rule.target_quarantined,
    rule.target_door,
)


def _mine(*steps: str) -> tuple[Rule, ...]:
    """Return the rules of an action of the turn player at these steps."""
    return (*_LIVING, rule.alone, turn_is_yours, at(*steps))


MOVES: Mapping[str, Move] = {
    "draw": seat(
        fields={**_PLAYED, "back": BACK},
        required=("back",),
        rules=(*_mine("draw"), rule.cards_left, *_CARD, rule.wrong_back),
        does=plays.draw,
        asks=prompts.which_card_drawn,
        tells=log.draw,
        malformed=names_the_panic,
    ),
    "discard": seat(
        fields=_PLAYED,
        rules=(*_mine("act"), _HOLDS, *_CARD),
        does=plays.discard,
        asks=prompts.which_card_discarded,
        tells=log.discard,
    ),
    "play": seat(
        fields={
            **_PLAYED,
            "target": text,
            "remove": optional(fields_of(door=PAIR, quarantine=text)),
            "shown": optional(list_of(text)),
            "infected": text,
            "skipped": COUNT,
            CHOICE: COUNT,
        },
        rules=(
            *(*_mine("act", "panic"), _HOLDS, *_CARD, rule.panic_only_when_drawn, rule.not_playable, rule.all_in_play),
            *(rule.no_elimination, rule.no_seat_change, rule.no_card, *_AIM, rule.axe, rule.shown_in_order),
        ),
        does=plays.play,
        asks=prompts.how_played,
        fills=prompts.fill_card,
        tells=log.play,
        malformed=chooses_one,
    ),
    "respond": seat(
        fields={**_PLAYED, "skipped": COUNT, "gives": optional(table_of(text))},
        rules=(
            *(*_LIVING, asked, rule.hand_empty, *_CARD, rule.panic_only_when_drawn, rule.wrong_answer),
            *(rule.no_card, rule.given_card_unknown, rule.given_unseen),
        ),
        does=plays.respond,
        asks=prompts.how_answered,
        fills=prompts.fill_card,
        tells=log.respond,
        malformed=skips_few,
    ),
    "eliminate": Move(
        fields={**_PLAYER, "cause": one_of("superinfection")},
        required=("cause",),
        rules=(*_LIVING, rule.not_superinfectable),
        does=plays.eliminate,
        asks=lambda ask: ask.who("full.who", {"action": "eliminate", "cause": "superinfection"}, ask.table.seats),
        tells=said_as(lambda log: "full" if out_at_once(log.before) else "superinfection"),
    ),
    "reveal": Move(
        fields={**_PLAYER, "role": one_of(THING)},
        required=("role",),
        rules=(*KNOWN, rule.victory_declared, rule.reveal_of_the_living),
        does=plays.reveal,
        asks=lambda ask: ask.who("reveal.who", {"action": "reveal", "role": THING}, ask.table.eliminated),
    ),
    "declare": Move(
        fields={**_PLAYER, "anyway": text},
        rules=(*_LIVING, rule.declared_early),
        does=plays.declare,
        asks=lambda ask: ask.who("declare.who", {"action": "declare"}, ask.table.seats, ask.say("declare.detail")),
    ),
    "end": ending(
        ("la-cosa-eliminated", "la-cosa-declared", "la-cosa-caught", "abandoned"),
        ROLES,
        (rule.end_at_wrong_moment, rule.end_roles),
        plays.end,
        prompts.which_roles,
        prompts.fill_roles,
        last_infected=text,
        infected=optional(list_of(text)),
        infections=optional(table_of(text)),
    ),
    "tell": TELL,
    "override": replace(OVERRIDE, asks=prompts.what_is_wrong),
    "show": SHOW,
    "rename": RENAME,
    "next": Move(
        fields={"back": BACK},
        required=("back",),
        rules=(*OVER, rule.victory_declared, rule.alone),
        does=plays.next_back,
        asks=prompts.which_back,
        tells=log.next_back,
    ),
}

PHASES: Mapping[str, Phase] = {
    "draw": Phase(prompts.draw, settable=True),
    "panic": Phase(prompts.panic),
    "act": Phase(prompts.act, settable=True),
    "respond": Phase(prompts.respond),
}
