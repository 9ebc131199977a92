"""Counts and logs of the server about itself: numbers and patterns, no name and no secret."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.service.live.games import GameService
from companion.web.server import logs
from companion.web.server.limits import ConnectionLimiter
from companion.web.server.metrics import Metrics, kind_of
from companion.web.server.settings import Settings
from tests.service.toy import SETUP
from tests.web.serving import Stream, ask, served
from tests.web.sitting import HOST, KEY, quick_app


def test_what_is_counted(tables: GameService) -> None:
    game = tables.open(SETUP).id
    with served(tables) as port:
        stream = Stream(port, game)
        stream.version()
        ask(port, "POST", f"/api/games/{game}/actions", {"action": "draw", "player": "Ana"}, **HOST)
        assert stream.version() == 2
        ask(port, "GET", "/api/nothing")
        status, text = ask(port, "GET", "/api/metrics")
    assert status == 200
    for line in ("companion_streams 1", "companion_games 1", "companion_delivered_total 1",
                 'companion_answers_total{kind="action",status="200"} 1',
                 'companion_answers_total{kind="api",status="404"} 1',
                 'companion_answer_seconds_bucket{kind="action",le="+Inf"} 1'):  # fmt: skip
        assert line in text
    assert "Ana" not in text and game not in text
    for line in text.splitlines():
        assert re.fullmatch(r"# TYPE \w+ (counter|gauge|histogram)|\w+(\{[^}]*\})? [\d.e+-]+", line), line


def test_the_lines_of_what_is_counted() -> None:
    metrics = Metrics()
    for seconds in (0.005, 0.006, 20.0):
        metrics.answered("page", 200, seconds)
    metrics.answered("action", 422, 0.25)
    metrics.count("errors")
    metrics.count("delivered", 3)
    boxes = {"action": (0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1), "page": (1, *[2] * 10, 3)}
    bounds = ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "5.0", "10.0", "+Inf"]
    assert metrics.text({"streams": 2.0, "games": 0.5}).splitlines() == [
        "# TYPE companion_answers_total counter",
        'companion_answers_total{kind="action",status="422"} 1',
        'companion_answers_total{kind="page",status="200"} 3',
        "# TYPE companion_answer_seconds histogram",
        *(
            line
            for kind, total in (("action", "0.250000"), ("page", "20.011000"))
            for line in (
                *(
                    f'companion_answer_seconds_bucket{{kind="{kind}",le="{bound}"}} {number}'
                    for bound, number in zip(bounds, boxes[kind], strict=True)
                ),
                f'companion_answer_seconds_sum{{kind="{kind}"}} {total}',
                f'companion_answer_seconds_count{{kind="{kind}"}} {boxes[kind][-1]}',
            )
        ),
        *(
            line
            for what, number in (("cut", 0), ("delivered", 3), ("errors", 1))
            for line in (f"# TYPE companion_{what}_total counter", f"companion_{what}_total {number}")
        ),
        *(
            "# TYPE companion_games gauge",
            "companion_games 0.5",
            "# TYPE companion_streams gauge",
            "companion_streams 2",
        ),
    ]


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ("GET /api/games/a/events", "stream"), ("POST /api/games/a/events", "action"), ("GET /static/x.js", "file"),
        ("GET /icons.svg", "file"), ("POST /games/a/act", "action"), ("GET /api/games", "api"), ("HEAD /games", "page"),
    ],
)  # fmt: skip
def test_kinds_of_answers(asked: str, kind: str) -> None:
    assert kind_of(*asked.split()) == kind


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/api/scan", 7 + 10), ("/games/a/scan", 7 + 10), ("/games/a/scan/judge", 7 + 10), ("/take-in", 7 + 10),
        ("/take-in/frame", 7 + 10), ("/count", 7 + 10), ("/count/frame", 7 + 10), ("/api/import", 300),
        ("/take-in/more", 300), ("/games/a/act", 10), ("/games", 10), ("/count/other", 10),
    ],
)  # fmt: skip
def test_what_may_be_sent_where(path: str, most: int) -> None:
    assert Settings(KEY, most_body=10, most_record=300, most_picture=7).most_for(path) == most


def test_an_address_holds_so_many_connections_and_no_more() -> None:
    limiter = ConnectionLimiter(2)
    assert [limiter.enter("a") for _ in range(3)] == [True, True, False]
    assert limiter.enter("b") and all(limiter.enter(own) for own in ("::1", "", *["127.0.0.1"] * 3))
    assert (limiter.connections, limiter.turned_away) == (8, 1)
    limiter.leave("a")
    assert limiter.enter("a") and not limiter.enter("a")
    strict = ConnectionLimiter(1, limits_loopback=True)
    assert strict.enter("::1") and not strict.enter("::1")


def test_a_failure_says_what_it_came_from() -> None:
    try:
        try:
            raise KeyError
        except KeyError as fault:
            raise ValueError from fault
    except ValueError as fault:
        assert logs.failure(fault)[1:] == ["ValueError", "from KeyError"]
    assert logs.failure(KeyError()) == ["KeyError"]


def test_only_the_host_and_this_machine_are_told(tables: GameService) -> None:
    client = quick_app(tables, Settings(KEY)).test_client()
    elsewhere = {"environ_base": {"REMOTE_ADDR": "192.168.1.9"}}
    assert client.get("/api/metrics", **elsewhere).status_code == 401
    assert client.get("/api/metrics", headers=HOST, **elsewhere).status_code == 200
    assert client.get("/api/metrics").status_code == 200
    assert client.get("/api/metrics", headers={"X-Forwarded-For": "192.168.1.9"}).status_code == 401


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Yield the lines of JSON that go to stderr."""
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    loggers = [logging.getLogger(name) for name in logs.LOGGERS]
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    before = [(logger, logger.handlers[:], logger.propagate, logger.level) for logger in loggers]
    logs.begin(as_json=True)
    yield stream
    for logger, handlers, propagates, level in before:
        logger.handlers[:] = handlers
        logger.propagate = propagates
        logger.setLevel(level)


