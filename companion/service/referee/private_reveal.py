"""Cards shown in private, one person after the other, until the referee can answer.

What is shown lies in memory only, until it has been judged; what was answered, until those concerned have read it.
Neither is on the disk, in a log, an event or an address.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal, NamedTuple

from companion.engine.hidden.own_checks import OwnCheck
from companion.engine.hidden.referee import CHECK, Phrase, Told
from companion.engine.words import Wording
from companion.service.live.games import GameService
from companion.service.live.session import words_of
from companion.service.referee import checks

Kind = Literal["pass", "show", "verdict", "public"]

MOST_SHOWINGS = 40
LIVES = 20 * 60.0
"""Seconds until what was begun and left is forgotten."""
ALONE = 120.0
"""Seconds for which the webcam belongs to whoever shows cards, after their last touch."""
SETTLED = 1.5
"""Seconds; an answer comes at a multiple of it, whatever it is."""


class Stage(NamedTuple):
    """One screen: pass the tablet to somebody, show cards, read the answer. `judges`: after it the referee answers."""

    kind: Kind
    player: str = ""
    judges: bool = False


def stages(what: str, people: Sequence[str], away: Collection[str] = ()) -> tuple[Stage, ...]:
    """Return the screens in order, as many whatever the answer. The last to show, who holds the tablet, reads first.

    Those who are `away` showed theirs from a phone of their own and read it there.
    """
    if what == "deal":
        each = [(Stage("pass", p), Stage("show", p, judges=True), Stage("verdict", p)) for p in people]
        return (*(stage for one in each for stage in one), Stage("public"))
    here = [p for p in people if p not in away]
    shows = [stage for p in here for stage in (Stage("pass", p), Stage("show", p, judges=p == here[-1]))]
    first, *others = reversed(here)
    reads = [Stage("verdict", first)] + [s for p in others for s in (Stage("pass", p), Stage("verdict", p))]
    return (*shows, *reads, Stage("public"))


@dataclass
class Showing:
    """One round of showing.

    `what`: one of `HOUSE` (`deal`: every hand, one after the other) or of the game's;
    `shown`: the cards of each person; `given`: those of them that are discarded.
    """

    game: str
    version: int
    what: str
    people: tuple[str, ...]
    occasion: str = "dispute"
    until: float = 0.0
    touched: float = 0.0
    at: int = 0
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    given: tuple[str, ...] = ()
    told: dict[str, Told] = field(default_factory=dict)
    """What each of those who showed cards is to read, until they have read it."""
    away: frozenset[str] = frozenset()
    """Those who have shown theirs from a phone of their own."""
    public: tuple[Phrase, ...] = ()
    follow: Mapping[str, object] | None = None
    """What the rules oblige the table to, as far as the table has heard of it."""
    own: OwnCheck | None = None
    """The check that only this game knows, where it is one."""
    said: Mapping[str, object] = field(default_factory=dict)
    """What everybody has heard said of the cards of such a check."""

    @property
    def stage(self) -> Stage:
        """The screen it is at."""
        return self.stages[self.at]

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Its screens."""
        return stages(self.what, self.people, self.away)

    @property
    def is_over(self) -> bool:
        """True if everything private has been read and only the table is left to be told."""
        return self.stage.kind == "public"

    @property
    def is_whole_hand(self) -> bool:
        """True if every card of a hand is to be shown."""
        return self.what in ("hand", "deal")

    @property
    def is_one_card(self) -> bool:
        """True if each player shows a single card."""
        return self.what in ("exchange", "round") or (self.own is not None and self.own.is_one)

    def is_of(self, other: Showing) -> bool:
        """Return True if both are about the same cards at the same version of the table."""
        return (self.version, self.what, {*self.people}) == (other.version, other.what, {*other.people})

    def advance(self) -> None:
        """Go to the next screen and forget what was read."""
        if self.stage.kind == "verdict":
            self.told.pop(self.stage.player, None)
        self.at += 1

    def check(self) -> dict[str, object]:
        """Return the check for the referee, as docs/moves (Checks) writes it."""
        if self.own is not None:
            return self.own.asked(self.stage.player, self.shown[self.stage.player], self.said)
        said: dict[str, object] = {"action": CHECK, "what": "hand" if self.what == "deal" else self.what}
        people = self.people
        if self.what == "exchange":
            (gives, *_), (takes, *_) = self.shown[people[0]], self.shown[people[1]]
            return {**said, "from": people[0], "to": people[1], "gives": gives, "takes": takes}
        if self.what == "round":
            return {**said, "gives": {player: self.shown[player][0] for player in people}}
        player = self.stage.player
        if self.what == "discard":
            return {**said, "player": player, **self._discard(self.shown[player])}
        occasion = "private" if self.what == "deal" else self.occasion
        return {**said, "player": player, "cards": list(self.shown[player]), "occasion": occasion}

    def _discard(self, hand: tuple[str, ...]) -> dict[str, object]:
        gone = self.given or hand
        what: dict[str, object] = {"card": gone[0]} if len(gone) == 1 else {"cards": list(gone)}
        return what if len(gone) == len(hand) else {**what, "hand": list(hand)}


