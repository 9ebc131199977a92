"""The referee: what can be shown to it, and of what it is sure."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import HiddenInfo, Line
from companion.engine.kit.card_checks import renamed, undecided
from companion.engine.solver import is_here
from companion.games.dos_barajas.referee import shown
from companion.games.dos_barajas.referee.judging import CLUBS, DENIED, TWICE, judge
from companion.games.dos_barajas.referee.story import is_club


def sure(decklist: Decklist, line: Line, check: Action) -> Mapping[str, object]:
    """Return what is certain of a hand by what was shown before: its clubs, or a card that lies elsewhere."""
    if check.text("what") != "hand":
        return {}
    found = judge(decklist, line, check)
    hangs = {TWICE, CLUBS, DENIED} & {*found.rules} or any(map(is_club, check.names("cards")))
    return {check.player: (found.verdict, found.rules)} if hangs and found.verdict != "undetermined" else {}


REFEREE = HiddenInfo(
    forms=shown.FORMS,
    read=shown.read_check,
    refuse=shown.refuse,
    hands=shown.hands,
    renamed=renamed,
    judge=judge,
    sure=sure,
    decided=undecided,
    is_ready=is_here,
    whats=("hand", "deal"),
)
