"""A new game: who plays, in which order, who starts, which box, and what this table decides. Nothing typed is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from flask import Response, redirect, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.decks.catalog import Title
from companion.engine.actions import Malformed, whole
from companion.engine.facts import Setting
from companion.engine.words import Wording
from companion.service.live.about import About, about
from companion.service.live.parsing import LONGEST_HOUSE, LONGEST_LABEL, clean_text
from companion.service.live.session import Refused
from companion.service.messages import why
from companion.service.people.evening import Standings, drawn_by_lot
from companion.store.base import StoreFault
from companion.web.auth.device_settings import DeviceSettings
from companion.web.pages.base import Device, Notice, device, device_settings, game_words, pages, render
from companion.web.pages.devices.this_device import keep_settings
from companion.web.pages.games.boxes import (
    Edition,
    Extra,
    as_last_played,
    besides,
    boxes_with,
    key_of,
    last_of,
    name_of,
    offered,
    titled,
)
from companion.web.pages.games.rematch import (
    LOT,
    LastTime,
    Seating,
    again_of,
    chips,
    has_begun,
    last_time,
    place_of,
    put_away,
    seated,
    standings_of,
)
from companion.web.pages.table.first_evening import is_taught
from companion.web.pages.table.routes import via
from companion.web.server.context import access, asking, lang, must_be_host, tables
from companion.web.server.errors import HttpError


def own_table() -> str:
    """Return the game that the asking device alone leads; empty if it leads every table, or none."""
    found = access().leading(asking())
    return found.game if found is not None and found.role == "table" and not access().is_host(asking()) else ""


def must_open(late: str = "") -> str:
    """Return the game that the sender leads until now; empty for the host. Stop the request of anybody else.

    A device may open a game once its own table has played to the end, or has not begun (`late`: that game, set up again
    with one more player).
    """
    game = own_table()
    if not game or "Authorization" in request.headers:
        must_be_host()
        return ""
    access().must_be_own_page(asking())
    if not _is_done(game, late):
        raise HttpError(403, "table-plays-on")
    return game


def opener(late: str = "") -> Device:
    """Return the asking device as the form of a new game sees it."""
    found, game = device(), own_table()
    if found.is_owner or not game:
        return found
    return found._replace(is_host=_is_done(game, late))


def _is_done(game: str, late: str) -> bool:
    try:
        playing = tables().playing(game)
    except StoreFault:
        return False
    return playing.table.ended is not None or (late == game and playing.version == 1)


MOST_ROWS = 24
BY_LOT = -1
MOST_REMEMBERED = 60


class Row(NamedTuple):
    """The place of one person in the form; `fault` says what is wrong with the name."""

    name: str = ""
    fault: str = ""


class Ruling(NamedTuple):
    """A house question as the form asks it."""

    name: str
    question: str
    why: str
    values: tuple[tuple[str, str], ...]
    chosen: str
    fault: str = ""
    usual: str = ""
    """What a table plays that has agreed on nothing."""
    is_first: bool = False
    """Whether it is asked before the people, in pictures: how much the tablet keeps."""


class BoxChoice(NamedTuple):
    """A box that can be played with."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class NewPage:
    """The form as it was filled in."""

    title: str
    in_english: bool
    """Whether the game is told in English, having no words in the language of the pages."""
    tagline: str
    box: str
    boxes: tuple[BoxChoice, ...]
    rows: tuple[Row, ...]
    first: int
    rulings: tuple[Ruling, ...]
    fewest: int
    most: int
    name: str
    remembered: tuple[str, ...]
    longest: int = LONGEST_LABEL
    is_asked_back: bool = False
    """Whether nobody said how much the tablet keeps."""
    names_fault: str = ""
    notice: Notice | None = None
    focus: int = -1
    chips: tuple[Seating, ...] = ()
    house: str = ""
    longest_house: int = LONGEST_HOUSE
    late: str = ""
    """The game that was set up already, when somebody late sits down."""
    is_midway: bool = False
    """Whether that game is being played: nobody comes into it, so that the table begins again."""
    standings: Standings | None = None
    about: About = field(default_factory=About)
    teaches: bool = False
    asks_first: bool = True
    """Whether who begins is said here; else the program draws lots, and the first turn settles it."""
    """Whether this game has something to say to who has never played."""
    first_evening: bool = False
    """Whether it is to be said."""
    last_time: LastTime | None = None
    """Who sat here last, while nobody sits here yet."""
    editions: tuple[Edition, ...] = ()
    besides: tuple[Extra, ...] = ()
    """The cards that may lie in this box besides."""
    asks_edition: bool = False
    """Whether nobody has said yet which edition lies on the table, or has said so just now."""

    @property
    def edition(self) -> str:
        """Return the name of the edition that is chosen; empty where there is but one."""
        return next((one.name for one in self.editions if one.key == self.box), "")

    @property
    def unusual(self) -> int:
        """Number of open questions that this table answers in its own way. How much the tablet keeps stands apart."""
        return sum(one.chosen != one.usual and not one.is_first for one in self.rulings) + bool(self.house)

    @property
    def is_ruling_at_fault(self) -> bool:
        """True if an answer was refused: then the questions lie open."""
        return any(one.fault for one in self.rulings if not one.is_first) or len(self.house) > self.longest_house

    def place(self, k: int) -> str:
        """Return the place of row k's seat round the table."""
        return place_of(k, len(self.rows))


