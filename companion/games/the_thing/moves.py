"""Everything that can be said at this table, move by move (docs/playthrough.md), and the phases of a round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.engine import facts as f
from companion.engine.actions import Action, FieldType, list_of, number, one_of, optional, table_of, text, truth
from companion.engine.kit.common_rules import OVER, PLAYS, asked, at
from companion.engine.kit.correcting import OVERRIDE
from companion.engine.kit.everyday import RENAME, SHOW, ending
from companion.engine.kit.moves import (
    Ballot,
    Move,
    Phase,
    asked_when,
    nobody,
    otherwise,
    seat,
)
from companion.engine.places import DISCARD, DRAW, Place, hand
from companion.engine.rules import Moment
from companion.games.the_thing import base as b
from companion.games.the_thing import (
    days,
    escape,
    log,
    meetings,
    pack,
    prompts,
    prompts_end,
    prompts_votes,
    prompts_work,
    queries,
    rules_work,
    work,
)
from companion.games.the_thing import rules as rule
from companion.games.the_thing.board import COLUMNS, MOST_READ
from companion.games.the_thing.effects import Effects


def hide(effects: Effects, action: Action) -> None:
    """Lay the Alien's location cards face down, each with strength on it."""
    value = action.said.get("strengths")
    for k, strength in enumerate(value if isinstance(value, list | tuple) else (), 1):
        effects.put(b.STRENGTH, Place("pile", f"{b.HEAP}{k}"), int(strength))
        effects.add(b.POOL, "", -int(strength))
    effects.go_on()


def draw(effects: Effects, action: Action) -> None:
    """Draw up to the limit from the leader on, then one more card for the leader sheet; Garry may swap one of his."""
    limit = queries.hand_limit(effects.table)
    for player in queries.from_the_leader(effects.table):
        effects.draw(hand(player), limit - effects.table.hands[player])
    effects.draw(b.ACTIVE, 1)
    garry = queries.garry(effects.table)
    if action.said.get("swaps") is True and garry:
        effects.discard(garry, 1)
        effects.draw(hand(garry), 1)
    effects.go_on()


def place(effects: Effects, action: Action) -> None:
    """Put a figure into a room and a card on the leader sheet.

    The card is of the own hand, in the dark of the right neighbour's, or by the special action the one card that was
    drawn for the whole hand.
    """
    player, slug = action.player, action.text("at")
    effects.stand(player, slug)
    if action.said.get("special") is True:
        effects.discard(player, effects.table.hands[player])
        lit = queries.sees_in_the_dark(effects.table, action)
        effects.draw(b.ACTIVE, 1)
        if lit:
            effects.draw(hand(player), 1)
            effects.discard(player, 1)
    else:
        owner = queries.whose_card(effects.table, action)
        if effects.table.hands.get(owner, 0):
            effects.do(f.CardsMoved(hand(owner), b.ACTIVE))
    if queries.here(effects.table, b.TOKEN_HERE, slug):
        effects.clear(b.TOKEN_HERE)
        effects.note(b.TOKEN, player)
    placed(effects, player)


def swap(effects: Effects, action: Action) -> None:
    """Lay a player down in the dormitory, who changes the whole hand for cards of their choice."""
    player = action.player
    effects.stand(player, b.DORMITORY)
    effects.lay_down(player)
    count = effects.table.hands[player]
    effects.discard(player, count)
    effects.do(f.CardsMoved(DRAW, hand(player), min(count, effects.table.piles["draw"])))
    effects.do(f.StackShuffled(DISCARD, DRAW))
    placed(effects, player)


def placed(effects: Effects, player: str) -> None:
    """Go on after a move; after the last the encounters begin."""
    effects.keep(b.PLACED, player, 1)
    left = queries.planners(effects.table)
    if not left:
        effects.go_on()
    elif player == effects.table.turn:
        effects.turn(left[0])


