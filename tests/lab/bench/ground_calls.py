"""For `tasks.py bench ground`: how many Python functions are called for a tap and for the page after it.

A count is the same on a busy machine as on an idle one. Ours are the functions of the companion; the rest is what
Flask, Jinja (templates too: each piece of a page is a call there) and others do for us.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from types import FrameType

import companion
from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.service.transfer.importing import take_in
from companion.store.memory import MemoryStore

KEY, PORT = "bench", 8080
AT, TAPS = 49, 6
"""Entries in the game by the first tap, and how many taps are counted: two of each step of a turn."""


class Calls(Counter[bool]):
    """Python calls while something is done: True: ours, False: of others."""

    def of(self, work: Callable[[], object]) -> None:
        """Do it and count."""
        before = sys.getprofile()
        sys.setprofile(self._called)
        try:
            work()
        finally:
            sys.setprofile(before)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            name = frame.f_code.co_filename
            self[name.startswith(_OURS) and name.endswith(".py")] += 1


_OURS = str(Path(companion.__file__).parent)


def counted(script: str, actions: Iterator[Mapping[str, object]]) -> dict[str, list[Calls]]:
    """Return the calls of some taps by an API client, and of the page after each as a guest loads it, by request.

    `actions` go on where the game of `script` is after `AT` entries.
    """
    from werkzeug.test import EnvironBuilder, run_wsgi_app

    from companion.web.server.app import create_app
    from companion.web.server.settings import Settings

    tables = GameService(MemoryStore(), title)
    app = create_app(tables, Settings(KEY, PORT))
    game = take_in(tables, script.encode()).seen.id

    def ask(method: str, path: str, thing: Mapping[str, object] | None = None) -> Calls:
        headers = {"Authorization": f"Bearer {KEY}"} if thing else {}
        where = EnvironBuilder(path, f"http://127.0.0.1:{PORT}", method=method, headers=[*headers.items()], json=thing)
        environ, calls, answers = where.get_environ(), Calls(), list[str]()
        calls.of(lambda: answers.append(run_wsgi_app(app, environ, buffered=True)[1]))
        if not answers[0].startswith("200"):
            raise RuntimeError(f"{method} {path}: {answers[0]}")
        return calls

    found: dict[str, list[Calls]] = {}
    ask("GET", f"/games/{game}")
    for number, action in enumerate(islice(actions, TAPS + 3)):
        tap = ask("POST", f"/api/games/{game}/actions", action)
        page = ask("GET", f"/games/{game}")
        if number >= 3:  # what is read at the first request of each kind is there
            found.setdefault("POST action", []).append(tap)
            found.setdefault(f"page after it, at “{tables.playing(game).table.step}”", []).append(page)
    return found