def test_every_answer_is_a_line_without_what_it_names(tables: GameService, written: io.StringIO) -> None:
    game = tables.open({**SETUP, "players": ["Anastasia", "Beto"], "first": "Beto"}).id
    with served(tables) as port:
        ask(port, "GET", f"/api/games/{game}")
        ask(port, "GET", "/host/a-token-of-somebody")
        ask(port, "POST", f"/api/games/{game}/actions", {"action": "draw", "player": "Anastasia"}, **HOST)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    routes = [line["route"] for line in lines if "route" in line]
    assert routes == ["/api/games/_", "/host/_", "/api/games/_/actions"]
    assert [line["status"] for line in lines if "route" in line] == [200, 403, 422]
    for secret in (game, "a-token", "Anastasia", KEY):
        assert secret not in written.getvalue()


def test_a_failure_is_told_without_its_message(
    tables: GameService, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: GameService, *asked: object) -> None:
        raise KeyError("a-card-nobody-may-know")

    monkeypatch.setattr(GameService, "newest", broken)
    client = quick_app(tables, Settings(KEY)).test_client()
    answer = client.get("/api/games")
    assert answer.status_code == 500
    assert "\ncompanion_errors_total 1\n" in client.get("/api/metrics").get_data(as_text=True)
    line = json.loads(written.getvalue().splitlines()[-1])
    assert line["failure"][-1] == "KeyError"
    assert any(place.startswith("companion/web/api/games.py:") for place in line["failure"])
    assert "nobody-may-know" not in written.getvalue() + answer.get_data(as_text=True)


def in_a_folder_called_companion() -> None:
    """Fail in a file that lies in an environment in the program's folder, as the guide has it."""
    place = "/home/marta/companion/.venv/lib/site-packages/other/lib.py"
    exec(compile("def broken():\n    raise KeyError('a-card-nobody-may-know')\nbroken()", place, "exec"), {})


def fails_in_a_task() -> None:
    async def failing() -> None:
        in_a_folder_called_companion()

    async def main() -> None:
        task = asyncio.create_task(failing())
        await asyncio.sleep(0)
        del task

    asyncio.run(main())
    gc.collect()


def fails_in_a_thread() -> None:
    thread = threading.Thread(target=in_a_folder_called_companion)
    thread.start()
    thread.join()


def fails_in_an_answer() -> None:
    try:
        in_a_folder_called_companion()
    except KeyError as fault:
        logging.getLogger("companion.web").error("GET /", exc_info=fault)


@pytest.mark.parametrize("failing", [fails_in_a_task, fails_in_a_thread, fails_in_an_answer])
@pytest.mark.parametrize("as_json", [True, False])
def test_no_line_holds_a_path_of_this_machine(
    written: io.StringIO, capfd: pytest.CaptureFixture[str], failing: Callable[[], None], as_json: bool
) -> None:
    if not as_json:
        logs.begin(as_json=False)
    failing()
    said = written.getvalue() + capfd.readouterr().err
    assert "KeyError" in said and "lib.py:2 broken" in said
    for kept in ("marta", "site-packages", "nobody-may-know", str(Path(__file__).parent)):
        assert kept not in said


def test_patterns() -> None:
    assert logs.pattern_of("/games/abc/scan/judge/TOKEN") == "/games/_/scan/judge/_"
    assert logs.pattern_of("/api/games/abc/seats/3/private") == "/api/games/_/seats/_/private"
    assert logs.pattern_of("/print/jobs/abc/pdf") == "/print/jobs/_/pdf" and logs.pattern_of("/host/T") == "/host/_"
    assert "\n" not in logs.pattern_of("/x\ny\u202e")
