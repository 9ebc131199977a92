"""The table page, put together: the ring, what is asked, what can be taken back, what happened last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from companion.engine import facts as f
from companion.engine.addressed import addressed
from companion.engine.state import Table
from companion.engine.view import TableView, TrackView
from companion.engine.words import Wording
from companion.service.live.games import Snapshot
from companion.service.live.session import LiveGame
from companion.service.people.evening import Standings
from companion.service.people.first_evening import is_first_evening
from companion.service.transfer import record
from companion.store.base import GameInfo
from companion.web.pages.base import Notice, clock, game_words, new_action_id
from companion.web.pages.games.rematch import standings_of
from companion.web.pages.table.endings import Role, Side, roles_of, side_won, sides_of
from companion.web.pages.table.first_evening import lesson
from companion.web.pages.table.moments import Moment, moment_of
from companion.web.pages.table.places import PLACES
from companion.web.pages.table.prompts import Asking, address, dumps, question, shown, with_filled
from companion.web.pages.table.ring import Chair as Chair
from companion.web.pages.table.ring import RingDrawn as RingDrawn
from companion.web.pages.table.ring import ring_drawn as ring_drawn
from companion.web.pages.table.sidebar import Beside, beside
from companion.web.server.context import tables

SHOW = "show"
"""The verb by which every game notes the cards that were seen."""


def unnoted(playing: LiveGame) -> tuple[str, ...]:
    """Return the hands shown to all this turn whose cards were not recorded and that have not changed since."""
    found: dict[str, None] = {}
    settled: set[str] = set()
    """Noted already, or no longer what was seen."""
    with playing.lock:
        standing = tuple(playing.course.standing)
    for entry, _ in reversed(standing):
        for fact in reversed(entry.facts):
            match fact:
                case f.CardsShown(owner, None, faces, None) if owner not in settled:
                    settled.add(owner)
                    if not faces:
                        found[owner] = None
                case f.CardsShown(owner, None, _, _):
                    settled.add(owner)
                case f.CardsMoved(source, target, _, _):
                    settled.update(str(place.name) for place in (source, target) if (place.kind == "hand"))
                case f.CardsPassed(pairs):
                    settled.update(name for pair in pairs for name in pair)
                case f.PlayerOut(player, _):
                    settled.add(player)
                case f.Renamed(player, _):
                    settled.add(player)
                case _:
                    pass
        if any(isinstance(fact, f.TurnBegan) for fact in entry.facts):
            break
    return tuple(found)


class SandGlass(NamedTuple):
    """A turn's time: which turn it runs in, how many seconds there are, and how many are gone."""

    turn: int
    limit: int
    gone: int


def sand_glass(playing: LiveGame, table: Table) -> SandGlass | None:
    """Return the time of the turn under way, at a table that agreed on a limit; else None."""
    limit = table.options.get("turn_limit")
    if not isinstance(limit, int) or not limit or table.ended or table.claim:
        return None
    with playing.lock:
        began = next(
            entry
            for entry, _ in reversed(playing.course.standing)
            if any(isinstance(fact, f.TurnBegan | f.TableOpened) for fact in entry.facts)
        )
    if not began.at:
        return None
    since = datetime.fromisoformat(tables().clock()) - datetime.fromisoformat(began.at)
    return SandGlass(began.number, limit, min(limit, max(0, int(since.total_seconds()))))


LINES_SHOWN = 12
MOST_TO_NOTE = 2
"""So many hands that were seen are offered to be noted one by one; of more, one asks whose."""
SHORT_PROMPT, MIDDLE_PROMPT = 38, 76
"""Up to so many letters a prompt is set in full size, in the middle one."""


class LogLine(NamedTuple):
    """One line of the log."""

    version: int
    time: str
    text: str
    undone: bool


class Reader(NamedTuple):
    """The words `read.<step>` for whoever leads a game from phase to phase: a sentence to read aloud, what the hands do
    now, what comes next."""

    aloud: str
    hands: str
    next: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """Content of the table page."""

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
    sides: tuple[Side, ...] = ()
    """The same people by what they were and why they have won or not."""
    tracks: tuple[TrackView, ...] = ()
    notice: Notice | None = None
    filled: Mapping[str, Sequence[str]] = field(default_factory=dict)
    mine: str = ""
    """The player whose phone looks on; empty on any other device."""
    is_opened: bool = False
    """Whether what is asked was opened here, and is not what the table itself asks."""
    brings_back: bool = False
    """Whether a field shows what somebody filled in and was refused."""
    moment: Moment | None = None
    """What has just happened, where there is something to show of it."""
    is_first_evening: bool = False
    """Whether the people at the table have never played."""
    lesson: str = ""
    """What a table that has never played is told at this question."""
    reader: Reader | None = None
    """What the leader reads aloud at this step."""
    told: str = ""
    """What the table's own question says beside it: a sum before it is done, out of whose hand a card is drawn."""
    people: tuple[str, ...] = ()
    """Who plays, whatever they are called at the table."""
    claims: str = ""
    """The player who has just declared something for all, while the game waits for its end."""
    glass: SandGlass | None = None
    """How long this turn may last."""
    to_note: tuple[tuple[str, str], ...] = ()
    """Whose cards everybody has just seen (empty: of several people), and where they are noted."""

    @property
    def standings(self) -> Standings | None:
        """Wins of these people this evening, once this game is over."""
        return standings_of(self.people if self.roles else ())

    @property
    def is_now(self) -> bool:
        """True if it shows the table as it is, not as it was."""
        return self.version == self.newest

    @property
    def last(self) -> str:
        """Sentence of everything that the last tap did."""
        return _last(self.beside, self.lines)