class Sent(NamedTuple):
    """Form as it was sent: the box, the rows of names, the starter's row (-1: by lot), the choices, the name."""

    title: Title
    names: tuple[str, ...]
    first: int
    chosen: Mapping[str, str]
    name: str
    house: str = ""
    late: str = ""
    first_evening: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """The names that were filled in."""
        return tuple(name for name in self.names if name)

    @property
    def says_what_is_kept(self) -> bool:
        """True if somebody said how much the tablet keeps, where a game asks it: it is chosen for nobody."""
        keeps = self.title.game.keeps
        return not keeps or self.title.decklist.option(keeps) is None or keeps in self.chosen

    def setup(self) -> dict[str, object]:
        """Return the set-up line."""
        box = self.title.decklist
        starts = self.names[self.first] if 0 <= self.first < len(self.names) else ""
        if self.first == BY_LOT:
            starts = drawn_by_lot(self.players)
        settings: dict[str, Setting] = {}
        for option in self.title.decklist.options:
            if option.name in self.chosen:
                said = self.chosen[option.name]
                settings[option.name] = next((v for v in option.values if str(v).lower() == said), said[:80])
        line: dict[str, object] = {
            "playthrough": 1,
            "game": box.game,
            "players": list(self.players),
            "first": starts or (self.players[0] if self.players else ""),
            "options": settings,
            **({"house": self.house} if self.house else {}),
            **({"first_evening": True} if self.first_evening and box.lessons else {}),
        }
        return {**line, "deck": box.slug} if box.slug != box.game else line


@pages.get("/new")
def new() -> Response:
    """Show the form, empty, as it was written before (`name`, `option.…`), or with the people of another game."""
    box = request.args.get("box", "")
    title = as_last_played(titled(box))
    kept, late = request.args.get("again", ""), request.args.get("late", "")
    again = again_of(late or kept, bool(late))
    if again is None:
        names = _written(request.args)
        rows = (*names, *[""] * (title.decklist.fewest - len(names)))
        return _shown(_page(Sent(title, rows, 0, _chosen(request.args), "", first_evening=not _remembered())))
    title = titled(box or f"{again.game}/{again.deck or again.game}")
    names = (*again.players, *([""] if late and len(again.players) < title.decklist.most else []))
    own = {option.name for option in title.decklist.options}
    chosen = {name: str(value).lower() for name, value in again.options.items() if name in own}
    is_new = bool(late) and again.first_evening
    sent = Sent(title, names, names.index(again.first), chosen, "", again.house, late, is_new)
    return _shown(replace(_page(sent), focus=len(again.players) if late else -1))