ANYWAY: Mapping[str, FieldType] = {"anyway": text}
PLAYER: Mapping[str, FieldType] = {"player": text, **ANYWAY}
_COUNT = number(0, 99)
ROOM = one_of(*b.OWN_ROOMS)
MAYBE_ROOM, SOME_ROOMS = optional(ROOM), list_of(ROOM, 11)
VOTES = (rules_work.votes_unknown, rules_work.votes_out, rules_work.votes_self, rules_work.votes_proven)
PERSON = (*PLAYS, rule.actor_exposed)
_MOVING = (
    *PERSON,
    at("plan"),
    rule.placed_already,
    rule.not_planner,
)
_EVADING = (rule.evades_elsewhere, rule.evades_badly)


def _only_then(m: Moment) -> bool:
    """Return True if people leave only when the tablet says so."""
    return not queries.rescue_is_said(m.table)


IN_THE_REC_ROOM = (at("rec-room", "tests"), rules_work.tests_have_begun)
"""Phase 5 goes on after the vote, until the first test."""
ALIENS_IN_THE_END = (
    rules_work.exposed_as_human,
    rules_work.no_alien_at_all,
    rules_work.human_is_left,
    rules_work.last_infected,
)
"""Roles that fit the end of a game in which people are infected."""
ARMED = (rule.no_weapon, rule.no_charge)


