"""What is said otherwise in the cooperative mode (docs/playthrough.md), and the phases of its rounds. Everything else
is said as in the board game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.actions import list_of, number, one_of, table_of, text, truth
from companion.engine.kit.common_rules import OVER, at
from companion.engine.kit.moves import Move, Phase, asked_when, nobody, otherwise, seat
from companion.games.the_thing import base as b
from companion.games.the_thing import queries as q
from companion.games.the_thing import rules as base_rule
from companion.games.the_thing import rules_work
from companion.games.the_thing.moves import ARMED, IN_THE_REC_ROOM, LOCATE, MOVES, PERSON, PLAYER, ROOM
from companion.games.the_thing.moves import PHASES as BASE_PHASES
from companion.games.the_thing_coop import acting, log, moving, prompts, prompts_dice
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import rules as rule

_SIDES = list_of(number(1, len(c.SIDES)), 24)
_WHICH = list_of(number(1, c.DICE), c.DICE)
_ACTING = (*PERSON, at("actions"), rules_work.lies)
_THEIRS = (rule.no_dice, rule.somebody_elses)
_GOOD = (rule.still_bad, rule.not_shown)
_BEFORE_TRADING = (*PERSON, *IN_THE_REC_ROOM)
_DEALT = MOVES["carry-out"].rules
_BROKEN = tuple(one for one in _DEALT if one.overrulable)

OTHER: Mapping[str, Move | None] = {
    **dict.fromkeys(("hide", "draw", "swap", "look-at-token", "looked", "lose", "expose", "vote", "votes")),
    "take-sheets": Move(
        fields={"who": table_of(text)},
        rules=(*OVER, base_rule.table_named("who"), rule.sheet_twice, rule.name_taken),
        does=moving.take_sheets,
        asks=prompts.sheets,
        tells=log.sheets,
    ),
    "place": seat(
        fields={**PLAYER, "at": ROOM},
        required=("at",),
        rules=(*PERSON, at("plan"), base_rule.placed_already, rule.not_theirs, rule.closed, rule.rests_too, rule.full),
        does=moving.place,
        asks=prompts.placing,
        tells=log.place,
    ),
    "meet": replace(
        MOVES["meet"],
        fields={**MOVES["meet"].fields, "alien": truth},
        rules=(*otherwise(MOVES["meet"].rules, rule.nobody_meets, without=(base_rule.alien_first,)), rule.no_token),
        does=moving.meet,
        asks=prompts.meeting,
        fills=prompts.fill_meeting,
        tells=log.meet,
    ),
    "transform": seat(
        fields=PLAYER,
        rules=(*PERSON, at("choice"), rule.not_reached),
        does=moving.choose,
    ),
    # The Alien
    "lay-strength": Move(rules=(*OVER, at("alien"), base_rule.no_alien), does=moving.lay, tells=log.lay),
    "reveal": replace(
        MOVES["reveal"],
        rules=(*OVER, at("encounters"), rule.not_drawn),
        does=moving.reveal,
        asks=prompts.revealing,
        fills=prompts.fill_location,
        tells=log.reveal,
    ),
    "clash": replace(
        MOVES["clash"],
        rules=(*otherwise(MOVES["clash"].rules, without=(base_rule.no_active_card,)), rule.spares),
        asks=prompts.clashing,
        fills=prompts.fill_victim,
    ),
    # The action dice
    "roll-dice": Move(
        fields={"dice": _SIDES},
        required=("dice",),
        rules=(*OVER, at("actions"), rule.dice_lie, rule.dark, rule.dice_wrong),
        does=acting.roll,
        asks=prompts_dice.rolling,
        fills=prompts_dice.fill_dice,
        tells=log.roll,
    ),
    "assign-dice": seat(
        fields=PLAYER,
        rules=(*_ACTING, rule.gives_nothing, rule.given_already),
        does=acting.give,
    ),
    "reroll-dice": seat(
        fields={**PLAYER, "which": _WHICH, "dice": _SIDES},
        required=("which", "dice"),
        rules=(*_ACTING, *_THEIRS, rule.rerolls_too_many, rule.rerolls_wrong),
        does=acting.reroll,
        asks=prompts_dice.rerolling,
        fills=prompts_dice.fill_dice,
        tells=log.roll,
    ),
    "turn-die": seat(
        fields={**PLAYER, "die": number(1, c.DICE), "face": one_of(*c.FACES)},
        required=("die", "face"),
        rules=(*PERSON, at("actions"), rule.not_resting, rule.turns_nothing, rule.same_side),
        does=acting.alter,
        asks=prompts_dice.turning,
        tells=log.alter,
    ),
    "cancel-dice": seat(
        fields={**PLAYER, "which": _WHICH},
        required=("which",),
        rules=(*_ACTING, *_THEIRS, rule.cancels_nothing),
        does=acting.cancel,
        tells=log.cancel,
    ),
    "suffer-dice": seat(
        fields=PLAYER,
        rules=(*_ACTING, *_THEIRS, rule.suffers_nothing),
        does=acting.suffer,
        tells=log.suffer,
    ),
    "waste-dice": seat(
        fields=PLAYER,
        rules=(*_ACTING, *_THEIRS, rule.still_bad),
        does=acting.waste,
    ),
    "carry-out": replace(
        MOVES["carry-out"],
        rules=(
            *otherwise(_DEALT, without=(rules_work.no_card_left, *_BROKEN)),
            # The tablet knows whose dice are used: it keeps them, and a Character is named.
            *asked_when(lambda m: bool(m.action.player) and q.depth(m.table) == b.COMPLETE, *_THEIRS, *_GOOD),
            *_BROKEN,
        ),
        does=acting.carry_out,
    ),
    "burn": replace(
        MOVES["burn"],
        rules=(
            *(*_ACTING, *_THEIRS, *_GOOD, rule.not_where_it_stands, rules_work.burnt_already, rules_work.no_fires),
            *ARMED,
        ),
        does=acting.burn,
        asks=prompts_dice.rolling,
    ),
    "stop": replace(
        MOVES["stop"],
        rules=(*OVER, at("actions"), rule.dice_waiting, rule.nobody_acted),
    ),
    "trade": replace(
        MOVES["trade"], rules=(*PERSON, at("rec-room"), *(r for r in MOVES["trade"].rules if r not in _BEFORE_TRADING))
    ),
    # The end of a round
    "locate": replace(LOCATE, does=moving.locate, asks=prompts.locating, fills=prompts.fill_location),
    "move-threat": Move(rules=(*OVER, at("threat")), does=moving.move, tells=log.move_threat),
    "next": replace(MOVES["next"], rules=(*MOVES["next"].rules, rule.leaves_undone), does=moving.go_on),
    # The way out
    "get-aboard": replace(MOVES["get-aboard"], does=moving.board),
    "block-escape": Move(
        fields={"dice": _SIDES},
        required=("dice",),
        rules=(*OVER, at("block"), rule.block_wrong),
        does=moving.block,
        asks=prompts_dice.blocking,
        fills=prompts_dice.fill_dice,
        tells=log.block,
    ),
    "end": replace(
        MOVES["end"],
        fields={name: kind for name, kind in MOVES["end"].fields.items() if name != "last_infected"},
        rules=(
            *(*OVER, rules_work.end_at_wrong_moment, rules_work.nobody_exposed, rules_work.end_roles),
            *(rules_work.human_is_left, rule.more_aliens_than_cards),
        ),
        does=moving.end,
    ),
    "rename": replace(MOVES["rename"], rules=(rule.nobody_called, rule.name_in_use)),
}
OTHER_PHASES: Mapping[str, Phase | None] = {
    **dict.fromkeys(("sheets", "draw", "pack", "meeting")),
    "take-sheets": Phase(prompts.sheets, nobody),
    "plan": Phase(prompts.plan, settable=True),
    "choice": Phase(prompts.choice),
    "alien": Phase(prompts.alien, nobody, settable=True),
    "encounters": Phase(prompts.encounters, settable=True),
    "block": Phase(prompts_dice.blocking),
    "actions": Phase(prompts_dice.actions, settable=True),
    "rec-room": Phase(prompts.rec_room, nobody, settable=True),
    "tests": BASE_PHASES["tests"],
    "dogs": Phase(prompts.dogs, settable=True),
    "threat": Phase(prompts.threat, settable=True),
}
