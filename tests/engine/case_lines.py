"""How a moment is written down: actions, and checks with what must come of them."""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]
Case = tuple[Line, ...]

PLAIN = ["whisky.1", "sospecha.1", "sospecha.2", "hacha.1"]
LAST_FOUR = ["lanzallamas.1", "lanzallamas.2", "cambio-de-lugar.1", "cambio-de-lugar.2"]
OTHER = ["sospecha.3", "sospecha.4", "determinacion.1", "determinacion.2"]


def draw(player: str) -> Line:
    return {"action": "draw", "player": player, "back": "away"}


def panic(player: str, card: str) -> Line:
    return {"action": "draw", "player": player, "back": "panic", "card": card}


def discard(player: str) -> Line:
    return {"action": "discard", "player": player}


def play(player: str, card: str, target: str | None = None, **more: Any) -> Line:
    return {"action": "play", "player": player, "card": card, "target": target, **more}


def answer(player: str, card: str | None = None) -> Line:
    return {"action": "respond", "player": player, "card": card}


def turn(player: str, after: str) -> Case:
    """A turn in which a card is discarded and one exchanged, all unseen."""
    return draw(player), discard(player), answer(after)


def shows(player: str, cards: list[str], verdict: str, *rules: str, occasion: str = "dispute") -> Line:
    check = {"what": "hand", "player": player, "cards": cards, "occasion": occasion}
    return {"check": check, "verdict": verdict, "rules": rules}


def swaps(a: str, b: str, gives: str, takes: str, verdict: str, *rules: str) -> Line:
    check = {"what": "exchange", "from": a, "to": b, "gives": gives, "takes": takes}
    return {"check": check, "verdict": verdict, "rules": rules}


def parts(player: str, card: str, verdict: str, *rules: str, hand: list[str] | None = None) -> Line:
    check: dict[str, Any] = {"what": "discard", "player": player, "card": card}
    return {"check": check if hand is None else {**check, "hand": hand}, "verdict": verdict, "rules": rules}


def goes_round(gives: dict[str, str], verdict: str, *rules: str) -> Line:
    return {"check": {"what": "round", "gives": gives}, "verdict": verdict, "rules": rules}


ANA_IS = shows("Ana", ["la-cosa.1", "whisky.1", "sospecha.1", "sospecha.2"], "legal")
HUMAN, NON_THING, LAST = "exchange.human-gives-infected", "exchange.infected-to-non-thing", "exchange.last-infected"
ANA_INFECTS_BETO: Case = (
    ANA_IS,
    draw("Ana"),
    discard("Ana"),
    swaps("Ana", "Beto", "infectado.1", "hacha.1", "legal"),
    answer("Beto"),
)
