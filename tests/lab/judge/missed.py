"""List of the bugs in clauses of a referee: in which game the judge by another hand finds each, or else which case.

    python -m tests.lab.judge.missed la-cosa --games 40 > tests/planted/clauses-la-cosa.txt

The list has a line for each bug: how the judge saw it and in which game; `small` where a small game of places shows it;
`case` and which one; or `lives` and what is known of it. What lives is tried again in all games, but with `--found`
stays as it is. Where the source reads otherwise a bug has another name, and is tried as a new one. What only the
referees of other games call has no line.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.games.every import referee_cases
from tests.games.test_hidden_cards import contradictions
from tests.lab.judge.clauses import HIDDEN, MODULES, Site, sites, wrong
from tests.lab.judge.product import Product
from tests.lab.judge.tapes import Tape, parting, recorded
from tests.lab.small.heaps import KINDS, told_otherwise

SEED = "clauses"
LISTS = Path(__file__).parents[2] / "planted"
LIVES = "lives"


CASE = "case"
SMALL, SMALL_GAMES = "small", 36
"""By the list of all worlds of small invented games (`tests.lab.small.heaps`); so many of each kind are played."""
SHARED = HIDDEN[:2]
"""The modules that those games use."""
right = cache(told_otherwise)


class Found(NamedTuple):
    """Sight of a bug (`CASE`: by a case, `LIVES`: not at all), and the game, the case or the reason."""

    how: str
    where: str


def listed(game: str) -> dict[str, Found]:
    """Read the list of a game, by the names of the bugs."""
    found: dict[str, Found] = {}
    path = LISTS / f"clauses-{game}.txt"
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        how, where, name = line.split(" | ", 2)
        found[name] = Found(how, where)
    return found


@contextmanager
def planted(site: Site) -> Iterator[None]:
    """Plant a bug for a while."""
    owner, name, bug = wrong(site)
    right = vars(owner)[name]
    setattr(owner, name, bug)
    try:
        yield
    finally:
        setattr(owner, name, right)


def tried(game: str, site: Site, tapes: Iterable[Tape]) -> Found:
    """Play games to a referee with a bug until it is seen; where it is not, put the cases of the game to it.

    Small games come first: each takes a twentieth of a second, those with a correction four times as long.
    """
    for kind in KINDS if site.module in SHARED else ():
        for number in range(SMALL_GAMES):
            then = right(number, kind)
            with planted(site):
                if told_otherwise(number, kind) != then:
                    return Found(SMALL, f"{kind}: game {number}")
    with planted(site):
        for tape in tapes:
            how = parting(tape, Product)
            if how:
                return Found(how, str(tape.number))
        found = next((name for name in referee_cases(game) if is_contradicted(game, name)), None)
    return Found(CASE, found) if found else Found(LIVES, "")


def called(game: str, tapes: Iterable[Tape]) -> set[str]:
    """List the functions that games and cases call, by the names that they have in the code."""
    found: set[str] = set()
    sys.setprofile(lambda frame, event, value: found.add(frame.f_code.co_qualname))
    for tape in tapes:
        parting(tape, Product)
    for name in referee_cases(game):
        is_contradicted(game, name)
    sys.setprofile(None)
    return found


def is_contradicted(game: str, name: str) -> bool:
    """Tell whether a case of the referee comes out otherwise than was derived by hand, or cannot be played at all."""
    try:
        return any(contradictions(referee_cases(game)[name]))
    except Exception:
        return True


def main() -> None:
    """Try every bug, first in the game that showed it last, then in short ones before long ones, and print the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(MODULES))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--found", action="store_true", help="only look for games for what was found, or is new")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="leave what has not this in its name as it is listed"
    )
    asked = parser.parse_args()
    before, unseen = listed(asked.game), f"not seen in {asked.games} games; nothing else is known of it"
    tapes = sorted(
        (recorded(asked.game, SEED, k, Product) for k in range(asked.games)), key=lambda tape: len(tape.asked)
    )
    there = sites(asked.game)
    is_new = any(site.name not in before and asked.only in site.name for site in there)
    used = called(asked.game, tapes) if is_new else set[str]()
    for site in there:
        then = before.get(site.name, Found(LIVES, unseen))
        if site.name not in before and (site.function not in used or asked.only not in site.name):
            continue
        if site.name in before and (asked.only not in site.name or (asked.found and then.how == LIVES)):
            found = then
        else:
            found = tried(asked.game, site, sorted(tapes, key=lambda tape: str(tape.number) != then.where))
        where = found.where
        if found.how == LIVES:
            where = then.where if then.how == LIVES else unseen
        print(" | ".join((found.how, where, site.name)), flush=True)


if __name__ == "__main__":
    main()
