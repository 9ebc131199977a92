"""What is said otherwise at this table than in the board game, move by move, and the phases it has more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine.actions import list_of, number, one_of, optional, text, truth
from companion.engine.kit.common_rules import OVER, at
from companion.engine.kit.everyday import ending
from companion.engine.kit.moves import Move, Phase, nobody, otherwise, seat
from companion.games.the_thing import base as b
from companion.games.the_thing import moves as base
from companion.games.the_thing import rules as rule
from companion.games.the_thing import rules_work
from companion.games.the_thing.moves import ALIENS_IN_THE_END, ANYWAY, ARMED, LOCATE, MOVES, PERSON, PHASES, PLAYER
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import escape, log, prompts, teeth, ufo

_SECTOR = one_of(*o.SECTORS)
_VALUE = number(1, 3)


_carry_out = MOVES["carry-out"]
_POSSIBLE = _carry_out.rules.index(rules_work.nothing_here)
"""From here on the rules of a card ask what the room lets anybody do: a vehicle that has left is said before."""
_test = MOVES["test"]
CHANGED: Mapping[str, Move | None] = {
    "take-sheets": replace(
        MOVES["take-sheets"],
        fields={"token": MOVES["take-sheets"].fields["token"]},
        rules=(*OVER, at("sheets"), rule.token_closed),
        asks=prompts.token,
        fills=prompts.fill_token,
    ),
    # Garry is not in this base.
    "draw": replace(MOVES["draw"], fields={}, rules=(*OVER, at("draw"))),
    "hide": replace(
        MOVES["hide"],
        rules=(*OVER, at("alien", "ufo-hide"), rule.no_alien, rule.too_strong, ufo.too_many_cards, ufo.too_weak),
    ),
    "carry-out": replace(
        _carry_out,
        rules=(
            *_carry_out.rules[:_POSSIBLE],
            escape.used.rule,
            *otherwise(_carry_out.rules[_POSSIBLE:], escape.damaged.rule),
            escape.not_full.rule,
        ),
        does=escape.turn,
    ),
    "lose": replace(MOVES["lose"], rules=otherwise(MOVES["lose"].rules, rules_work.lost_in_vain(escape.CAN))),
    "test": replace(
        _test,
        fields={**_test.fields, "teeth": one_of(*o.TEETH)},
        required=("target", "kind"),
        rules=(
            *(*PERSON, at("tests"), teeth.no_light, teeth.no_card, teeth.bled),
            *otherwise(_test.rules[len(PERSON) + 1 :], without=(rules_work.no_wire, rule.no_charge)),
            *(teeth.somebody_else, teeth.result_missing, teeth.fillings_of_an_alien, teeth.teeth_change),
        ),
        does=teeth.test,
        asks=prompts.testing,
        tells=log.test,
    ),
    "locate": LOCATE,
    "meet": replace(MOVES["meet"], does=teeth.meet),
    **{
        verb: replace(MOVES[verb], rules=(*MOVES[verb].rules, teeth.fillings_of_an_alien))
        for verb in ("expose", "show-role")
    },
    "next": replace(MOVES["next"], rules=(*OVER, ufo.not_left), does=teeth.go_on),
    "end": ending(
        ("roles", "abandoned", *b.SAID_ENDINGS, "hidden-left"),
        (b.HUMAN_ROLE, b.ALIEN_ROLE),
        (
            escape.end_in_ending,
            escape.someone_exposed,
            rules_work.end_at_wrong_moment,
            rules_work.nobody_exposed,
            rules_work.end_roles,
            *otherwise(ALIENS_IN_THE_END, escape.last_infected),
            escape.human_is_left,
        ),
        escape.end,
        prompts.how_it_ends,
        last_infected=text,
    ),
}
ROOM = one_of(*b.ROOMS)
_ROOMS = ((base.ROOM, ROOM), (base.MAYBE_ROOM, optional(ROOM)), (base.SOME_ROOMS, list_of(ROOM, 11)))


def _of_this_base(move: Move) -> Move:
    """Return the move with the rooms of this base, which has a second snowcat, where it names rooms of the other."""
    fields = {name: next((here for there, here in _ROOMS if kind is there), kind) for name, kind in move.fields.items()}
    return replace(move, fields=fields)


IN_THIS_BASE: Mapping[str, Move | None] = {
    verb: move and _of_this_base(move) for verb, move in {**MOVES, **CHANGED}.items()
}
NEW: Mapping[str, Move] = {
    "rifle": seat(
        fields={**PLAYER, "spaces": number(1, 3)},
        required=("spaces",),
        rules=(*PERSON, at(*escape.STEPS), escape.second_rifle, escape.no_rifle),
        does=escape.rifle,
        asks=prompts.rifle,
        tells=log.rifle,
    ),
    "dog": Move(fields={"away": truth}, rules=(*OVER, at("runaway")), does=escape.dog),
    "start-ufo": Move(
        fields={"aliens": list_of(text, 8), "tokens": list_of(_VALUE, len(o.SECTORS))},
        required=("tokens",),
        rules=(*OVER, at("ufo-setup"), ufo.aliens_unknown, ufo.tokens_wrong),
        does=ufo.set_up,
        asks=prompts.set_up,
        tells=log.start_ufo,
    ),
    "enter": seat(
        fields={**PLAYER, "at": _SECTOR},
        required=("at",),
        rules=(*PERSON, at("ufo-place"), ufo.entered),
        does=ufo.enter,
        tells=log.enter,
    ),
    "uncover": Move(
        fields={"at": list_of(_SECTOR, len(o.SECTORS))},
        required=("at",),
        rules=(*OVER, at("ufo-reveal"), rule.wrong_heaps, ufo.sector_wrong),
        does=ufo.uncover,
        asks=prompts.revealing,
        tells=log.uncover,
    ),
    "fight": Move(
        fields={
            "at": _SECTOR,
            "fire": text,
            "with": optional(one_of(*b.BURNING)),
            "win": optional(one_of("assimilate", "tokens")),
            "victim": text,
            **ANYWAY,
        },
        required=("at",),
        rules=(
            *(*OVER, at("ufo-fight"), ufo.no_fight, ufo.fighter_elsewhere, rule.fights_with_nothing, *ARMED),
            *(ufo.wins_wrongly, ufo.victim_wrong),
        ),
        does=ufo.fight,
        asks=prompts.fighting,
        tells=log.fight,
    ),
    "collect": Move(
        fields={"drawn": list_of(_VALUE, 14)},
        required=("drawn",),
        rules=(*OVER, at("ufo-collect"), ufo.drawn_wrong),
        does=ufo.collected,
        asks=prompts.collecting,
        tells=log.collect,
    ),
    "launch": Move(
        fields={"pay": list_of(_VALUE, 22)},
        required=("pay",),
        rules=(*OVER, at("ufo-launch"), ufo.pays_too_little),
        does=ufo.launch,
        tells=log.launch,
    ),
}
MORE_PHASES: Mapping[str, Phase | None] = {
    "sheets": Phase(prompts.token, nobody),
    "tests": replace(PHASES["tests"], asks=prompts.tests),
    "pack": None,
    "runaway": Phase(prompts.run, settable=True),
    "ufo-setup": Phase(prompts.set_up, nobody),
    "ufo-hide": Phase(PHASES["alien"].asks, nobody),
    "ufo-place": Phase(prompts.places, nobody),
    "ufo-reveal": Phase(prompts.revealing, nobody),
    "ufo-fight": Phase(prompts.fights, nobody),
    "ufo-collect": Phase(prompts.collecting, nobody),
    "ufo-launch": Phase(prompts.launching, nobody),
}
