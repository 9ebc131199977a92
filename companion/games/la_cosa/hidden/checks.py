"""What can be shown to the referee: the check lines of contract §3.3, and when they cannot be judged at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.cards.decklist import Decklist
from companion.games.common import acting
from companion.games.common.acting import slug_of
from companion.games.la_cosa.cards import effect
from companion.referee.actions import Action, Malformed, Shape, Verb, list_of, one_of, read, table_of, text
from companion.referee.hidden import CHECK
from companion.referee.ruling import Moment, Violation
from companion.table.state import Table

THING, INFECTED = "la-cosa", "infectado"


def _card(value: object) -> object:
    if value is None:
        raise Malformed("malformed.text")
    return text(value)


_WHAT: Mapping[str, Shape] = {"what": one_of("hand", "exchange", "discard", "round")}

FORMS: Mapping[str, Verb] = {
    "hand": Verb(
        CHECK,
        {**_WHAT, "player": text, "cards": list_of(text), "occasion": one_of("dispute", "private")},
        ("what", "cards"),
    ),
    "exchange": Verb(CHECK, {**_WHAT, "from": text, "to": text, "gives": _card, "takes": _card}, ("gives", "takes")),
    "discard": Verb(CHECK, {**_WHAT, "player": text, "card": _card, "cards": list_of(text), "hand": list_of(text)}),
    "round": Verb(CHECK, {**_WHAT, "gives": table_of(_card)}, ("gives",)),
}
"""The fields of each kind of check, with their shapes."""


def read_check(thing: object) -> Action:
    """The check a JSON value stands for; raises `Malformed`."""
    what = thing.get("what") if isinstance(thing, dict) else None
    form = FORMS.get(what) if isinstance(what, str) else None
    check = read({CHECK: form or Verb(CHECK, _WHAT, ("what",))}, thing)
    what = check.text("what")
    if what == "discard" and not any(discarded(check)):
        raise Malformed("malformed.missing", field="card")
    if what == "round" and not check.table("gives"):
        raise Malformed("malformed.missing", field="gives")
    if what == "exchange" and check.text("from") == check.text("to"):
        raise Malformed("malformed.value", field="to", values="≠ from")
    return check


class Shown(NamedTuple):
    """A card as it was shown: a copy, or a card of which it was not said which copy (`k` is None)."""

    slug: str
    k: int | None = None

    @property
    def id(self) -> str:
        """The copy's id; empty where the copy was not said."""
        return "" if self.k is None else f"{self.slug}.{self.k}"


def shown(decklist: Decklist, table: Table, card: str) -> Shown:
    """A card of a check; one that does not exist was refused before. Of a card with one copy in play it is that one."""
    if card in decklist.by_slug:
        copies = [copy for copy in decklist.in_play(len(table.players)) if copy.slug == card]
        return Shown(card, copies[0].k) if len(copies) == 1 else Shown(card)
    return Shown(str(slug_of(decklist, card)), int(card.rpartition(".")[2]))


def all_shown(decklist: Decklist, table: Table, cards: Iterable[str]) -> tuple[Shown, ...]:
    """The cards of a check."""
    return tuple(shown(decklist, table, card) for card in cards)


def is_infected(decklist: Decklist, card: Shown) -> bool:
    """Whether a card is an ¡Infectado!."""
    return effect(decklist, card.slug) == INFECTED


def is_thing(decklist: Decklist, card: Shown) -> bool:
    """Whether a card is La Cosa."""
    return effect(decklist, card.slug) == THING


def infected_among(decklist: Decklist, cards: Iterable[Shown]) -> int:
    """How many of the cards are ¡Infectado!."""
    return sum(is_infected(decklist, card) for card in cards)


def discarded(check: Action) -> tuple[str, ...]:
    """The cards a check about a discard is about."""
    return check.names("cards") if "cards" in check.said else (check.text("card"),)


def givers(table: Table, check: Action) -> tuple[tuple[str, str, str], ...]:
    """Who gives what to whom in a check about an exchange or a round: (giver, taker, card)."""
    if check.text("what") == "exchange":
        a, b = check.text("from"), check.text("to")
        return ((a, b, check.text("gives")), (b, a, check.text("takes")))
    gives = check.table("gives")
    return tuple((player, table.next_after(player), str(card)) for player, card in gives.items())


def players_of(check: Action) -> tuple[str, ...]:
    """Whom a check is about."""
    what = check.text("what")
    if what == "exchange":
        return check.text("from"), check.text("to")
    return tuple(check.table("gives")) if what == "round" else (check.player,)


def cards_of(check: Action) -> tuple[str, ...]:
    """Every card a check shows."""
    what = check.text("what")
    if what == "hand":
        return check.names("cards")
    if what == "discard":
        return (*discarded(check), *check.names("hand"))
    if what == "exchange":
        return check.text("gives"), check.text("takes")
    return tuple(str(card) for card in check.table("gives").values())


def renamed(check: Action, names: Mapping[str, str]) -> Action:
    """The same check with its players under other names."""
    said = dict(check.said)
    for key in ("player", "from", "to"):
        if key in said:
            said[key] = names.get(check.text(key), check.text(key))
    if check.text("what") == "round":
        said["gives"] = {names.get(player, player): card for player, card in check.table("gives").items()}
    return Action(check.verb, said)


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Why a check cannot be made: the game is over, somebody in it does not play, a card does not exist."""
    over = acting.over(Moment(decklist, table, check))
    if over is not None:
        return over
    for player in players_of(check):
        if player not in table.players:
            return Violation("player.unknown", {"player": player})
        if player not in table.seats:
            return Violation("player.eliminated", {"player": player})
    for card in cards_of(check):
        if slug_of(decklist, card) is None:
            return Violation("card.unknown", {"name": card})
    return None
