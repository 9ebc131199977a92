"""Case files: short tables with what is said at them, each line after the answer that is expected. Read and played.

A person writes them, a test and `companion replay` play them; docs/playthrough.md tells how a line is written. Empty
lines part the cases of a file, and a line that begins with `#` is a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.decks.catalog import Title
from companion.engine.actions import Action, ActionType, FieldType, Malformed
from companion.engine.hidden.referee import CHECK
from companion.engine.kit.game import Game
from companion.service.live.parsing import Opening, opening, parse, utf8
from companion.service.live.session import TURNING, Finder, LiveGame, Refused, Shapes, begin, title_of
from companion.service.referee.checks import is_check, read_check
from companion.service.transfer.playthrough import FileMalformed, Run
from companion.store.base import Row

OK, STATE = "ok", "="
"""What stands before an action that is done, and before a part of the state."""

_NAMED = re.compile(r"([a-z_]+)=")
_PLACED = ("player", "card", "target")


class Expected(NamedTuple):
    """One line: what is said (an action or a check), or which part of the state has which value."""

    number: int
    wanted: str
    said: tuple[Action, ...] = ()
    key: str = ""
    value: object = None


class Case(NamedTuple):
    """One table and what is expected of it. `number` is the line of its set-up, counted from 1."""

    number: int
    title: Title
    opening: Opening
    lines: Sequence[Expected]


class Answer(NamedTuple):
    """Result of one line, and the game after it."""

    number: int
    wanted: str
    got: str
    playing: LiveGame | None

    @property
    def is_right(self) -> bool:
        """True if it is the expected answer; for a check the verdict may stand alone, without its rules."""
        return self.got == self.wanted or self.got.startswith(f"{self.wanted}:")


def is_case_file(file: str, data: bytes) -> bool:
    """Return True if a file holds cases and no playthrough: a text whose first line is no JSON."""
    return file.endswith(".txt") and not data.lstrip().startswith((b"{", b"[", b"//"))


def read_cases(file: str, data: bytes, find: Finder) -> list[Case]:
    """Parse the cases in a file. Raise `FileMalformed`."""
    try:
        rows = list(enumerate(utf8(data).splitlines(), 1))
    except Malformed as fault:
        raise FileMalformed(file, 1, fault) from fault
    cases = []
    for _, block in groupby((row for row in rows if not row[1].startswith("#")), lambda row: bool(row[1].strip())):
        lines = [(number, text.strip()) for number, text in block if text.strip()]
        if lines:
            cases.append(_case(file, lines, find))
    if not cases:
        raise FileMalformed(file, 1, Malformed("malformed.no-case"))
    return cases


def _case(file: str, rows: Sequence[tuple[int, str]], find: Finder) -> Case:
    number, text = rows[0]
    try:
        # `game Ana Beto first=Beto some_option=false`; with a deck of the host's `game/deck Ana …`.
        words = list(_words(text))
        named: dict[str, object] = {key: _scalar(value) for key, value in words if key}
        box, *players = [value for key, value in words if not key] or [""]
        game, _, deck = str(box).partition("/")
        start = {"first": named.pop("first")} if "first" in named else {}
        line = opening({"playthrough": 1, "game": game, "deck": deck, "players": players, **start, "options": named})
        title = title_of(find, line.game, line.setup.deck)
        shapes = Shapes(title, len(line.setup.players))
        lines = []
        for number, text in rows[1:]:
            lines.append(_line(number, text, title, shapes))
    except Malformed as fault:
        raise FileMalformed(file, number, fault) from fault
    return Case(rows[0][0], title, line, lines)


def _line(number: int, text: str, title: Title, shapes: Shapes) -> Expected:
    wanted, _, rest = text.partition(" ")
    rest = rest.strip()
    if wanted == STATE:
        key, _, value = rest.partition(":")
        return Expected(number, STATE, (), key.strip(), parse(value))
    if not rest:
        raise Malformed("malformed.case-line")
    things = [parse(rest)] if rest.startswith("{") else actions_in(rest, title.game)
    said = [read_check(title, thing) if is_check(title, thing) else shapes.read(thing) for thing in things]
    return Expected(number, wanted, tuple(said))


def actions_in(text: str, game: Game) -> Iterator[dict[str, object]]:
    """Yield the actions of one line: several if several players are named, with commas, who each do the same.

    A check begins with what is shown: `check hand Ana …`.
    """
    verb, _, rest = text.partition(" ")
    said: dict[str, object] = {}
    if verb == CHECK and game.referee is not None:
        said["what"], _, rest = rest.partition(" ")
        move = game.referee.forms.get(str(said["what"]))
    else:
        move = game.verbs.get(verb) or TURNING.get(verb)
    if move is None:
        raise Malformed(
            "malformed.action", action=f"{verb} {said.get('what', '')}".strip()[:60], verbs=", ".join(game.verbs)
        )
    for key, value in _words(rest):
        key = key or _place(move, said, value)
        if key not in move.fields:
            raise Malformed("malformed.key", field=verb, key=key, keys=", ".join(move.fields))
        said[key] = _fitting(move.fields[key], value, taken=True)
    player = said.get("player")
    people = player.split(",") if isinstance(player, str) else [player]
    for one in people:
        yield {"action": verb, **said, **({"player": one} if "player" in said else {})}


def _words(text: str) -> Iterator[tuple[str, object]]:
    """Yield the words of a line as (name, value); the name of a word that stands alone is empty. JSON may hold
    spaces."""
    text = text.strip()
    while text:
        named = _NAMED.match(text)
        key = named[1] if named else ""
        text = text[named.end() :] if named else text
        value: object
        if text[:1] in ("{", "[", '"'):
            try:
                value, end = json.JSONDecoder().raw_decode(text)
            except ValueError:
                parse(text)  # says in a sentence where it is wrong
                raise
        else:
            value = text.split(maxsplit=1)[0] if text[:1].strip() else ""
            end = len(str(value))
        yield key, value
        text = text[end:].strip()


def _place(move: ActionType, said: Mapping[str, object], value: object) -> str:
    """Return the field that a word without a name fills: the first of these still empty that takes it."""
    places = dict.fromkeys((_PLACED[0], *move.required, *_PLACED[1:]))
    for key in places:
        if key in move.fields and key not in said and _fitting(move.fields[key], value) is not None:
            return key
    raise Malformed("malformed.case-word", word=str(value)[:60])


def _fitting(shape: FieldType, value: object, taken: bool = False) -> object:
    """Return the word as the field holds it; None if it does not take it, or (`taken`) the word as it stands."""
    scalar = _scalar(value)
    meant = [scalar] if scalar is None or scalar != value else [value]
    if isinstance(value, str):
        parts = value.split(",") if value else []
        meant += [[_scalar(part) for part in parts], *([value] if taken else [])]
    for one in meant:
        try:
            shape(one)
        except Malformed:
            continue
        return one
    return value if taken else None


def _scalar(value: object) -> object:
    if isinstance(value, str) and (value in ("true", "false", "null") or re.fullmatch(r"-?[0-9]{1,9}", value)):
        return json.loads(value)
    return value


def answers(case: Case, title: Title | None = None) -> Iterator[Answer]:
    """Play a case line by line; `title`: with these rules and this deck instead of those it was read with.

    A set-up that the rules refuse is the only answer there is.
    """
    run = Run()
    try:
        run.playing = LiveGame(title or case.title, [Row(begin(title or case.title, case.opening))])
    except Refused as refused:
        yield Answer(case.number, OK, refused.violation.rule, None)
        return
    for line in case.lines:
        if line.wanted == STATE:
            state = run.playing.state()
            got = _shown(line.key, state.get(line.key)) if line.key in state else "?"
            yield Answer(line.number, _shown(line.key, line.value), got, run.playing)
        for action in line.said:
            outcome = run.do(line.number, action)
            got = outcome.refused.violation.rule if outcome.refused else OK
            if outcome.finding:
                got = ":".join((outcome.finding.verdict, ",".join(outcome.finding.rules))).rstrip(":")
            yield Answer(line.number, line.wanted, got, run.playing)


def _shown(key: str, value: object) -> str:
    return f"{key}: {json.dumps(value, ensure_ascii=False, sort_keys=True)}"
