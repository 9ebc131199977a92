"""What a card that was shown stands for: the choices of the table's question that bear its name.

No game is known here. A card that can be played only after another was drawn says that it was drawn: both are said in
one batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.engine.actions import Malformed
from companion.engine.view import Choice, Said
from companion.engine.words import Wording
from companion.service.live.games import Snapshot
from companion.service.live.session import Refused
from companion.web.pages.table.prompts import question
from companion.web.server.context import tables

MOST_ASKED = 30
"""Questions looked through for a card that is not offered at once."""


class Meaning(NamedTuple):
    """Choices a card stands for. `first`: actions that it implies have happened; `ahead`: the table after them."""

    ahead: Snapshot
    choices: tuple[Choice, ...] = ()
    first: tuple[Said, ...] = ()

    @property
    def is_open(self) -> bool:
        """True if the rules allow it."""
        return any(choice.refusal is None for choice in self.choices)

    @property
    def only(self) -> Choice | None:
        """The one thing it can stand for; None where there is a choice, or none."""
        return self.choices[0] if len(self.choices) == 1 and self.is_open and not self.choices[0].then else None


def meaning(seen: Snapshot, slug: str, words: Wording) -> Meaning:
    """Return what a card stands for now, or else once a card with its back has been drawn."""
    now = Meaning(seen, choices_of(seen, slug, words))
    if now.is_open or slug not in seen.title.decklist.by_slug:
        return now
    back = seen.title.decklist.by_slug[slug].back
    for draw in _choices(seen, {}, words, aloud=True):
        if draw.said.get("back") != back or not draw.done or draw.then or draw.card or draw.refusal:
            continue
        ahead = after(seen, (draw.said,))
        found = choices_of(ahead, slug, words) if ahead else ()
        mine = tuple(one for one in found if one.said.get("player") == draw.said.get("player") and not one.refusal)
        if ahead and mine:
            return Meaning(ahead, mine, (draw.said,))
    return now


def after(seen: Snapshot, first: Sequence[Mapping[str, object]]) -> Snapshot | None:
    """Return the table as it would be after these actions; None if the rules or their shape forbid one."""
    if not first:
        return seen
    playing = tables().playing(seen.id)
    try:
        with playing.lock:
            actions = [playing.shapes().read_plain(dict(one)) for one in first]
            table = playing.decide_all(actions)[1]
    except (Refused, Malformed):
        return None
    return replace(seen, table=table)


def choices_of(seen: Snapshot, slug: str, words: Wording) -> tuple[Choice, ...]:
    """Return the choices with a card in the present question and one question on: open ones before closed ones."""
    start = [*_choices(seen, {}, words)]
    found = [choice for choice in start if choice.card == slug]
    # Those that only lead to the next question, in which a card may be named.
    aloud = _choices(seen, {}, words, aloud=True)
    ways = [one for one in aloud if not (one.card or one.player or one.done or one.refusal)]
    for way in ways[:MOST_ASKED]:
        deeper = [choice for choice in _choices(seen, way.said, words) if choice.card == slug]
        found += [replace(choice, label=f"{way.label}: {choice.label}") for choice in deeper]
    unique = {repr(sorted(choice.said.items(), key=str)): choice for choice in found}
    return tuple(sorted(unique.values(), key=lambda choice: choice.refusal is not None))


def _choices(seen: Snapshot, said: Said, words: Wording, aloud: bool = False) -> Iterator[Choice]:
    """Yield the choices of a question; `aloud`: only those of the main course of play."""
    asked = question(seen.title, seen.table, said, words)
    for group in asked.groups:
        if not (aloud and group.quiet):
            yield from group.choices
