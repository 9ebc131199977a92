"""By the size: whether how many bytes an answer of the referee has tells cards or verdict, in any language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from tests.lab.attacks.found import Found
from tests.lab.attacks.visitor import FOUR, Visitor
from tests.lab.served import Served

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
CARDS = ("whisky", "infectado", "la-cosa")
HANDS = (
    ("whisky", "hacha", "sospecha", "analisis"),
    ("la-cosa", "lanzallamas", "whisky", "hacha"),
    ("infectado", "infectado", "infectado", "infectado"),
)


def tell(table: Served, is_short: bool = False) -> Found:
    """Count the most lengths that answers to checks of one kind have, over languages, cards and verdicts."""
    from companion.i18n.catalog import languages

    host = Visitor(table, table.key)
    lengths: dict[str, set[tuple[int, str]]] = {}
    verdicts: dict[str, set[str]] = {}
    for check, lang in product(_checks(is_short), languages()):
        length, packed, verdict = _answer(host, check, lang)
        lengths.setdefault(str(check["what"]), set()).add((length, packed))
        verdicts.setdefault(str(check["what"]), set()).add(verdict)
    host.close()
    details = {f"{what}: {', '.join(sorted(found))}, bytes": max(lengths[what])[0] for what, found in verdicts.items()}
    return Found("lengths", {}, max(len(found) for found in lengths.values()), 1, "", details)


def _checks(is_short: bool) -> Iterator[Mapping[str, object]]:
    first, second = FOUR[:2]
    for cards in HANDS[1:] if is_short else HANDS:
        yield {"what": "hand", "player": second, "cards": list(cards)}
    for one, other in ((CARDS[0], CARDS[0]), (CARDS[1], CARDS[2])) if is_short else product(CARDS, repeat=2):
        yield {"what": "exchange", "from": first, "to": second, "gives": one, "takes": other}
    for card in CARDS[::2] if is_short else CARDS:
        yield {"what": "discard", "player": first, "card": card}


def _answer(host: Visitor, check: Mapping[str, object], lang: str) -> tuple[int, str, str]:
    """Return bytes, encoding and verdict of an answer in a game in which no card was shown before."""
    path = f"/api/games/{host.open_game()}/actions?lang={lang}"
    answer = host.ask("POST", path, {"action": "check", **check}, **GZIP)
    if answer.status != 200:
        raise RuntimeError(f"{check}: {answer.status} {answer.text[:200]}")
    return len(answer.body), answer.headers.get("content-encoding", ""), str(answer.json()["verdict"])
