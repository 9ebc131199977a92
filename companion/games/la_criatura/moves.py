"""Everything that can be said at this table, move by move (docs/playthrough.md), and the steps of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.actions import FieldType, list_of, number, optional, text, truth
from companion.engine.kit.common_rules import KNOWN, MINE, OVER, asked, at, in_turn
from companion.engine.kit.everyday import OVERRIDE, RENAME, SHOW, ending
from companion.engine.kit.moves import Move, Phase, overrulable, rules, seat
from companion.engine.kit.public_state import COUNT
from companion.engine.rules import Rule
from companion.games.la_criatura import combat, log, prompts, queries, turns
from companion.games.la_criatura import rules as rule

EYES = number(1, 6)
DICE = list_of(EYES, 2)
ROLES = (queries.CREATURE_ROLE, queries.INFECTED_ROLE, queries.HUMAN_ROLE)


_PLAYER: Mapping[str, FieldType] = {"player": text, "anyway": text}

_STANDING = (*KNOWN, *rules(("player.out", rule.actor_out)))
_LATER = (*_STANDING, *rules(("turn.first", rule.first_turn)))
_TOKEN = rules(("token.none", rule.no_token))
_ONE_DIE = rules(("dice.count", rule.dice_are(lambda m: 1)))
_END = rules(("step.wrong", rule.end_at_wrong_moment), ("end.roles", rule.end_roles))
_STILL_THERE = rules(("creature.gone", rule.creature_gone))


def _weapon(field: str) -> tuple[Rule, ...]:
    return (
        *rules(("weapon.none", rule.weapon_unknown(field))),
        *overrulable(("weapon.all-shown", rule.all_shown(field))),
    )


MOVES: Mapping[str, Move] = {
    "chief": Move(fields=_PLAYER, rules=(*_STANDING, *at("first")), does=turns.first_chief),
    "event": seat(
        fields={**_PLAYER, "card": text, "spend": truth, "target": text, "gains": optional(list_of(text))},
        required=("card",),
        rules=(
            *(*_LATER, *rules(("event.too-late", rule.too_late)), *at(*queries.PRINTED)),
            *rules(("card.unknown", rule.card_unknown)),
            *overrulable(
                ("event.phase", rule.wrong_phase),
                ("event.chief-only", rule.not_theirs),
                ("event.sedated", rule.sedated),
                ("event.limit", rule.played_already),
            ),
            *_TOKEN,
            *rules(("hand.empty", rule.hand_empty), ("event.awake", rule.nobody_to_wake)),
            *overrulable(("weapon.none-left", rule.no_weapon_to_draw)),
            *rules(("token.limit", rule.too_many_tokens)),
        ),
        does=turns.event,
        asks=prompts.whom_awake,
        tells=log.event,
    ),
    "pass": seat(fields=_PLAYER, rules=(*_LATER, *at("events"), *MINE), does=turns.pass_),
    "vote": seat(
        fields={**_PLAYER, "votes": list_of(text, 2)},
        required=("votes",),
        rules=(
            *(*_LATER, *at("vote")),
            *rules(("vote.sedated", rule.sedated_votes), ("vote.order", in_turn("vote.order"))),
            *overrulable(("vote.count", rule.votes_count)),
            *rules(("player.unknown", rule.all_named("votes"))),
            *overrulable(("vote.self", rule.votes_for_oneself), ("vote.together", rule.votes_apart)),
        ),
        does=turns.vote,
        asks=prompts.split_vote,
        tells=log.vote,
    ),
    "tie": Move(
        fields={"dice": list_of(EYES)},
        required=("dice",),
        rules=(*OVER, *at("tie"), *rules(("dice.count", rule.dice_are(lambda m: len(queries.tied(m.table)))))),
        does=turns.tie,
        fills=prompts.fill_tie,
        tells=log.tie,
        malformed=rule.one_die_each,
    ),
    "declare": seat(
        fields={**_PLAYER, "creature": truth},
        required=("creature",),
        rules=(*_STANDING, *at("verdict"), *MINE, *_STILL_THERE),
        does=turns.declare,
        tells=log.declare,
    ),
    "move": Move(
        fields={"dice": DICE, "handed": optional(list_of(text)), "anyway": text},
        required=("dice",),
        rules=(
            *(*OVER, *at("move"), *_ONE_DIE),
            *rules(("player.unknown", rule.all_named("handed")), ("move.still", rule.handed_though_still)),
            *overrulable(("move.sedated", rule.handed_in)),
        ),
        does=turns.move,
        fills=prompts.fill_dice,
        tells=log.move,
    ),
    "discard": seat(
        fields={**_PLAYER, "count": COUNT},
        required=("count",),
        rules=(
            *(*_STANDING, *at("discard"), *rules(("discard.sedated", rule.sedated_discards)), *MINE),
            *rules(("discard.too-many", rule.more_than_held)),
        ),
        does=turns.discard,
        tells=log.discard,
    ),
    "elect": Move(
        fields={"dice": DICE, "player": text, "anyway": text},
        required=("dice",),
        rules=(
            *(*OVER, *at("chief"), *_ONE_DIE, *rules(("player.unknown", rule.chief_unknown))),
            *overrulable(("chief.count", rule.wrong_chief)),
        ),
        does=turns.elect,
        fills=prompts.fill_dice,
        tells=log.elect,
    ),
    "arm": seat(
        fields=_PLAYER,
        rules=(
            *(*_LATER, *at("events", "vote", "move", "discard", "chief", *queries.IN_FLIGHT), *_TOKEN),
            *overrulable(("weapon.none-left", rule.no_weapon_left)),
        ),
        does=turns.arm,
        asks=prompts.who_arms,
    ),
    "uncover": seat(
        fields={**_PLAYER, "card": text},
        required=("card",),
        rules=(*_STANDING, *rules(("weapon.face-down", rule.face_down)), *_weapon("card")),
        does=combat.uncover,
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
            *(*_STANDING, *rules(("combat.over", rule.combat_over)), *at(*queries.IN_FLIGHT)),
            *rules(("attack.order", in_turn("attack.order")), ("target.missing", rule.target_wrong)),
            *overrulable(("target.own-side", rule.own_side)),
            *(*_weapon("weapon"), *rules(("weapon.no-bonus", rule.no_bonus)), *_TOKEN),
            *rules(("dice.count", rule.dice_are(rule.dice_to_attack)), ("attack.no-hit", rule.no_hit)),
        ),
        does=combat.attack,
        asks=prompts.how_struck,
        fills=prompts.fill_attack,
        tells=log.attack,
    ),
    "respond": seat(
        fields={**_PLAYER, "target": text, "card": text, "from": number(2, 6), "dice": DICE, "triumph": truth},
        rules=(
            *(
                *_STANDING,
                *rules(("respond.not-asked", asked), ("shield.name", rule.shield_wrong)),
                *_TOKEN,
            ),
            *(*_weapon("card"), *rules(("respond.no-guard", rule.no_guard))),
            *rules(("dice.count", rule.dice_are(rule.dice_to_answer))),
        ),
        does=combat.respond,
        asks=prompts.how_parried,
        fills=prompts.fill_answer,
        tells=log.respond,
    ),
    "reveal": seat(
        fields={**_PLAYER, "infected": list_of(text)},
        required=("infected",),
        rules=(
            *(*_STANDING, *rules(("reveal.when", rule.not_in_flight)), *_STILL_THERE),
            *rules(("reveal.twice", rule.revealed_twice), ("player.unknown", rule.revealed_wrong)),
            *overrulable(("reveal.two-seats", rule.two_seats)),
        ),
        does=combat.reveal,
        asks=prompts.who_shows,
        fills=prompts.fill_infected,
        tells=log.reveal,
    ),
    "end": ending(("landed", "abandoned"), ROLES, _END, combat.end, prompts.ending, prompts.fill_roles),
    "override": replace(OVERRIDE, asks=prompts.what_is_wrong, fills=prompts.fill_correction),
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
