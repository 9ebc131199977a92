"""The table page, put together: the ring, what is asked, what can be taken back, what happened last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.cards.wording import Wording
from companion.referee.view import TableView
from companion.service import record
from companion.service.evening import Standings
from companion.service.playing import Playing
from companion.service.tables import Seen
from companion.store.log import Heading
from companion.table.state import Table
from companion.web.app import tables
from companion.web.pages_ask import Asking, question, shown, with_filled
from companion.web.pages_common import Notice, clock, game_words, new_action_id
from companion.web.pages_evening_start import standings_of
from companion.web.pages_evening_table import Beside, beside
from companion.web.pages_ring import Chair as Chair
from companion.web.pages_ring import RingDrawn as RingDrawn
from companion.web.pages_ring import ring_drawn as ring_drawn

LINES_SHOWN = 12
SHORT_PROMPT, MIDDLE_PROMPT = 38, 76
"""Up to so many letters a prompt is set in full size, in the middle one."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log."""

    version: int
    time: str
    text: str
    undone: bool


@dataclass(frozen=True, slots=True)
class Role:
    """What somebody turned out to be."""

    player: str
    label: str
    won: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything the table page shows."""

    id: str
    title: str
    version: int
    newest: int
    ring: RingDrawn
    heading: str
    detail: str
    lead: str
    prompt_size: str
    is_over: bool
    asking: Asking | None
    undo: str
    redo: str
    lines: tuple[LogLine, ...]
    action_id: str
    beside: Beside
    roles: tuple[Role, ...] = ()
    notice: Notice | None = None
    filled: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def standings(self) -> Standings | None:
        """What these people have won this evening, once this game is over."""
        return standings_of(tuple(role.player for role in self.roles))

    @property
    def is_now(self) -> bool:
        """Whether this is the table as it is, not as it was."""
        return self.version == self.newest

    @property
    def last(self) -> str:
        """What happened last: all that the last tap said."""
        return self.beside.undo or (self.lines[0].text if self.lines else "")


def table_page(
    seen: Seen,
    said: Mapping[str, object],
    notice: Notice | None = None,
    filled: Mapping[str, Sequence[str]] | None = None,
    newest: int | None = None,
) -> TablePage:
    """The page of a game at a version; what was filled in before stays in its fields."""
    playing, title, words = tables().playing(seen.id), seen.title, game_words(seen.title)
    last = seen.version if newest is None else newest
    view = title.game.view(title.decklist, seen.table, words)
    asking = None
    if seen.version == last:
        asked = question(title, seen.table, said, words)
        asking = shown(asked, seen.id, seen.version, {card.back for card in title.decklist.cards})
    text, lead = _prompt(view, asking)
    return TablePage(
        id=seen.id,
        title=game_title(tables().heading(seen.id), words),
        version=seen.version,
        newest=last,
        ring=ring_drawn(view, seen.table, asking, text),
        heading=text,
        detail=_detail(view, asking),
        lead=lead,
        prompt_size=_size(text),
        is_over=view.status == "ended",
        asking=_with(asking, filled or {}),
        undo=_taken_back(playing, words, back=True) if seen.can_undo else "",
        redo=_taken_back(playing, words, back=False) if seen.can_redo else "",
        lines=log_lines(playing, words.lang, first=max(1, seen.version - LINES_SHOWN + 1), last=seen.version),
        action_id=new_action_id(),
        beside=beside(seen.id, playing, title, seen.table, seen.version, words),
        roles=_roles(seen.table, words),
        notice=notice,
        filled=filled or {},
    )


def game_title(heading: Heading, words: Wording) -> str:
    """What a game is called: the name somebody gave it, else the name of its game."""
    return heading.name or words.raw("game.name")


def _with(asking: Asking | None, filled: Mapping[str, Sequence[str]]) -> Asking | None:
    if asking is None or not filled:
        return asking
    return Asking(
        asking.text,
        asking.detail,
        asking.player,
        asking.groups,
        with_filled(asking.fields, filled),
        asking.submit,
        asking.json,
        asking.is_start,
    )


def _prompt(view: TableView, asking: Asking | None) -> tuple[str, str]:
    """The sentence in large type, and the one below it where it says more."""
    if asking is None:
        return view.heading, ""
    if not asking.is_start:
        return asking.text, ""
    if asking.text.startswith(view.heading):
        return asking.text, ""
    return view.heading, "" if view.heading.startswith(asking.text) else asking.text


def _detail(view: TableView, asking: Asking | None) -> str:
    return asking.detail if asking is not None and not asking.is_start else view.detail


def _size(text: str) -> str:
    return "large" if len(text) <= SHORT_PROMPT else "middle" if len(text) <= MIDDLE_PROMPT else "small"


def _taken_back(playing: Playing, words: Wording, back: bool) -> str:
    """What undo would take back, or redo restore, in a sentence."""
    with playing.lock:
        pairs = playing.course.standing if back else playing.course.undone
        return record.told(playing, pairs[-1][0], words) if pairs else ""


def log_lines(playing: Playing, lang: str, first: int = 1, last: int | None = None) -> tuple[LogLine, ...]:
    """Lines of the log, the newest first."""
    told = record.log(playing, lang, first)
    lines = [LogLine(line.version, clock(line.at), line.text, line.undone) for line in told]
    return tuple(line for line in reversed(lines) if last is None or line.version <= last)


def _roles(table: Table, words: Wording) -> tuple[Role, ...]:
    if table.ended is None:
        return ()
    roles, won = table.ended.roles, table.ended.winners
    return tuple(Role(p, words.raw(f"roles.{roles[p]}") if p in roles else "", p in won) for p in table.players)
