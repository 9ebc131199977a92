"""Everything that can be said at this table, move by move (docs/playthrough.md), and the steps of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.actions import FieldType, list_of, number, optional, text, truth
from companion.engine.kit.common_rules import KNOWN, OVER, asked, at, in_turn, turn_is_yours
from companion.engine.kit.correcting import OVERRIDE
from companion.engine.kit.everyday import RENAME, SHOW, ending
from companion.engine.kit.moves import Move, Phase, seat
from companion.engine.kit.public_state import COUNT
from companion.engine.rules import Rule
from companion.games.la_criatura import log, prompts, queries, turns
from companion.games.la_criatura import rules as rule

EYES = number(1, 6)
DICE = list_of(EYES, 2)
ROLES = (queries.CREATURE_ROLE, queries.INFECTED_ROLE, queries.HUMAN_ROLE)


_PLAYER: Mapping[str, FieldType] = {"player": text, "anyway": text}

_STANDING = (*KNOWN, rule.actor_out)
_LATER = (*_STANDING, rule.first_turn)
_END = (rule.end_at_wrong_moment, rule.end_roles)


def _weapon(field: str) -> tuple[Rule, ...]:
    return (
        rule.weapon_unknown(field),
        rule.all_shown(field),
    )


MOVES: Mapping[str, Move] = {
    "chief": Move(fields=_PLAYER, rules=(*_STANDING, at("first")), does=turns.first_chief),
    "event": seat(
        fields={**_PLAYER, "card": text, "spend": truth, "target": text, "gains": optional(list_of(text))},
        required=("card",),
        rules=(
            *(*_LATER, rule.too_late, at(*queries.PRINTED), rule.card_unknown, rule.wrong_phase, rule.not_theirs),
            *(rule.sedated, rule.played_already, rule.no_token, rule.hand_empty, rule.nobody_to_wake),
            *(rule.no_weapon_to_draw, rule.too_many_tokens),
        ),
        does=turns.event,
        asks=prompts.whom_awake,
        tells=log.event,
    ),
    "pass": seat(fields=_PLAYER, rules=(*_LATER, at("events"), turn_is_yours), does=turns.pass_),
    "vote": seat(
        fields={**_PLAYER, "votes": list_of(text, 2)},
        required=("votes",),
        rules=(
            *(*_LATER, at("vote"), rule.sedated_votes, in_turn("vote.order"), rule.votes_count),
            *(rule.all_named("votes"), rule.votes_for_oneself, rule.votes_apart),
        ),
        does=turns.vote,
        asks=prompts.split_vote,
        tells=log.vote,
    ),
    "tie": Move(
        fields={"dice": list_of(EYES)},
        required=("dice",),
        rules=(*OVER, at("tie"), rule.dice_are(lambda m: len(queries.tied(m.table)))),
        does=turns.tie,
        fills=prompts.fill_tie,
        tells=log.tie,
        malformed=rule.one_die_each,
    ),
    "declare": seat(
        fields={**_PLAYER, "creature": truth},
        required=("creature",),
        rules=(*_STANDING, at("verdict"), turn_is_yours, rule.creature_gone),
        does=turns.declare,
        tells=log.declare,
    ),
    "move": Move(
        fields={"dice": DICE, "handed": optional(list_of(text)), "anyway": text},
        required=("dice",),
        rules=(
            *(*OVER, at("move"), rule.dice_are(lambda m: 1), rule.all_named("handed"), rule.handed_though_still),
            rule.handed_in,
        ),
        does=turns.move,
        fills=prompts.fill_dice,
        tells=log.move,
    ),
    "discard": seat(
        fields={**_PLAYER, "count": COUNT},
        required=("count",),
        rules=(*_STANDING, at("discard"), rule.sedated_discards, turn_is_yours, rule.more_than_held),
        does=turns.discard,
        tells=log.discard,
    ),
    "elect": Move(
        fields={"dice": DICE, "player": text, "anyway": text},
        required=("dice",),
        rules=(*OVER, at("chief"), rule.dice_are(lambda m: 1), rule.chief_unknown, rule.wrong_chief),
        does=turns.elect,
        fills=prompts.fill_dice,
        tells=log.elect,
    ),
    "arm": seat(
        fields=_PLAYER,
        rules=(
            *(*_LATER, at("events", "vote", "move", "discard", "chief", *queries.IN_FLIGHT), rule.no_token),
            rule.no_weapon_left,
        ),
        does=turns.arm,
        asks=prompts.who_arms,
    ),
    "uncover": seat(
        fields={**_PLAYER, "card": text},
        required=("card",),
        rules=(*_STANDING, rule.face_down, *_weapon("card")),
        does=turns.uncover,
        tells=log.uncover,
    ),
    "attack": seat(
        fields={
            **_PLAYER,
            "target": text,
            "weapon": text,
            "bonus": number(0, 3),
            "dice": DICE,
            "triumph": truth,
            "hit": truth,
        },
        rules=(
            *(*_STANDING, rule.combat_over, at(*queries.IN_FLIGHT), in_turn("attack.order"), rule.target_wrong),
            *(rule.own_side, *_weapon("weapon"), rule.no_bonus, rule.no_token),
            rule.dice_are(lambda m: queries.dice_wanted(m.table, m.action.player, rule.by_token(m))),
            rule.no_hit,
        ),
        does=turns.attack,
        asks=prompts.how_struck,
        fills=prompts.fill_attack,
        tells=log.attack,
    ),
    "respond": seat(
        fields={**_PLAYER, "target": text, "card": text, "from": number(2, 6), "dice": DICE, "triumph": truth},
        rules=(
            *(*_STANDING, asked, rule.shield_wrong, rule.no_token, *_weapon("card"), rule.no_guard),
            rule.dice_are(rule.dice_to_answer),
        ),
        does=turns.respond,
        asks=prompts.how_parried,
        fills=prompts.fill_answer,
        tells=log.respond,
    ),
    "reveal": seat(
        fields={**_PLAYER, "infected": list_of(text)},
        required=("infected",),
        rules=(
            *(*_STANDING, rule.not_in_flight, rule.creature_gone, rule.revealed_twice, rule.revealed_wrong),
            rule.two_seats,
        ),
        does=turns.reveal,
        asks=prompts.who_shows,
        fills=prompts.fill_infected,
        tells=log.reveal,
    ),
    "end": ending(("landed", "abandoned"), ROLES, _END, turns.end, prompts.ending, prompts.fill_roles),
    "override": replace(OVERRIDE, asks=prompts.what_is_wrong),
    "show": SHOW,
    "rename": RENAME,
}

PHASES: Mapping[str, Phase] = {
    "first": Phase(prompts.first_chief, settable=True),
    "events": Phase(prompts.events, settable=True),
    "vote": Phase(prompts.votes, settable=True),
    "tie": Phase(prompts.tie),
    "verdict": Phase(prompts.verdict),
    "move": Phase(prompts.move, settable=True),
    "discard": Phase(prompts.discard, settable=True),
    "chief": Phase(prompts.elect, settable=True),
    "helicopter": Phase(prompts.attack, settable=True),
    "combat": Phase(prompts.attack, settable=True),
    "respond": Phase(prompts.respond),
    "landed": Phase(prompts.landed),
}
