"""Everything that can be said at this table, move by move (docs/playthrough.md), and the phases of a round."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.actions import FieldType, list_of, number, one_of, optional, so_many, text, truth
from companion.engine.kit.common_rules import OVER, PLAYS, TARGET, at, cards_unknown, shown_card_unknown, turn_is_yours
from companion.engine.kit.correcting import OVERRIDE
from companion.engine.kit.everyday import RENAME, ending, shown
from companion.engine.kit.moves import Move, Phase, nobody, seat
from companion.engine.rules import Rule
from companion.games.dos_barajas import combat, log, phases, prompts, queries
from companion.games.dos_barajas import rules as rule
from companion.games.dos_barajas.queries import ROLES, THING

COUNT = number(0, 10_000)
FEW = number(0, 99)
"""A count of clubs or trios, each of which moves cards."""
CARDS = optional(list_of(text))
EYES = so_many(prompts.DICE, number(1, 6), "malformed.dice", dice=prompts.DICE)


_PLAYER: Mapping[str, FieldType] = {"player": text}
_TRIO: Mapping[str, FieldType] = {**_PLAYER, "aces": number(0, 2), "cards": CARDS}

_OPEN = (rule.count_awaited, rule.answer_awaited)
_LIVING = (*PLAYS, *_OPEN)


def _mine(step: str) -> tuple[Rule, ...]:
    """Return the rules of an action of the turn player in this phase."""
    return (*_LIVING, rule.combat_goes_on, at(step), turn_is_yours)


_ROLL = (*_LIVING, at(queries.COMBAT), rule.rolled_already, turn_is_yours)
_SEEN = (shown_card_unknown, rule.not_in_deck)
_SPENT = (
    *_SEEN,
    rule.wrong_suit,
    rule.too_little,
    rule.too_much,
    rule.hand_too_small,
)
_REVEALED = (cards_unknown("shown"), rule.human_shows_clubs)
_END = (rule.at_wrong_moment, rule.roles_fault)


MOVES: Mapping[str, Move] = {
    "commander": Move(
        fields=_PLAYER,
        rules=(*_LIVING, at(queries.DEAL), rule.commander_already),
        does=phases.commander,
        asks=lambda ask: ask.who("commander", {"action": "commander"}, ask.table.seats),
    ),
    "clubs": seat(
        fields={**_PLAYER, "count": FEW},
        required=("count",),
        rules=(*_LIVING, at(queries.DEAL), rule.fewer_held_than_thrown, rule.too_many_clubs),
        does=phases.clubs,
        asks=prompts.how_many_clubs,
        tells=log.clubs,
    ),
    "accuse": seat(
        fields={**_TRIO, "target": text, "result": one_of(*ROLES), "shown": CARDS},
        required=("result",),
        rules=(*_LIVING, rule.combat_goes_on, at(queries.ACCUSE), rule.turn_has_passed, *TARGET, *_SPENT, *_REVEALED),
        does=phases.accuse,
        asks=prompts.whom_and_what,
        fills=prompts.fill_cards,
        tells=log.accuse,
    ),
    "supply": seat(
        fields={**_TRIO, "cups": truth, "clubs": FEW},
        rules=(*_mine(queries.SUPPLY), *_SPENT, rule.too_many_clubs),
        does=phases.supply,
        asks=prompts.how_supplied,
        fills=prompts.fill_cards,
        tells=log.supply,
    ),
    "leave": seat(
        fields={**_PLAYER, "cards": CARDS},
        rules=(*_mine(queries.LEAVE), rule.must_starve, *_SEEN),
        does=phases.leave,
        fills=prompts.fill_cards,
        tells=log.leave,
    ),
    "starve": seat(
        fields={**_PLAYER, "role": one_of(*ROLES), "others": optional(truth), "shown": CARDS},
        required=("role",),
        rules=(*_mine(queries.LEAVE), rule.need_not_starve, *_REVEALED),
        does=phases.starve,
        tells=log.starve,
        malformed=rule.says_whether_others,
    ),
    "take": seat(
        fields={**_PLAYER, "count": COUNT, "cards": CARDS, "anyway": text},
        required=("count",),
        rules=(*_mine(queries.TAKE), rule.one_or_two, *_SEEN),
        does=phases.take,
        fills=prompts.fill_cards,
        tells=log.take,
    ),
    "invade": seat(
        fields={**_PLAYER, "all": truth},
        rules=(*_LIVING, rule.combat_goes_on, rule.not_invasion),
        does=phases.invade,
        asks=prompts.who_calls,
        tells=log.invade,
    ),
    "reveal": seat(
        fields=_PLAYER,
        rules=(*_LIVING, at(queries.COMBAT), rule.revealed_already),
        does=combat.reveal,
        asks=prompts.who_reveals,
    ),
    "attack": seat(
        fields={**_TRIO, "target": text, "dice": EYES, "trios": FEW, "as": one_of(THING), "anyway": text},
        required=("dice",),
        rules=(*_ROLL, *TARGET, rule.hidden, rule.own_side, rule.human_against_human, *_SPENT),
        does=combat.attack,
        asks=prompts.with_what_roll,
        fills=prompts.fill_roll,
        tells=log.attack,
    ),
    "pass": seat(fields=_PLAYER, rules=_ROLL, does=combat.hold),
    "answer": seat(
        fields={**_PLAYER, "others": truth},
        required=("others",),
        rules=(*OVER, rule.count_awaited, at(queries.ANSWER), rule.answerer_unknown),
        does=combat.answer,
        tells=log.answer,
    ),
    "skip": Move(
        rules=(*OVER, *_OPEN, rule.combat_goes_on, at(queries.DEAL, queries.ACCUSE, queries.INVADE)),
        does=phases.skip,
        tells=log.skip,
    ),
    "end": ending(queries.CAUSES, ROLES, _END, combat.end, prompts.which_roles, prompts.fill_roles),
    "override": OVERRIDE,
    "show": shown(rule.not_the_commander),
    "rename": RENAME,
}

PHASES: Mapping[str, Phase] = {
    queries.DEAL: Phase(prompts.deal, nobody, settable=True),
    queries.ACCUSE: Phase(prompts.accuse, nobody, settable=True),
    queries.SUPPLY: Phase(prompts.supply, settable=True),
    queries.LEAVE: Phase(prompts.leave, settable=True),
    queries.TAKE: Phase(prompts.take, settable=True),
    queries.INVADE: Phase(prompts.invade, nobody, settable=True),
    queries.COMBAT: Phase(prompts.whom),
    queries.ANSWER: Phase(prompts.answer, nobody),
    queries.COUNT: Phase(prompts.count, nobody),
}
