"""Limits: what still works at each of them, and no longer just past it. The figures are said here once more by hand."""

from __future__ import annotations

import asyncio
import gc
import re
import socket
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from uvicorn.server import ServerState

from companion.decks.catalog import title
from companion.engine.actions import Malformed
from companion.service.collector import Collector
from companion.service.history.bgstats import fits_qr
from companion.service.live.cache import GameCache
from companion.service.live.games import GameService
from companion.service.live.hub import Change, Hub
from companion.service.live.parsing import clean
from companion.service.referee.memory import Sealed
from companion.service.referee.scan_service import tally_of
from companion.web.auth import access
from companion.web.auth.access import Access, RateLimiter, Request
from companion.web.auth.codes import Codes, Offer
from companion.web.auth.private_inbox import PrivateInbox
from companion.web.auth.sessions import Sessions
from companion.web.pages.scan.mine import Printed
from companion.web.pages.table.prompts import batch_of, said_of
from companion.web.server import reach, stream
from companion.web.server.connection import Connection
from companion.web.server.errors import HttpError
from companion.web.server.lanes import Full, Lanes, Threads
from companion.web.server.network import Address
from companion.web.server.reach import Reach
from companion.web.server.settings import Settings
from companion.web.server.stream import Events
from companion.web.server.wifi import Wifi, fault_of
from tests.houses import toy_house
from tests.service.toy import SETUP
from tests.web.showing import Showing
from tests.web.sitting import KEY, Sitting

DAY = 24 * 3600.0
Begun = tuple[Callable[[], object], Callable[[], object]]
"""What is done once more, and what tells whether all is as it was."""


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 1e6

    def __call__(self) -> float:
        return self.now


def _asked(doors: Access, cookie: str = "") -> Request:
    cookies = {doors.cookie_name: cookie} if cookie else {}
    return Request("POST", "http", "192.168.1.9", {"host": "localhost"}, cookies)


# -- how many ----------------------------------------------------------------------------------------------------------


def asks(what: str, later: str) -> Begun:
    doors, refused = Access(Settings(KEY)), list[HttpError]()

    def ask() -> None:
        try:
            getattr(doors, what)(_asked(doors))
        except HttpError as fault:
            refused.append(fault)
            assert (fault.status, fault.headers) == (429, {"Retry-After": later})

    return ask, lambda: not refused


def addresses() -> Begun:
    limiter, other = RateLimiter(0.0, 1.0), count()
    limiter.takes("first")
    return lambda: limiter.takes(str(next(other))), lambda: "first" in limiter._buckets


def connections() -> Begun:
    limiter = Access(Settings(KEY)).connection_limiter
    return lambda: limiter.enter("192.168.1.9"), lambda: not limiter.turned_away


def wrong_codes(kind: Any, typed: str) -> Begun:
    sessions = Sessions(b"key")
    code = sessions.codes.offer(kind, "device").text
    assert len(code) == len(typed)
    return lambda: sessions.take_over(typed), lambda: sessions.codes.find(code)


def offers(kind: Any, before: int = 0) -> Begun:
    codes, other = Codes(), count()
    first = codes.offer(kind, "first").token
    codes._standing.offers += [Offer(kind, "", f"{k}", 1e12, f"{k}") for k in range(-before, 0)]
    return lambda: codes.offer(kind, str(next(other))), lambda: codes.find(first)


def devices() -> Begun:
    clock = Clock()
    sessions = Sessions(b"key", clock, clock)
    first = sessions.new_cookie()
    return sessions.new_cookie, lambda: sessions.device(first)


def notes(seats: int) -> Begun:
    inbox, other = PrivateInbox(), count(1)
    inbox.put("g", 0, {"en": "first"})
    return lambda: inbox.put(
        "g", next(other) % seats, {}
    ), lambda: "first" in [n.text("en") for n in inbox.notes("g", 0)]


