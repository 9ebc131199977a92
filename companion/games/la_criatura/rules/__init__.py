"""Why something is refused: each rule a named check, and their order for each verb.

Every check looks at one thing and takes what the checks before it ask for granted.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.common import acting
from companion.games.common.overruling import Overruling
from companion.games.la_criatura import ending, looks
from companion.games.la_criatura.rules import events, fights, turns, who
from companion.games.la_criatura.rules.common import PHASES, dice_are
from companion.referee.ruling import Rule

_ANYWAY = Overruling(
    frozenset(
        {
            "event.phase",
            "event.chief-only",
            "event.not-chief",
            "event.sedated",
            "event.limit",
            "vote.self",
            "vote.together",
            "vote.count",
            "move.sedated",
            "move.missing",
            "chief.count",
            "chief.sedated",
            "weapon.all-shown",
            "target.own-side",
            "reveal.two-seats",
        }
    )
)
"""What a table can have done anyway."""
is_overrulable, overruled, _rules = _ANYWAY.covers, _ANYWAY.spared, _ANYWAY.rules


_OVER = _rules(("game.over", acting.over))
_STANDING = (*_OVER, *_rules(("player.unknown", acting.actor_unknown), ("player.out", who.actor_out)))
_LATER = (*_STANDING, *_rules(("turn.first", who.first_turn)))
_CALM = ("events", "vote", "move", "discard", "chief", "helicopter", "combat")
"""Steps at which nobody owes the table an answer."""

ORDER: Mapping[str, tuple[Rule, ...]] = {
    "chief": (*_STANDING, *_rules(("step.wrong", acting.step_is("first")))),
    "event": (
        *_LATER,
        *_rules(
            ("event.too-late", events.too_late),
            ("step.wrong", acting.step_is(*PHASES)),
            ("card.unknown", events.card_unknown),
            ("event.phase", events.wrong_phase),
            ("event.chief-only", events.not_theirs),
            ("event.sedated", events.sedated),
            ("event.limit", events.played_already),
            ("token.none", who.no_token),
            ("hand.empty", events.hand_empty),
            ("event.awake", events.nobody_to_wake),
            ("token.limit", events.too_many_tokens),
        ),
    ),
    "pass": (
        *_LATER,
        *_rules(("step.wrong", acting.step_is("events")), ("turn.not-yours", who.is_their_move("turn.not-yours"))),
    ),
    "vote": (
        *_LATER,
        *_rules(
            ("step.wrong", acting.step_is("vote")),
            ("vote.sedated", turns.sedated_votes),
            ("vote.order", who.is_their_move("vote.order")),
            ("vote.count", turns.votes_count),
            ("player.unknown", turns.votes_for_nobody),
            ("vote.self", turns.votes_for_oneself),
            ("vote.together", turns.votes_apart),
        ),
    ),
    "tie": (*_OVER, *_rules(("step.wrong", acting.step_is("tie")), ("dice.count", turns.tie_dice))),
    "declare": (
        *_STANDING,
        *_rules(
            ("step.wrong", acting.step_is("verdict")),
            ("turn.not-yours", who.is_their_move("turn.not-yours")),
            ("creature.gone", turns.creature_gone),
        ),
    ),
    "move": (
        *_OVER,
        *_rules(("step.wrong", acting.step_is("move")), ("dice.count", dice_are(1)), ("move.sedated", turns.handed_in)),
    ),
    "discard": (
        *_STANDING,
        *_rules(
            ("step.wrong", acting.step_is("discard")),
            ("discard.sedated", turns.sedated_discards),
            ("turn.not-yours", who.is_their_move("turn.not-yours")),
            ("discard.too-many", turns.more_than_held),
        ),
    ),
    "elect": (
        *_OVER,
        *_rules(
            ("step.wrong", acting.step_is("chief")), ("dice.count", dice_are(1)), ("chief.count", turns.wrong_chief)
        ),
    ),
    "arm": (
        *_LATER,
        *_rules(
            ("step.wrong", acting.step_is(*_CALM)),
            ("token.none", who.no_token),
            ("weapon.none-left", fights.no_weapon_left),
        ),
    ),
    "uncover": (
        *_STANDING,
        *_rules(("weapon.face-down", fights.face_down), ("weapon.none", fights.weapon_unknown("card"))),
    ),
    "attack": (
        *_STANDING,
        *_rules(
            ("combat.over", fights.combat_over),
            ("step.wrong", acting.step_is(*looks.IN_FLIGHT)),
            ("attack.order", who.is_their_move("attack.order")),
            ("target.missing", fights.target_wrong),
            ("target.own-side", fights.own_side),
            ("weapon.none", fights.weapon_unknown("weapon")),
            ("weapon.no-bonus", fights.no_bonus),
            ("token.none", who.no_token),
            ("dice.count", fights.attack_dice),
            ("attack.no-hit", fights.no_hit),
        ),
    ),
    "respond": (
        *_STANDING,
        *_rules(
            ("respond.not-asked", acting.asked),
            ("shield.name", fights.shield_wrong),
            ("token.none", who.no_token),
            ("weapon.none", fights.weapon_unknown("card")),
            ("respond.no-guard", fights.no_guard),
            ("dice.count", fights.answer_dice),
        ),
    ),
    "reveal": (
        *_STANDING,
        *_rules(
            ("reveal.when", fights.not_in_flight),
            ("creature.gone", turns.creature_gone),
            ("reveal.twice", fights.revealed_twice),
            ("player.unknown", fights.revealed_wrong),
            ("reveal.two-seats", fights.two_seats),
        ),
    ),
    "end": (*_OVER, *_rules(("step.wrong", ending.end_at_wrong_moment), ("end.roles", ending.end_roles))),
}
"""The order in which refusals are given, verb by verb; corrections, names and shown cards stand in `judge`."""
