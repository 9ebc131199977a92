"""Why something is refused: each rule a named check, and their order for each verb.

`who` holds who may act now, `cards` trios, clubs and hands, `fight` the combat.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.common import acting
from companion.games.common.overruling import Overruling
from companion.games.dos_barajas import corrections, ending, looks
from companion.games.dos_barajas.rules import cards, fight, who
from companion.referee.ruling import Rule

_ANYWAY = Overruling(frozenset({"take.count", "attack.own-side", "attack.human", "attack.hidden"}))
"""What a table can have done anyway, by verb; for everything else there are corrections."""
is_overrulable, overruled, _rules = _ANYWAY.covers, _ANYWAY.spared, _ANYWAY.rules


_OPEN = _rules(("game.over", acting.over), ("count.awaited", who.count_awaited), ("answer.awaited", who.answer_awaited))
_LIVING = (
    *_rules(
        ("game.over", acting.over),
        ("player.unknown", acting.actor_unknown),
        ("player.eliminated", acting.actor_eliminated),
    ),
    *_OPEN[1:],
)


def _mine(step: str) -> tuple[Rule, ...]:
    """What is done in its phase, by whoever's turn it is."""
    return (
        *_LIVING,
        *_rules(
            ("combat.goes-on", who.combat_goes_on),
            ("step.wrong", who.step_is(step)),
            ("turn.not-yours", acting.turn_is_yours),
        ),
    )


_TARGET = _rules(
    ("target.missing", who.target_missing),
    ("player.unknown", who.target_unknown),
    ("player.eliminated", who.target_eliminated),
    ("target.self", who.target_self),
)
_TRIO = _rules(
    ("card.unknown", cards.unknown),
    ("card.not-in-deck", cards.not_in_deck),
    ("trio.suit", cards.wrong_suit),
    ("trio.short", cards.too_little),
    ("trio.surplus", cards.too_much),
    ("hand.too-few", cards.hand_too_small),
)
_SEEN = _rules(("card.unknown", cards.unknown), ("card.not-in-deck", cards.not_in_deck))

ORDER: Mapping[str, tuple[Rule, ...]] = {
    "commander": (
        *_LIVING,
        *_rules(("step.wrong", who.step_is(looks.DEAL)), ("commander.same", who.commander_already)),
    ),
    "clubs": (
        *_LIVING,
        *_rules(
            ("step.wrong", who.step_is(looks.DEAL)),
            ("hand.too-few", cards.fewer_held_than_thrown),
            ("clubs.too-many", cards.too_many_clubs),
        ),
    ),
    "accuse": (
        *_LIVING,
        *_rules(
            ("combat.goes-on", who.combat_goes_on),
            ("step.wrong", who.step_is(looks.ACCUSE)),
            ("turn.not-yours", who.turn_has_passed),
        ),
        *_TARGET,
        *_TRIO,
        *_rules(("card.unknown", cards.shown_unknown), ("human.clubs", cards.human_shows_clubs)),
    ),
    "supply": (*_mine(looks.SUPPLY), *_TRIO, *_rules(("clubs.too-many", cards.too_many_clubs))),
    "leave": (*_mine(looks.LEAVE), *_rules(("leave.starving", cards.must_starve)), *_SEEN),
    "starve": (
        *_mine(looks.LEAVE),
        *_rules(
            ("starve.enough", cards.need_not_starve),
            ("card.unknown", cards.shown_unknown),
            ("human.clubs", cards.human_shows_clubs),
        ),
    ),
    "take": (*_mine(looks.TAKE), *_rules(("take.count", cards.one_or_two)), *_SEEN),
    "invade": (*_LIVING, *_rules(("combat.goes-on", who.combat_goes_on), ("invade.phase", who.not_invasion))),
    "reveal": (*_LIVING, *_rules(("step.wrong", who.step_is(looks.COMBAT)), ("reveal.known", who.revealed_already))),
    "attack": (
        *_LIVING,
        *_rules(
            ("step.wrong", who.step_is(looks.COMBAT)),
            ("attack.rolled", fight.rolled_already),
            ("turn.not-yours", acting.turn_is_yours),
        ),
        *_TARGET,
        *_rules(
            ("attack.hidden", fight.hidden),
            ("attack.own-side", fight.own_side),
            ("attack.human", fight.human_against_human),
        ),
        *_TRIO,
    ),
    "pass": (
        *_LIVING,
        *_rules(
            ("step.wrong", who.step_is(looks.COMBAT)),
            ("attack.rolled", fight.rolled_already),
            ("turn.not-yours", acting.turn_is_yours),
        ),
    ),
    "answer": (
        *_rules(("game.over", acting.over), ("count.awaited", who.count_awaited)),
        *_rules(("step.wrong", who.step_is(looks.ANSWER)), ("player.unknown", who.answerer_unknown)),
    ),
    "skip": (
        *_OPEN,
        *_rules(
            ("combat.goes-on", who.combat_goes_on),
            ("step.wrong", who.step_is(looks.DEAL, looks.ACCUSE, looks.INVADE)),
        ),
    ),
    "end": _rules(
        ("game.over", acting.over), ("step.wrong", ending.at_wrong_moment), ("end.roles", ending.roles_fault)
    ),
    "override": _rules(("game.over", acting.over), ("override.invalid", corrections.refused)),
    "show": _rules(
        ("player.unknown", acting.actor_unknown),
        ("card.unknown", cards.unknown),
        ("player.unknown", acting.shown_to_unknown),
        ("figure.commander", cards.not_the_commander),
    ),
    "rename": _rules(("player.unknown", acting.actor_unknown), ("setup.names", acting.new_name_fault)),
}
"""Every verb's rules in the order in which refusals are given."""