def told_once() -> Begun:
    inbox, other = PrivateInbox(), count(1)
    inbox.put("g", 0, {}, "told")
    (first,) = inbox.notes("g", 0)

    def is_known() -> bool:
        inbox.put("g", 0, {}, "told")
        return inbox.notes("g", 0) == [first]

    return lambda: inbox.put("g", next(other), {}, "told"), is_known


def changes() -> Begun:
    hub = Hub()
    sleeping = hub.subscribe("g", lambda: None)
    return lambda: hub.publish("g", Change(1, dict)), lambda: not sleeping.is_cut


def games(entries: int, is_folded: bool) -> Begun:
    """Games of so many entries each; the first is whole in memory, or folded."""
    cache, other = GameCache(cast("Any", str)), count()

    def put() -> None:
        cache.put(
            str(next(other)), cast("Any", SimpleNamespace(version=entries, is_whole=True, fold=lambda source: True))
        )

    def stands() -> bool:
        return "0" in (cache._folded if is_folded else dict(cache.everything()))

    put()
    return put, stands


def entries() -> Begun:
    """Entries of a game after which it is told ahead again."""
    sealed, number = Sealed(), count(8)
    assert sealed.listens("g", 7)
    heard = list[bool]()
    return lambda: heard.append(sealed.listens("g", next(number))), lambda: True not in heard


def letters() -> Begun:
    """Tables at which somebody said the letters of the printed deck."""
    printed, other = Printed(), count()
    printed.say("first", ("A",))
    return lambda: printed.say(str(next(other)), ("B",)), lambda: printed.of("first")


def missed() -> Begun:
    """Entries that a device has missed, of which each is told anew."""
    tables = toy_house()
    game = tables.open(SETUP).id
    tell = {"action": "tell", "player": "Ana", "text": "x"}
    return lambda: tables.say(game, tell), lambda: len(tables.changes(game, 1)) == tables.seen(game).version - 1


@pytest.mark.parametrize(
    ("most", "begin"),
    [
        (8, lambda: asks("must_have_guesses", "5")), (100, lambda: asks("guard", "1")), (4095, addresses),
        (128, connections), (11, lambda: wrong_codes("move", "WRKNG2")), (11, lambda: wrong_codes("pair", "WRKNGWRK")),
        (63, lambda: offers("pair")), (63, lambda: offers("seat")), (99, lambda: offers("across", before=900)),
        (399, devices), (7, lambda: notes(1)), (4000, lambda: notes(10_000)), (3999, told_once),
        (256, changes), (199, letters), (200, missed),
        (19, lambda: games(1000, is_folded=False)), (4000, lambda: games(20_000, is_folded=True)), (49, entries),
    ],
)  # fmt: skip
def test_so_many_and_no_more(most: int, begin: Callable[[], Begun], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "time", SimpleNamespace(monotonic=Clock()))
    once_more, is_as_before = begin()
    for _ in range(most):
        once_more()
    assert is_as_before()
    once_more()
    assert not is_as_before()


# -- how long ----------------------------------------------------------------------------------------------------------


def link(sessions: Sessions, clock: Clock, *, again: bool = False) -> object:
    doors = Access(Settings(KEY))
    doors.sessions = sessions
    token = doors.new_link().removeprefix("/host/")

    def is_open() -> bool:
        try:
            doors.open_link(token, "192.168.1.9")
        except HttpError:
            return False
        return True

    return is_open if not again or is_open() else None


def device(sessions: Sessions, clock: Clock) -> object:
    sessions.claim("game", 0)
    return lambda: sessions.wait() and [one for one in sessions.all() if one.game == "game"]


def handed_over(sessions: Sessions, clock: Clock) -> object:
    old = sessions.new_cookie()
    sessions.take_over(sessions.new_code(sessions.device(old)).text)
    return lambda: sessions.wait() and sessions.has_moved(old)


def choice(sessions: Sessions, clock: Clock) -> object:
    phone = sessions.session(sessions.wait())
    assert phone is not None
    return lambda: sessions.may_choose(phone)


