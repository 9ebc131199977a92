"""Why the referee is sure: of what somebody has shown, as little as proves what they are told of their cards.

What is told is told to them alone and hangs on nothing they do not know. Their own showings are tried without those of
all others: how little of them is enough follows from their own cards. Where they are not enough, it is said that what
others showed is needed, which they can tell as well as the referee; never whose, nor which of their own with it, for
that would tell what others hold.

A set of showings proves it if the referee, told the same game with nothing else shown, is as sure (`HiddenInfo.sure`).
So nothing is said here of any rule, and no clause has to know what it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import Finding, HiddenInfo, Line, Phrase, Reread, Told
from companion.engine.hidden.told import close

MOST, WORK = 30, 12_000
"""So many times a game is told once more for a check, at most, and so many entries times people in all of them: in a
long game less is found out, and said."""

FEW = 3
"""So many showings are named one by one."""


def tellings(entries: int, people: int, work: int = WORK) -> int:
    """Return how often a game is retold for a check, at most: it follows from what everybody sees."""
    return min(MOST, work // max(1, entries * people))


class Showing(NamedTuple):
    """Cards that somebody showed: after which step of the line, which of its sights, and what it is called."""

    step: int
    sight: int
    said: Phrase


def showings(referee: HiddenInfo, line: Line, player: str) -> Iterator[Showing]:
    """Yield what a player has shown and knows whole, the latest first.

    That is cards of theirs alone, and exchanges that were carried out, of which they have seen both cards.
    """
    now: dict[str, str] = {}  # names of that time as they are today
    for k in reversed(range(len(line))):
        then = line[k + 1].entry.facts if k + 1 < len(line) else ()
        exchanges = [{*map(frozenset, fact.pairs)} for fact in then if isinstance(fact, f.CardsPassed)]
        for number, sight in reversed(list(enumerate(line[k].sights))):
            hands = referee.hands(sight.check)
            others = sorted({now.get(who, who) for who in hands} - {player})
            if len(others) < len(hands) and (not others or {hands} in exchanges):
                blanks = {"number": line[k].entry.number, "other": "".join(others)}
                yield Showing(k, number, Phrase(f"check.why.{sight.check.text('what')}", blanks))
        for fact in reversed(line[k].entry.facts):
            if isinstance(fact, f.Renamed):
                now[fact.player] = now.pop(fact.to, fact.to)


def smallest(given: Sequence[Showing], is_enough: Callable[[Sequence[Showing]], bool]) -> list[Showing]:
    """Of what is enough as little as is enough: without any one of these it is not. The first are kept rather than the
    last; each that is needed is found by halving."""
    needed, left = list[Showing](), list(given)
    while left and not is_enough(needed):
        low, high = 1, len(left)
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if is_enough([*needed, *left[:middle]]) else (middle + 1, high)
        needed.append(left[high - 1])
        del left[high - 1 :]
    return needed


class _SpentError(Exception):
    """The game has been told as often as may be."""


def reason(
    referee: HiddenInfo, decklist: Decklist, line: Line, check: Action, player: str, times: int
) -> Phrase | None:
    """Return what proves what this player is told, found in at most `times` tellings; None if there is no time for
    any."""
    sure, left = referee.sure(decklist, line, check)[player], iter(range(times))

    def is_enough(some: Sequence[Showing]) -> bool:
        if next(left, None) is None:
            raise _SpentError
        return _sure_with(referee, decklist, line, check, some).get(player) == sure

    own = list(showings(referee, line, player))
    try:
        if not is_enough(own):
            return Phrase("check.why.others")
    except _SpentError:
        return None
    try:
        needed = smallest(own, is_enough)
    except _SpentError:
        return Phrase("check.why.own")
    if len(needed) > FEW:
        return Phrase("check.why.own")
    said = tuple(showing.said for showing in sorted(needed))
    return Phrase("check.why.shown", {"shown": said}) if said else Phrase("check.why.table")


def _sure_with(
    referee: HiddenInfo, decklist: Decklist, line: Line, check: Action, some: Iterable[Showing]
) -> Mapping[str, object]:
    """Of what the referee is sure if nothing but this was shown."""
    shown = {(showing.step, showing.sight) for showing in some}
    steps = (
        replace(step, sights=tuple(sight for j, sight in enumerate(step.sights) if (k, j) in shown))
        for k, step in enumerate(line)
    )
    kept: dict[object, Any] = {}
    try:
        return referee.sure(decklist, Reread(steps, kept), check)
    finally:
        close(kept)


def with_reasons(
    referee: HiddenInfo,
    decklist: Decklist,
    line: Line,
    check: Action,
    finding: Finding,
    told: Mapping[str, Told],
    work: int = WORK,
) -> tuple[Finding, Mapping[str, Told]]:
    """Add the reasons to what each is told in private, and to the answer if one person showed cards."""
    sure = referee.sure(decklist, line, check)
    times = tellings(len(line), len(line[-1].after.players), work) // max(1, len(told))
    why = {who: reason(referee, decklist, line, check, who, times) for who in told if who in sure}
    told = {who: replace(one, why=_put(one.why, why.get(who))) for who, one in told.items()}
    alone = next(iter(why.values()), None) if len(told) == 1 else None
    return replace(finding, private=_put(finding.private, alone)), told


def _put(said: tuple[Phrase, ...], reason: Phrase | None) -> tuple[Phrase, ...]:
    first = next((k for k, one in enumerate(said) if not one.key.startswith(_VERDICT)), len(said))
    return (*said[:first], reason, *said[first:]) if reason else said


_VERDICT = ("check.private.", "check.rules.")