@pages.post("/new")
def open_game() -> AnyResponse:
    """Open the game, or change the form: a person more, one less, another order. A device that leads one table goes on
    to the game it opens, with all others that lead it."""
    before = must_open(request.form.get("late", ""))
    sent = _sent()
    asked = request.form.get("do", "open")
    if asked not in ("open", "figures"):
        changed, focus = _changed(sent, asked)
        return _shown(replace(_page(changed, is_said=asked.startswith("edition.")), focus=focus))
    if not sent.says_what_is_kept:
        return _shown(_page(sent, is_asked_back=True), 422)
    try:
        seen = tables().open(sent.setup(), via(), sent.name)
        if before:
            access().sessions.go_on_to(before, seen.id)
    except Refused as refused:
        return _shown(_refused(sent, refused), 422)
    except (Malformed, StoreFault) as fault:
        status = 503 if isinstance(fault, StoreFault) else 400
        return _shown(replace(_page(sent), notice=Notice("error", why(fault, lang()))), status)
    put_away(sent.late)
    then = "figures_page" if asked == "figures" else "goal" if is_taught(seen) else "setup"
    return keep_settings(redirect(url_for(f"pages.{then}", game=seen.id), 303), _heard())


def _heard() -> DeviceSettings:
    """Return the settings of the asking device, with what the form says of sound and voice."""
    form = {name: request.form.get(name, "") for name in ("sound", "voice") if request.method == "POST"}
    return device_settings().changed(form)


def _shown(page: NewPage, status: int = 200) -> Response:
    return render("new.html", page, status, seen_by=opener(page.late)._replace(settings=_heard()))


def _written(sent: MultiDict[str, str]) -> tuple[str, ...]:
    """Return the names in the order of the seats."""
    return tuple(clean_text(name)[:200] for name in sent.getlist("name")[:MOST_ROWS])


def _chosen(sent: MultiDict[str, str]) -> dict[str, str]:
    """Return the agreements that were chosen, by their option's name."""
    return {key.removeprefix("option."): value for key, value in sent.items() if key.startswith("option.")}


def _sent() -> Sent:
    names = _written(request.form)
    first = request.form.get("first", "0")
    label = clean_text(request.form.get("label", ""))[:LONGEST_LABEL]
    house = clean_text(request.form.get("house", ""))[: 2 * LONGEST_HOUSE]
    late = request.form.get("late", "")[:60]
    starts = BY_LOT if first == LOT else whole(first, 3) or 0
    is_new = "first_evening" in request.form
    return Sent(titled(request.form.get("box", "")), names, starts, _chosen(request.form), label, house, late, is_new)


def _changed(sent: Sent, asked: str) -> tuple[Sent, int]:
    """Return the form with rows more (`add.2`: two taps), one less, or two that changed places; and the row to look
    at."""
    verb, _, number = asked.partition(".")
    names = list(sent.names)
    row = whole(number, 3)
    k = -1 if row is None else row
    if verb == "edition":
        # What was left as the other edition has it says nothing; this one's rulebook may have it otherwise.
        usual = {option.name: str(option.default).lower() for option in sent.title.decklist.options}
        asked_of_all = sent.title.game.keeps
        own = {name: v for name, v in sent.chosen.items() if v != usual.get(name) or name == asked_of_all}
        return sent._replace(title=titled(number), chosen=own), -1
    if verb == "seat":
        return sent._replace(names=seated(names, clean_text(number)[:200], MOST_ROWS)), -1
    if verb == "enter":
        # Enter leads to the first row without a name, a new one, or none; never into a game.
        if "" in names:
            return sent, names.index("")
        if len(names) < sent.title.decklist.most:
            return sent._replace(names=(*names, "")), len(names)
        return sent, -1
    if verb == "add" and len(names) < MOST_ROWS:
        more = min(max(row or 1, 1), MOST_ROWS - len(names))
        return sent._replace(names=(*names, *[""] * more)), len(names)
    if verb == "remove" and 0 <= k < len(names):
        del names[k]
        first = sent.first - (sent.first > k) if sent.first != k else 0
        return sent._replace(names=tuple(names), first=first), -1
    if verb == "up" and 0 < k < len(names):
        names[k - 1], names[k] = names[k], names[k - 1]
        moved = {k: k - 1, k - 1: k}
        return sent._replace(names=tuple(names), first=moved.get(sent.first, sent.first)), k - 1
    return sent, -1