def guess(sessions: Sessions, clock: Clock) -> object:
    """Guess until no more may be: after five seconds there is one more."""
    limiter = RateLimiter(*access.GUESSES)
    while limiter.takes("192.168.1.9"):
        pass
    return lambda: not limiter.takes("192.168.1.9")


def network(sessions: Sessions, clock: Clock) -> object:
    looks = count()
    ways = Reach(8080, lambda: [Address(f"10.0.0.{next(looks)}", "wlan0")])
    first = ways.offered()
    return lambda: ways.offered() == first


def rested(sessions: Sessions, clock: Clock) -> object:
    collector, before = Collector(clock), gc.get_freeze_count()
    collector._collected("stop", {"generation": 2})

    def is_spared() -> bool:
        collector._collected("stop", {"generation": 2})
        spared = gc.get_freeze_count() > 0
        gc.unfreeze()
        if before:
            gc.freeze()
        return spared

    return is_spared


@pytest.mark.parametrize(
    ("seconds", "begin"),
    [
        (600, lambda s, _: partial(s.codes.find, s.codes.offer("seat", "", "game", 2).text)),
        (6 * 3600, lambda s, _: partial(s.codes.find, s.codes.offer("across", "device").token)),
        (600, link), (60, lambda *said: link(*said, again=True)), (400 * DAY, device),
        (3 * DAY, handed_over), (12 * 3600, choice), (5, guess), (5, network), (3600, rested),
    ],
)  # fmt: skip
def test_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch, seconds: float, begin: Any) -> None:
    for passed in (seconds - 0.5, seconds + 0.5):
        clock = Clock()
        for module in (access, reach):
            monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=clock))
        stands = begin(Sessions(b"key", clock, clock), clock)
        clock.now += passed
        assert bool(stands()) is (passed < seconds)


@pytest.mark.parametrize(("set_by", "is_set"), [(59.0, False), (-59.0, False), (61.0, True), (-61.0, True)])
def test_a_clock_set_by_a_minute_counts_as_set(set_by: float, is_set: bool) -> None:
    clock, wall = Clock(), Clock()
    sessions = Sessions(b"key", clock, wall)
    phone = sessions.session(sessions.wait())
    wall.now += set_by
    assert phone is not None and sessions.may_choose(phone)
    assert sessions.all()[0].since == 1e6 + (set_by if is_set else 0)


def test_when_a_device_was_seen_is_written_every_five_minutes(tmp_path: Path) -> None:
    clock, file = Clock(), tmp_path / "devices"
    sessions = Sessions(b"key", clock, clock)
    sessions.remember_in(file)
    cookie, written = sessions.new_cookie(), file.read_text()
    for passed in (299.0, 2.0):
        clock.now += passed
        assert sessions.session(cookie)
        assert (file.read_text() == written) is (passed == 299.0)


# -- how much ----------------------------------------------------------------------------------------------------------

BOX = title("la-cosa", "la-cosa").decklist
VERBS = title("la-cosa", "la-cosa").game.verbs


def is_clean(depth: int) -> bool:
    thing: object = 1
    for _ in range(depth):
        thing = [thing]
    try:
        return clean(thing) == thing
    except Malformed:
        return False


@pytest.mark.parametrize(
    ("most", "takes"),
    [
        (32, lambda n: not fault_of(Wifi("x" * n), True)), (63, lambda n: not fault_of(Wifi("Casa", "x" * n), False)),
        (20, is_clean), (4000, lambda n: said_of('{"action":"draw"}'.ljust(n), VERBS)),
        (2300, lambda n: fits_qr("x" * n)), (4000, lambda n: batch_of('[{"action":"draw"}]'.ljust(n), VERBS)),
        (60, lambda n: len(tally_of({"strange": [*map(str, range(n))]}, BOX).strange) == n),
        (9, lambda n: len(tally_of({"others": [*map(str, range(n))]}, BOX).others) == n),
        (60, lambda n: tally_of({"strange": ["x" * n]}, BOX).strange),
        (60, lambda n: tally_of({"unread": n}, BOX).unread == n),
    ],
)  # fmt: skip
def test_so_much_and_no_more(most: int, takes: Callable[[int], object]) -> None:
    assert takes(most) and not takes(most + 1)


