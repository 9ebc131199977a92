"""What can be shown to the referee, and when it cannot be judged at all."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards.decklist import Decklist
from companion.games.common.acting import slug_of
from companion.games.dos_barajas.cards import COINS, COMMANDER_KING, CUPS, FILLERS, FIRST_THING, SWORDS
from companion.referee.actions import Action, Shape, Verb, list_of, one_of, read, text
from companion.referee.hidden import CHECK
from companion.referee.ruling import Violation
from companion.table.state import Table

_WHAT: Mapping[str, Shape] = {"what": one_of("hand", "trio", "figures", "deck"), "cards": list_of(text)}

FORMS: Mapping[str, Verb] = {
    "hand": Verb(
        CHECK,
        {**_WHAT, "player": text, "figure": text, "occasion": one_of("dispute", "private")},
        ("what", "player", "cards"),
    ),
    "trio": Verb(
        CHECK, {**_WHAT, "player": text, "suit": one_of(COINS, CUPS, SWORDS)}, ("what", "player", "suit", "cards")
    ),
    "figures": Verb(CHECK, _WHAT, ("what", "cards")),
    "deck": Verb(CHECK, _WHAT, ("what", "cards")),
}
"""The fields of each kind of check, with their shapes."""

PERSONALITIES = (FIRST_THING, COMMANDER_KING, *FILLERS)
"""Court cards that are dealt."""


def read_check(thing: object) -> Action:
    """The check a JSON value stands for; raises `Malformed`."""
    what = thing.get("what") if isinstance(thing, dict) else None
    form = FORMS.get(what) if isinstance(what, str) else None
    return read({CHECK: form or Verb(CHECK, _WHAT, ("what",))}, thing)


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Why a check cannot be made: the game is over, somebody in it does not play, a card does not exist."""
    if table.ended:
        return Violation("game.over")
    if "player" in check.said and check.player not in table.seats:
        known = check.player in table.players
        return Violation("player.eliminated" if known else "player.unknown", {"player": check.player})
    figure = check.text("figure")
    for card in (*check.names("cards"), *([figure] if figure else [])):
        if slug_of(decklist, card) is None:
            return Violation("card.unknown", {"name": card})
    return None


def renamed(check: Action, names: Mapping[str, str]) -> Action:
    """The same check with its player under another name."""
    if "player" not in check.said:
        return check
    return Action(check.verb, {**check.said, "player": names.get(check.player, check.player)})


def hands(check: Action) -> frozenset[str]:
    """Whose hand is shown."""
    return frozenset({check.player}) if check.text("what") == "hand" else frozenset()