def _refused(sent: Sent, refused: Refused) -> NewPage:
    """Return the form with the refusal beside the field it is about."""
    violation, text = refused.violation, refused.sentence(lang())
    page = _page(sent)
    option = violation.blanks.get("option")
    if option is not None:
        rulings = tuple(one._replace(fault=text if one.name == option else "") for one in page.rulings)
        if any(one.fault for one in rulings):
            return replace(page, rulings=rulings)
    culprit, longest = str(violation.blanks.get("player", "")).casefold(), violation.blanks.get("longest")

    def is_meant(name: str) -> bool:
        if isinstance(longest, int):  # a name too long is recognised by its beginning
            return len(name) > longest and name[:longest].casefold() == culprit
        return bool(culprit) and name.casefold() == culprit

    rows = tuple(row._replace(fault=text) if is_meant(row.name) else row for row in page.rows)
    return replace(page, rows=rows, names_fault=text)


def _page(sent: Sent, *, is_said: bool = False, is_asked_back: bool = False) -> NewPage:
    words = game_words(sent.title)
    box = sent.title.decklist
    there = offered(sent.title)
    return NewPage(
        title=words.raw("game.name"),
        in_english=lang() not in sent.title.words,
        tagline=words.raw("game.tagline") if words.has("game.tagline") else "",
        box=key_of(sent.title),
        boxes=tuple(BoxChoice(key_of(one), name_of(one)) for one in boxes_with(sent.title)),
        rows=tuple(Row(name) for name in sent.names),
        first=-1 if sent.title.game.first_in_play else sent.first if sent.first < len(sent.names) else 0,
        chips=chips(_remembered(), sent.players),
        house=sent.house,
        late=sent.late,
        is_midway=bool(sent.late) and has_begun(sent.late),
        standings=standings_of(sent.players),
        rulings=tuple(
            one._replace(chosen="") if one.is_first and not sent.says_what_is_kept else one
            for one in rulings(sent.title, words, sent.chosen)
        ),
        fewest=box.fewest,
        most=box.most,
        is_asked_back=is_asked_back,
        name=sent.name,
        remembered=_remembered(),
        about=about(words),
        teaches=bool(box.lessons),
        asks_first=not sent.title.game.first_in_play,
        first_evening=sent.first_evening,
        last_time=None if sent.players or sent.late or own_table() else last_time(box.fewest, box.most),
        editions=there,
        besides=besides(sent.title),
        asks_edition=len(there) > 1 and (is_said or last_of(box.game) is None),
    )


def rulings(title: Title, words: Wording, chosen: Mapping[str, str]) -> tuple[Ruling, ...]:
    """Every house question of a box, with what is chosen or the default."""
    return tuple(
        Ruling(
            option.name,
            words.raw(f"options.{option.name}.question"),
            words.raw(f"options.{option.name}.why"),
            tuple(
                (str(value).lower(), words.raw(f"options.{option.name}.values.{str(value).lower()}"))
                for value in option.values
            ),
            chosen.get(option.name, str(option.default).lower()),
            usual=str(option.default).lower(),
            is_first=option.name == title.game.keeps,
        )
        for option in title.decklist.options
    )


def _remembered() -> tuple[str, ...]:
    """List who has played on other evenings, the newest first; names that were only typed do not count.

    A device that leads one table gets its people alone.
    """
    names: dict[str, None] = {}
    if mine := own_table():
        return tables().playing(mine).table.players
    for heading in tables().headings():
        if heading.version > 1:
            names.update(dict.fromkeys(heading.players))
    return tuple(names)[:MOST_REMEMBERED]