# -- lines and lanes ---------------------------------------------------------------------------------------------------


class Timers:
    """An event loop that writes down what is to be done when, and what no longer."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def call_later(self, seconds: float, work: Callable[..., object], *given: object) -> Any:
        self.told.append(f"{seconds} {work.__name__}")
        return SimpleNamespace(cancel=lambda: self.told.append(f"{seconds} no more"))

    def call_soon(self, work: Callable[..., object]) -> None:
        self.told.append(f"next {work.__name__}")


async def nothing(scope: object, receive: object = None, send: object = None) -> None:
    """Answer nothing."""


def test_a_connection_waits_so_long_for_a_request_and_for_a_reader() -> None:
    timers, options = Timers(), list[tuple[int, ...]]()
    line: Any = Connection(uvicorn.Config(nothing, lifespan="off"), ServerState(), {}, cast("Any", timers))
    names = {name: lambda: ("192.168.1.9", 5) for name in ("getsockname", "getpeername")}
    sock = SimpleNamespace(family=socket.AF_INET, setsockopt=lambda *one: options.append(one), **names)
    line.connection_made(SimpleNamespace(get_extra_info={"socket": sock}.get, close=tuple, resume_reading=tuple))
    assert options == [(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000)]
    line.pause_writing()
    line.resume_writing()
    line.connection_lost(None)
    assert timers.told == ["10.0 _abort", "30.0 _abort", "30.0 no more", "10.0 no more"]


@pytest.mark.parametrize(("streams", "told"), [(16, []), (17, ["0.002 _wake"])])
def test_sixteen_streams_are_woken_at_once(streams: int, told: list[str]) -> None:
    timers, woken = Timers(), list[int]()
    bell = stream.Wakeup(cast("Any", timers))
    timers.call_soon_threadsafe = lambda work: None  # type: ignore[attr-defined]
    for _ in range(streams):
        bell.ring(lambda: woken.append(1))
    bell._begin()
    assert timers.told == told
    if told:
        bell._wake()
        assert (len(woken), timers.told[1:]) == (16, ["next _wake"])


@pytest.mark.parametrize(("query", "seat", "seconds"), [(b"", 0, 15.0), (b"brief", -1, 3.0), (b"lang=en", -1, 15.0)])
def test_a_stream_that_ends_leaves_nothing_behind(
    tables: GameService, game: str, monkeypatch: pytest.MonkeyPatch, query: bytes, seat: int, seconds: float
) -> None:
    doors = Access(Settings(KEY))
    cookie = doors.sessions.claim(game, 0) if seat == 0 else ""
    headers = [(b"host", b"localhost"), (b"cookie", f"{doors.cookie_name}={cookie}".encode())]
    scope = {"type": "http", "method": "GET", "client": ("192.168.1.9", 5), "headers": headers, "query_string": query}
    sent, waits = list[dict[str, Any]](), list[float]()

    async def woken(ready: object, wait: float) -> bool:
        waits.append(wait)
        assert (doors.streams, tables.hub.watching(game), len(doors.private_inbox._waiting)) == (1, 1, 1 + seat)
        if len(waits) == 2:
            tables.hub.close()
        return False

    async def run(who: str, work: Callable[[], Any]) -> Any:
        return work()

    async def send(message: Any) -> None:
        sent.append(message)

    async def served() -> int:
        events = Events(tables, doors, run)
        monkeypatch.setattr(stream, "_woken", woken)
        await events.serve(game, scope, asyncio.Event().wait, send)  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert not events._of_seats and not doors.private_inbox._waiting
        return len(asyncio.all_tasks())

    assert asyncio.run(served()) == 1
    assert (doors.streams, tables.hub.watching(game), waits) == (0, 0, [seconds] * 2)
    beat = b"event: beat\ndata: on\n\n" if query == b"brief" else b":\n\n"
    assert [message.get("body") for message in sent[2:]] == [beat, beat, b""]
    own = {
        b"content-type": b"text/event-stream",
        b"cache-control": b"no-store, no-transform",
        b"x-accel-buffering": b"no",
    }
    assert own.items() <= dict(sent[0]["headers"]).items()


@pytest.mark.parametrize(
    ("name", "at_work", "of_one", "of_all"),
    [
        ("host", (8, 12), 400, 400), ("host_dear", (4, 4), 100, 100), ("leaders", (1, 48), 60, 2000),
        ("leaders_dear", (1, 48), 24, 800), ("seats", (1, 3), 60, 2000), ("pictures", (1, 1), 4, 96),
        ("guests", (1, 2), 100, 400), ("dear", (1, 1), 24, 96), ("streams", (1, 1), 10_000, 10_000),
    ],
)  # fmt: skip
def test_a_lane_has_so_many_at_work_and_waiting(
    monkeypatch: pytest.MonkeyPatch, name: str, at_work: tuple[int, int], of_one: int, of_all: int
) -> None:
    """Of one device, and of all: what is worked at, and what may wait besides."""

    async def working(lane: Any, people: list[str]) -> int:
        begun = list[int]()

        async def never(*_: object) -> None:
            begun.append(1)
            await asyncio.Event().wait()

        monkeypatch.setattr(Threads, "run", never)
        tasks = [asyncio.create_task(lane.run(who, str)) for who in people]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return len(begun)

    everybody = [str(k) for k in range(60)]
    found = [asyncio.run(working(getattr(Lanes(), name), people)) for people in (["one"] * 20, everybody)]
    assert tuple(found) == at_work

    def places(devices: int) -> int:
        lane = getattr(Lanes(), name)
        with ExitStack() as held:
            for k in range(of_all + 1):
                try:
                    held.enter_context(lane.place(str(k % devices)))
                except Full:
                    return k
        return -1

    assert (places(1), places(of_all // of_one + 1)) == (of_one, of_all)


# -- what is sent ------------------------------------------------------------------------------------------------------


def brought(host: Sitting, n: int) -> bool:
    """Send so many files, of which the last is a game and the others are empty."""
    record = host.client.get(f"/api/games/{host.game}/record").data
    files = [(BytesIO(b""), str(k)) for k in range(n - 1)]
    page = host.post("/take-in", {"file": [*files, (BytesIO(record), "game.json")]}, content_type="multipart/form-data")
    return page.status == 200


def looked_at(host: Sitting, n: int) -> bool:
    """Send so many pictures that are none: each is named."""
    files = [(BytesIO(b"x"), f"photo-{k}.png") for k in range(n)]
    page = host.post(f"/games/{host.game}/scan/play", {"picture": files}, content_type="multipart/form-data")
    return len(set(re.findall(r"photo-\d+", page.html))) == n


def held(host: Sitting, n: int) -> bool:
    """Show so many cards, picked by hand."""
    showing = Showing(host)
    page = showing.go_on(showing.begin("hand", **{"hand-player": "Ana"}))
    page = showing.go_on(page, do="more", **{f"card.{k}": "sospecha" for k in range(n)})
    return len(re.findall(r'<option value="sospecha" selected', page.html)) == n


def named(host: Sitting, n: int) -> bool:
    """Say that so many cards are missing which nobody knows: each is named."""
    page = host.post(f"/games/{host.game}/box", {"missing": [f"nobody.{k}" for k in range(n)]})
    return len(re.findall(r"«nobody\.\d»", page.html)) == n


def listed(host: Sitting, n: int) -> bool:
    return host.client.get(f"/api/games?before={'x' * n}").status_code == 200


@pytest.mark.parametrize(("most", "takes"), [(60, brought), (12, looked_at), (12, held), (3, named), (120, listed)])
def test_so_much_is_taken_of_what_is_sent(most: int, takes: Callable[[Sitting, int], bool], table: Sitting) -> None:
    assert takes(table, most) and not takes(table, most + 1)