MOVES: Mapping[str, Move] = {
    # The leader's reader
    "take-sheets": Move(
        fields={"who": table_of(text), "token": MAYBE_ROOM},
        rules=(*OVER, rule.table_named("who"), rule.token_closed),
        does=days.sheets,
        asks=prompts.sheets,
        tells=log.sheets,
    ),
    "weather": Move(
        fields={"face": text, "keep": truth, **ANYWAY},
        required=("face",),
        rules=(*OVER, at("weather"), rule.face_unknown, rule.die_elsewhere, rule.kept_otherwise),
        does=days.weather,
        tells=log.weather,
    ),
    "upkeep": Move(
        fields={
            **dict.fromkeys(COLUMNS, number(0, MOST_READ)),
            **dict.fromkeys(("arrived", "gone", "frozen"), truth),
        },
        rules=(
            *(*OVER, rule.not_now("upkeep"), rule.burns_in_the_dark, rule.burns_destroyed, rule.not_sent),
            rule.numbers_missing,
        ),
        does=days.upkeep,
        asks=prompts.upkeep,
        tells=log.upkeep,
    ),
    "hide": Move(
        fields={"strengths": list_of(_COUNT, 11), **ANYWAY},
        required=("strengths",),
        rules=(*OVER, at("alien"), rule.no_alien, rule.too_strong, rule.too_many_cards),
        does=hide,
        asks=prompts.alien,
        tells=log.hide,
    ),
    "draw": Move(
        fields={"swaps": truth},
        rules=(*OVER, at("draw"), rule.nobody_swaps),
        does=draw,
        tells=log.draw,
    ),
    "place": seat(
        fields={
            **PLAYER,
            "at": ROOM,
            "special": truth,
            "light": truth,
            "card": optional(one_of(*b.CARDS)),
        },
        required=("at",),
        rules=(*_MOVING, rule.closed, rule.full, rule.no_lamp_needed, rule.no_card, rule.face_down, rule.face_up),
        does=place,
        asks=prompts.placing,
        tells=log.place,
    ),
    "swap": seat(
        fields=PLAYER,
        rules=_MOVING,
        does=swap,
    ),
    # Encounters
    "reveal": Move(
        fields={"at": SOME_ROOMS},
        required=("at",),
        rules=(*OVER, rule.too_early, at("encounters"), rule.not_in_deck, rule.wrong_heaps),
        does=meetings.reveal,
        asks=prompts_work.revealing,
        tells=log.reveal,
    ),
    "clash": Move(
        fields={
            "at": ROOM,
            "evade": table_of(text),
            "fire": text,
            "with": optional(one_of(*b.BURNING)),
            "win": optional(one_of("assimilate", "sabotage")),
            "victim": text,
            **ANYWAY,
        },
        required=("at",),
        rules=(
            *(*OVER, at("encounters"), rule.not_hunted, *_EVADING, rule.evades_the_alien, rule.fights_elsewhere),
            *(rule.fights_with_nothing, *ARMED, rule.no_active_card, rule.wins_wrongly, rule.victim_wrong),
        ),
        does=meetings.clash,
        asks=prompts_work.clashing,
        tells=log.clash,
    ),
    "meet": Move(
        fields={"at": ROOM, "evade": table_of(text), **ANYWAY},
        required=("at",),
        rules=(*OVER, at("encounters"), rule.nobody_meets, rule.alien_first, *_EVADING, *ARMED),
        does=meetings.meet,
        asks=prompts_work.meeting_at,
        tells=log.meet,
    ),
    "look-at-token": seat(
        fields={**PLAYER, "at": text},
        required=("at",),
        rules=(*PERSON, at("meeting"), asked, rule.looks_elsewhere, rule.looks_at_proven),
        does=meetings.look,
        asks=prompts_work.looking,
        tells=log.look,
    ),
    "looked": Move(rules=(*OVER, at("meeting")), does=meetings.looked),
    # Action cards
    "carry-out": Move(
        fields={
            **PLAYER,
            "card": one_of(*b.CARDS),
            "at": MAYBE_ROOM,
            "times": number(1, 8),
            "face": text,
            "into": MAYBE_ROOM,
            "kept": _COUNT,
            "escape": truth,
            "flamethrower": truth,
        },
        required=("card",),
        rules=(
            *(*OVER, at("actions"), rules_work.nobody_named, rule.named("player"), rules_work.no_card_left),
            *(rules_work.lies, rules_work.escapes_elsewhere, rule.face_unknown, rules_work.nothing_here),
            *(*rules_work.POSSIBLE, rules_work.no_keys),
        ),
        does=work.turn,
        asks=prompts_work.turning,
        tells=log.turn,
    ),
    "lose": Move(
        fields={**PLAYER, "card": one_of(*b.CARDS)},
        required=("card",),
        rules=(*PERSON, at("actions"), rules_work.no_card_left, rules_work.lies, rules_work.somebody_can),
        does=work.lose,
        asks=prompts_work.losing,
        tells=log.turn_lost,
    ),
    "extra": seat(
        fields={**PLAYER, "item": one_of("tools", "fuel")},
        required=("item",),
        rules=(
            *(*PERSON, at("encounters", "actions"), rules_work.no_object, rules_work.extra_elsewhere),
            *rules_work.EXTRA_POSSIBLE,
        ),
        does=work.extra,
        asks=prompts_work.extras,
        tells=log.extra,
    ),
    "burn": seat(
        fields={**PLAYER, "at": ROOM, "with": one_of(*b.BURNING)},
        required=("at", "with"),
        rules=(
            *(*PERSON, at("actions"), rules_work.burnt_already, rules_work.no_fires, rules_work.fire_too_late, *ARMED),
            *(rule.no_active_card, rules_work.lies),
        ),
        does=work.burn,
        asks=prompts_work.burning,
        tells=log.burn,
    ),
    "stop": Move(
        fields=ANYWAY,
        rules=(*OVER, at("actions"), rules_work.none_turned),
        does=work.stop,
        tells=log.stop,
    ),
    # The recreation room
    "trade": seat(
        fields={**PLAYER, "to": text, "kind": text, "flamethrower": truth},
        required=("to", "kind"),
        rules=(
            *(*PERSON, *IN_THE_REC_ROOM, rule.missing("to"), rule.named("to"), rules_work.trades_with_itself),
            *(rules_work.trades_wrong, rules_work.trades_nothing, rules_work.no_flamethrower),
        ),
        does=meetings.trade,
        asks=prompts_votes.trading,
        tells=log.trade,
    ),
    "expose": seat(
        fields=PLAYER,
        rules=(*PERSON, *IN_THE_REC_ROOM, rule.exposed_early),
        does=meetings.expose,
        asks=prompts_votes.exposing,
    ),
    "vote": seat(
        fields={**PLAYER, "at": text},
        rules=(*PERSON, at("rec-room"), rules_work.voted, *VOTES),
        does=meetings.vote,
        ballot=Ballot("at", ("votes", "votes"), queries.voted, queries.all_voted),
        asks=prompts_votes.voting,
    ),
    "votes": Move(
        fields={"votes": table_of(text)},
        required=("votes",),
        rules=(*OVER, at("rec-room"), rule.table_named("votes"), *VOTES),
        does=meetings.votes,
        asks=prompts_votes.all_votes,
        tells=log.votes,
    ),
    "test": seat(
        fields={**PLAYER, "target": text, "kind": one_of(*b.TESTS), "alien": truth},
        required=("target", "kind", "alien"),
        rules=(
            *(*PERSON, at("tests"), rules_work.test_done, rules_work.no_sample, rules_work.no_wire, rule.no_charge),
            *(rule.missing("target"), rule.named("target"), rules_work.not_most_suspected),
        ),
        does=meetings.test,
        asks=prompts_votes.testing,
        tells=log.test,
    ),
    # The end of a round
    "food": Move(rules=(*OVER, rule.not_now("food")), does=days.food, tells=log.food),
    "locate": Move(
        fields={"at": ROOM, "pack": truth, **ANYWAY},
        required=("at",),
        rules=(
            *(*OVER, *asked_when(lambda m: not queries.dogs_are_late(m.table), at("dogs", b.PACK)), rule.card_gone),
            pack.not_out,
        ),
        does=days.locate,
        asks=prompts.dogs,
        tells=log.locate,
    ),
    "next": Move(rules=(*OVER, rule.not_left), does=days.go_on, tells=log.next_),
    "leave": Move(
        fields={"of": one_of(*days.LATER)},
        required=("of",),
        rules=(*OVER, rule.nothing_late),
        does=days.leave,
        tells=log.leave,
    ),
    "depth": Move(
        fields={"to": one_of(*b.DEPTHS)},
        required=("to",),
        rules=OVER,
        does=days.depth,
        asks=prompts.depth,
        tells=log.depth,
    ),
    # The way out
    "get-aboard": seat(
        fields={**PLAYER, "boards": truth},
        required=("boards",),
        rules=(
            *(*PERSON, *asked_when(_only_then, at("rescue", "escape")), rules_work.somebody_is_asked),
            *asked_when(_only_then, rules_work.not_next),
        ),
        does=escape.board,
        asks=prompts_work.first_aboard,
        tells=log.board,
    ),
    "consent": seat(
        fields={**PLAYER, "grants": truth},
        required=("grants",),
        rules=(*PERSON, at("rescue", "escape"), rules_work.not_asked_aboard),
        does=escape.consent,
        tells=log.consent,
    ),
    "show-role": seat(
        fields={**PLAYER, "alien": truth},
        required=("alien",),
        rules=(*PERSON, at("rescue", "escape"), rules_work.not_asked_aboard),
        does=escape.role,
        tells=log.role,
    ),
    "end": ending(
        ("roles", "abandoned", *b.SAID_ENDINGS),
        (b.HUMAN_ROLE, b.ALIEN_ROLE),
        (
            rules_work.end_at_wrong_moment,
            rules_work.end_roles,
            *ALIENS_IN_THE_END,
        ),
        escape.end,
        prompts_end.how_it_ends,
        last_infected=text,
    ),
    "override": OVERRIDE,
    "show": SHOW,
    "rename": RENAME,
}
_locate = MOVES["locate"]
LOCATE = replace(
    _locate,
    fields={name: kind for name, kind in _locate.fields.items() if name != "pack"},
    rules=otherwise(_locate.rules, without=(pack.not_out,)),
)
"""A location card where no dog leads the pack."""
PHASES: Mapping[str, Phase] = {
    "sheets": Phase(prompts.sheets, nobody),
    "weather": Phase(prompts.weather, settable=True),
    "upkeep": Phase(prompts.upkeep, settable=True),
    "alien": Phase(prompts.alien, nobody, settable=True),
    "draw": Phase(prompts.draw, settable=True),
    "plan": Phase(prompts.plan, settable=True),
    "pack": Phase(prompts.pack_leader, settable=True),
    "encounters": Phase(prompts_work.encounters, settable=True),
    "meeting": Phase(prompts_work.looks, nobody),
    "rescue": Phase(prompts_end.boarding),
    "escape": Phase(prompts_end.boarding),
    "actions": Phase(prompts_work.actions, settable=True),
    "rec-room": Phase(prompts_votes.rec_room, nobody, settable=True),
    "tests": Phase(prompts_votes.tests, settable=True),
    "food": Phase(prompts.food, settable=True),
    "dogs": Phase(prompts.dogs, settable=True),
    "ending": Phase(prompts_end.ending, nobody),
}
