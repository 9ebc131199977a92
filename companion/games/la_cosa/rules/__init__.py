"""Why something is refused: the rules of R §9, each a named check, and their order for each verb.

Every check looks at one thing and takes what the checks before it ask for granted: that the one who acts is living,
that the card is known, that the target is at the table. `who`, `card` and `target` hold them.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.common import acting
from companion.games.common.overruling import Overruling
from companion.games.la_cosa.rules import card, target, who
from companion.referee.ruling import Rule

_ANYWAY = Overruling(
    frozenset(
        {
            "card.not-in-deck",
            "card.all-in-play",
            "target.not-adjacent",
            "target.not-third",
            "target.door",
            "target.quarantined",
            "quarantine.no-elimination",
            "quarantine.no-seat-change",
            "respond.wrong-card",
        }
    )
)
"""What a table can have done anyway (contract §3.1)."""
is_overrulable, overruled, _rules = _ANYWAY.covers, _ANYWAY.spared, _ANYWAY.rules


_LIVING = _rules(
    ("game.over", acting.over),
    ("player.unknown", acting.actor_unknown),
    ("player.eliminated", acting.actor_eliminated),
    ("step.wrong", who.victory_declared),
)
_MINE = (*_LIVING, *_rules(("step.wrong", who.alone), ("turn.not-yours", acting.turn_is_yours)))
_CARD = _rules(("card.unknown", card.card_unknown), ("card.not-in-deck", card.card_not_in_deck))

ORDER: Mapping[str, tuple[Rule, ...]] = {
    "draw": (
        *_MINE,
        *_rules(("step.wrong", acting.step_is("draw")), ("step.wrong", who.cards_left)),
        *_CARD,
        *_rules(("card.wrong-back", card.wrong_back)),
    ),
    "discard": (*_MINE, *_rules(("step.wrong", acting.step_is("act")), ("step.wrong", who.hand_empty)), *_CARD),
    "play": (
        *_MINE,
        *_rules(("step.wrong", acting.step_is("act", "panic")), ("step.wrong", who.hand_empty)),
        *_CARD,
        *_rules(
            ("card.panic-only-when-drawn", card.panic_only_when_drawn),
            ("card.not-playable", card.not_playable),
            ("card.all-in-play", card.all_in_play),
            ("quarantine.no-elimination", target.no_elimination),
            ("quarantine.no-seat-change", target.no_seat_change),
            ("target.missing", target.target_missing),
            ("player.unknown", target.target_unknown),
            ("player.eliminated", target.target_eliminated),
            ("target.self", target.target_self),
            ("target.not-adjacent", target.target_not_adjacent),
            ("target.not-third", target.target_not_third),
            ("target.quarantined", target.target_quarantined),
            ("target.door", target.target_door),
            ("axe.nothing-there", target.axe),
            ("step.wrong", target.shown_in_order),
        ),
    ),
    "respond": (
        *_LIVING,
        *_rules(("respond.not-asked", acting.asked), ("step.wrong", who.hand_empty)),
        *_CARD,
        *_rules(
            ("card.panic-only-when-drawn", card.panic_only_when_drawn),
            ("card.all-in-play", card.all_in_play),
            ("respond.wrong-card", card.wrong_answer),
        ),
    ),
}
"""The order in which R §9 gives refusals, verb by verb; endings and corrections have files of their own."""