def table_page(
    seen: Snapshot,
    said: Mapping[str, object],
    notice: Notice | None = None,
    filled: Mapping[str, Sequence[str]] | None = None,
    newest: int | None = None,
    reader: str = "",
    is_watched: bool = False,
) -> TablePage:
    """Return the page of a game at a version; what was filled in before stays in its fields.

    `reader`: the player it addresses, empty if it is everybody's. A device that only watches is asked nothing.
    """
    playing, title, words = tables().playing(seen.id), seen.title, game_words(seen.title)
    to_reader = addressed(words, reader)
    last = seen.version if newest is None else newest
    view = title.game.view(title.decklist, seen.table, to_reader)
    asking, step = None, seen.table.step
    if seen.version == last and not is_watched:
        asked = question(title, seen.table, said, to_reader)
        step = asked.step or step
        asking = shown(asked, seen.id, seen.version, {card.back for card in title.decklist.cards})
    aloud = None
    if not seen.table.ended and words.has(f"read.{step}.aloud"):
        aloud = Reader(*(words.raw(f"read.{step}.{part}") for part in Reader._fields))
    text, lead = _prompt(view, asking, aloud is not None)
    if seen.table.ended and (asking is None or asking.is_start):
        text = side_won(seen.table, words) or text
    blank = asking
    if asking is not None and filled:
        asking = asking._replace(fields=with_filled(asking.fields, filled))
    around = beside(seen.id, playing, title, seen.table, seen.version, words)
    lines = log_lines(playing, words.lang, first=max(1, seen.version - LINES_SHOWN + 1), last=seen.version)
    everybody = roles_of(seen.table, words)
    detail = asking.detail if asking is not None and asking.is_start else ""
    told = "" if detail in view.detail else detail
    ring = ring_drawn(
        view, seen.table, asking, text, playing.running(PLACES, seen.version).order if view.out else (), reader
    )
    return TablePage(
        id=seen.id,
        title=game_title(tables().heading(seen.id), words),
        version=seen.version,
        newest=last,
        ring=ring,
        heading=text,
        detail=asking.detail if asking is not None and not asking.is_start else view.detail,
        lead=lead,
        prompt_size="large" if len(text) <= SHORT_PROMPT else "middle" if len(text) <= MIDDLE_PROMPT else "small",
        is_over=view.status == "ended",
        asking=asking,
        undo=_taken_back(playing, words, back=True) if seen.can_undo else "",
        redo=_taken_back(playing, words, back=False) if seen.can_redo else "",
        lines=lines,
        action_id=new_action_id(),
        beside=around,
        roles=everybody,
        sides=sides_of(seen.table, everybody, words, ring.called),
        told=told,
        people=title.game.people(seen.table),
        tracks=view.tracks,
        notice=notice,
        filled=filled or {},
        mine=reader,
        is_opened=bool(said),
        brings_back=asking is not None and blank is not None and asking.fields != blank.fields,
        claims=seen.table.claim.player if seen.table.claim and not seen.table.ended else "",
        is_first_evening=is_first_evening(playing),
        lesson=lesson(seen.id, playing, to_reader) if asking is not None and not said else "",
        reader=aloud if asking and not said else None,
        glass=sand_glass(playing, seen.table) if seen.version == last else None,
        to_note=_to_note(seen, playing) if asking is not None and not said else (),
        moment=moment_of(playing, words, _last(around, lines)) if seen.version == last else None,
    )


def _to_note(seen: Snapshot, playing: LiveGame) -> tuple[tuple[str, str], ...]:
    whose = unnoted(playing)
    if len(whose) > MOST_TO_NOTE:
        return (("", address(seen.id, dumps({"action": SHOW}), seen.version)),)
    return tuple(
        (player, address(seen.id, dumps({"action": SHOW, "player": player, "to": "all"}), seen.version))
        for player in whose
    )


def _last(beside: Beside, lines: Sequence[LogLine]) -> str:
    return beside.undo or (lines[0].text if lines else "")


def game_title(heading: GameInfo, words: Wording) -> str:
    """Return the name that people gave the game, else the name of its box."""
    return heading.name or words.raw("game.name")


def _prompt(view: TableView, asking: Asking | None, is_read: bool) -> tuple[str, str]:
    """Return the sentence in large type, and the one below it if it says more. Where a phase is read aloud, the
    large one asks."""
    if asking is None:
        return view.heading, ""
    if not asking.is_start:
        return asking.text, ""
    if is_read or asking.text.startswith(view.heading):
        return asking.text, ""
    return view.heading, "" if view.heading.startswith(asking.text) else asking.text


def _taken_back(playing: LiveGame, words: Wording, back: bool) -> str:
    """Return what undo would take back, or redo restore, in a sentence."""
    with playing.lock:
        pairs = playing.course.standing if back else playing.course.undone
        return record.told(playing, pairs[-1][0], words) if pairs else ""


def log_lines(playing: LiveGame, lang: str, first: int = 1, last: int | None = None) -> tuple[LogLine, ...]:
    """Lines of the log, the newest first."""
    told = record.log(playing, lang, first)
    lines = [LogLine(line.version, clock(line.at), line.text, line.undone) for line in told]
    return tuple(line for line in reversed(lines) if last is None or line.version <= last)