class Showings:
    """Every round of showing under way, by its token, and what the referee last said aloud about each game."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: OrderedDict[str, Showing] = OrderedDict()
        self._aloud: OrderedDict[str, tuple[int, tuple[Phrase, ...]]] = OrderedDict()
        self._sent: OrderedDict[str, Showing] = OrderedDict()

    def send(self, showing: Showing, player: str, cards: tuple[str, ...]) -> Showing | None:
        """Take cards sent from a player's own phone; return what can be judged now, or None while others wait.

        `showing` is what is due; cards sent for the same at the same version of the table are put together.
        """
        with self._lock:
            known = self._sent.get(showing.game)
            if known is None or not known.is_of(showing):
                known = showing
            known.shown[player] = cards
            known.away |= {player}
            if {*known.shown} >= {*known.people}:
                if self._sent.get(showing.game) is known:
                    del self._sent[showing.game]
                return known
            self._sent[showing.game] = known
            while len(self._sent) > MOST_SHOWINGS:
                self._sent.popitem(last=False)
            return None

    def sent(self, showing: Showing) -> frozenset[str]:
        """Return the players who have shown theirs from a phone already; their cards are told to nobody."""
        with self._lock:
            known = self._sent.get(showing.game)
            return known.away if known is not None and known.is_of(showing) else frozenset()

    def begin(self, showing: Showing) -> str:
        """Begin, and the token under which it goes on. What phones have sent for it is in it already."""
        with self._lock:
            known = self._sent.get(showing.game)
            if known is not None and known.is_of(showing):
                showing.shown, showing.away = {**known.shown}, known.away
                del self._sent[showing.game]
        token = secrets.token_urlsafe(12)
        showing.until = time.monotonic() + LIVES
        showing.touched = time.monotonic()
        with self._lock:
            self._open[token] = showing
            while len(self._open) > MOST_SHOWINGS:
                self._open.popitem(last=False)
        return token

    def find(self, game: str, token: str) -> Showing | None:
        """Return the showing under a token; None if it is over or was left lying too long."""
        with self._lock:
            found = self._open.get(token)
            if found is None or found.game != game:
                return None
            if found.until < time.monotonic():
                del self._open[token]
                return None
            found.touched = time.monotonic()
            return found

    def hides_webcam_from(self, token: str) -> bool:
        """Return True if cards are being shown in private under another token: nobody else looks through the webcam."""
        with self._lock:
            recent = time.monotonic() - ALONE
            alone = [t for t, one in self._open.items() if one.stage.kind == "show" and one.touched > recent]
        return bool(alone) and token not in alone

    def end(self, token: str) -> None:
        """End a showing and forget its cards."""
        with self._lock:
            self._open.pop(token, None)

    def say(self, showing: Showing) -> None:
        """Record what the table may hear of it."""
        with self._lock:
            self._aloud[showing.game] = (showing.version, showing.public)
            while len(self._aloud) > MOST_SHOWINGS:
                self._aloud.popitem(last=False)

    def aloud(self, game: str, version: int, words: Wording) -> str:
        """Return what the referee told the table last, while nothing has happened since; else nothing."""
        with self._lock:
            said, phrases = self._aloud.get(game, (0, ()))
        return " ".join(phrase.said(words) for phrase in phrases) if said == version else ""


def judge(tables: GameService, showing: Showing) -> None:
    """Let the referee answer; always after the same time. Raises what `checks.answer` raises."""
    began = checks.PACE.now()
    try:
        check = showing.check()
        found, title, told = checks.answer(tables, showing.game, check, showing.version)
        showing.told = dict(told)
        showing.public = (*showing.public, found.public)
        showing.shown.clear()
        if title.game.referee is not None:
            then = title.game.referee.follow(title.game.referee.read(check), found.public)
            showing.follow = then or showing.follow
    finally:
        checks.PACE.settle(began, SETTLED)


class ReadOut(NamedTuple):
    """Text a player reads in private: the verdict on their cards, why, and what they may not do with them."""

    verdict: str
    why: str
    advice: str


def read_out(tables: GameService, showing: Showing, lang: str, player: str = "") -> ReadOut:
    """Return what the player who holds the tablet reads, or another of those who showed cards, in a language."""
    told = showing.told[player or showing.stage.player]
    words = words_of(tables.playing(showing.game).title, lang)
    lines = [phrase.said(words) for phrase in told.advice]
    return ReadOut(told.verdict, " ".join(phrase.said(words) for phrase in told.why), "\n".join(lines))
