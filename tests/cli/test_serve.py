"""`companion serve` as a process: start, restart, kill, a second one, the end. And what works beside it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from http.client import HTTPException
from itertools import count
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from tests.cli.running import ROOT, lines, run, shell
from tests.cli.serving import SETUP, Running, end, start, table
from tests.waiting import soon
from tests.web.serving import Stream

DRAW = {"action": "draw", "player": "Ana", "back": "away"}

ENOUGH = 24
"""Actions that are answered before the table is killed."""


def opened(running: Running) -> str:
    """Open a game of four, and return its id."""
    status, body = running.ask("POST", "/api/games", SETUP)
    assert status == 201
    return str(body["id"])


def test_a_table_from_start_to_end(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with table(data) as first:
        assert first.said["url"].startswith("http://127.0.0.1:")
        game = opened(first)
        assert first.ask("POST", f"/api/games/{game}/actions", DRAW)[0] == 200
        streams = [Stream(first.port, game) for _ in range(5)]
        assert all(stream.version() == 2 for stream in streams)

        second = run("serve", "--no-browser", "--json", "--data", data)
        assert json.loads(second.stdout) == {**first.said, "running": True}
        shown = shell("serve", "--no-browser", "--data", data)
        assert first.said["url"] in shown.stdout
        assert f"{first.said['join']}/#pair=" in shown.stdout
        assert (second.exit_code, shown.returncode) == (0, 0)

        exported = run("export", game, "--data", data)
        (tmp_path / "game.jsonl").write_text(exported.stdout, "utf-8")
        assert [json.loads(line).get("action") for line in exported.stdout.splitlines()] == [None, "draw"]
        taken = run("import", tmp_path / "game.jsonl", "--data", data, "--json")
        assert json.loads(taken.stdout) == {"file": str(tmp_path / "game.jsonl"), "id": game, "new": False}
        checks = json.loads(run("doctor", "--json", "--data", data, "--port", str(first.port)).stdout)["checks"]
        assert {check["name"]: check["status"] for check in checks}["port"] == "good"

        copied = run("backup", "--output", tmp_path / "copy.db", "--data", data, "--json")
        assert json.loads(copied.stdout) == {"file": str(tmp_path / "copy.db"), "games": 1, "entries": 2}
        assert first.ask("POST", f"/api/games/{game}/actions", {"action": "undo"})[0] == 200
        assert all(stream.version() == 3 for stream in streams)
        checked = json.loads(run("verify", data, "--json").stdout)
        assert [(one["entries"], one["holds"]) for one in checked["games"]] == [(3, True)]
        refused = run("restore", tmp_path / "copy.db", "--data", data, "--replace")
        assert (refused.exit_code, refused.stdout) == (1, "") and "mesa abierta" in refused.stderr

        wifi = urlencode({"game": game, "name": "Casa", "password": "mil-mariposas"}).encode()
        headers = {"Authorization": f"Bearer {first.said['host_key']}"}
        with urlopen(Request(f"{first.said['url']}/devices/wifi", wifi, headers)) as answer:
            assert answer.status == 200
        assert json.loads((data / "wifi.json").read_text("utf-8"))["name"] == "Casa"

        assert end(first) == 0
        assert all(stream.event() == {} for stream in streams)
    over = run("restore", tmp_path / "copy.db", "--data", data)
    assert over.exit_code == 1 and "--replace" in over.stderr
    assert run("restore", tmp_path / "copy.db", "--data", data, "--replace").exit_code == 0
    with table(data) as again:
        assert again.said["host_key"] == first.said["host_key"]
        status, state = again.ask("GET", f"/api/games/{game}")
        assert (status, state["version"], state["step"]) == (200, 2, "act")
        assert again.ask("POST", f"/api/games/{game}/actions", {"action": "undo"})[0] == 200


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_in_a_terminal(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    words = ["serve", "--port", "0", "--no-browser", "--lang", "en", "--data", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "companion", *words], stdin=theirs, stdout=theirs, cwd=ROOT
    ) as process:
        shown = read_until(ours, "quit.")
        assert "█" in shown or "▀" in shown
        os.write(ours, b"\n")
        again = read_until(ours, "\n")
        links = re.findall(r"http://[\d.]+:\d+/#pair=[\w-]{22}", shown + again)
        assert len(set(links)) == 2
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    os.close(ours)
    os.close(theirs)


def read_until(terminal: int, text: str) -> str:
    """Return the output of a terminal up to `text` after a link."""
    shown = ""
    while "#pair=" not in shown or text not in shown.rpartition("#pair=")[2]:
        shown += os.read(terminal, 65536).decode("utf-8", "replace")
    return shown


@pytest.mark.long
def test_a_folder_or_a_port_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for words in (("--data", str(tmp_path / "file" / "x")), ("--data", str(tmp_path / "d"), "--host", "203.0.113.7")):
        done = shell("serve", "--no-browser", *words, "--port", "0")
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
        assert "Traceback" not in done.stderr


def test_a_damaged_file_is_named_and_kept_and_the_evening_goes_on(tmp_path: Path) -> None:
    (tmp_path / "companion.db").write_bytes(b"spilled beer " * 500)
    checked = run("doctor", "--data", tmp_path, "--json")
    assert {c["name"]: c["status"] for c in lines(checked)[0]["checks"]}["games"] == "bad"  # type: ignore[attr-defined]
    with table(tmp_path, COMPANION_HOST_KEY="my own key") as running:
        assert running.said["host_key"] == "my own key" and not (tmp_path / "host-key").exists()
        opened(running)
        (notice,) = running.ask("GET", "/api/health")[1]["notices"]  # type: ignore[misc]
        (kept,) = tmp_path.glob("companion.damaged-*.db")
        assert str(kept) in notice
        assert kept.read_bytes().startswith(b"spilled beer")


@pytest.mark.long
def test_a_hosts_language_is_spoken_and_a_broken_one_is_one_line_of_the_terminal(tmp_path: Path) -> None:
    for lang, words in (("qq", '[lang]\nqq = "Kuku"\n[site]\ngames = "Spölen"\n'), ("zz", '[lang]\nzz = "oh\n')):
        (tmp_path / "languages" / lang).mkdir(parents=True)
        (tmp_path / "languages" / lang / "screens.toml").write_text(words, "utf-8")
    running = start(tmp_path, "--lang", "en", stderr=True)
    pages = [urlopen(f"{running.said['url']}/?lang={lang}").read().decode() for lang in ("qq", "zz", "en")]
    assert end(running) == 0
    assert running.process.stderr is not None
    told = [line for line in running.process.stderr.read().splitlines() if "screens.toml" in line]
    running.process.stderr.close()
    place = f"{tmp_path / 'languages' / 'zz' / 'screens.toml'}:2: "
    assert len(told) == 1 and told[0].startswith(place) and "the others still work" in told[0]
    assert '<html lang="qq"' in pages[0] and "Spölen" in pages[0] and 'title="Kuku"' in pages[2]
    assert '<html lang="zz"' not in pages[1]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
def test_an_answered_action_survives_kill_9(tmp_path: Path) -> None:
    answered: list[str] = []
    numbers = count(1)
    running = start(tmp_path)
    game = opened(running)
    posters = [Thread(target=post, args=(running, game, answered, numbers)) for _ in range(3)]
    for poster in posters:
        poster.start()
    soon(lambda: len(answered) >= ENOUGH)  # in the midst of saying, however slow the machine
    running.process.kill()
    for poster in posters:
        poster.join(60)
    running.process.communicate()
    with table(tmp_path) as running:
        text = run("export", game, "--data", tmp_path).stdout
        kept = [json.loads(line)["reason"] for line in text.splitlines()[1:]]
        assert [reason for reason in answered if kept.count(reason) != 1] == []
        # Sent again under the same id, what was answered is not written twice.
        assert running.ask("POST", f"/api/games/{game}/actions", noted(answered[-1]))[0] == 200
        assert run("export", game, "--data", tmp_path).stdout == text
        assert running.ask("GET", "/api/health")[1]["notices"] == []


def noted(reason: str) -> dict[str, object]:
    """Return an action that is always allowed, told from the others by its reason."""
    return {"action": "override", "set": {"direction": "clockwise"}, "reason": reason, "action_id": reason}


def post(running: Running, game: str, answered: list[str], numbers: count[int]) -> None:
    """Say one thing after the other until the table is gone; note what was answered."""
    while True:
        reason = f"n{next(numbers)}"
        try:
            status, _ = running.ask("POST", f"/api/games/{game}/actions", noted(reason))
        except (OSError, HTTPException):
            return
        assert status == 200
        answered.append(reason)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM")
def test_a_table_that_is_told_to_stop_while_sheets_are_set_ends(tmp_path: Path) -> None:
    running = start(tmp_path)
    answered, is_over = Event(), Event()

    def ask_on(lang: str) -> None:
        while not is_over.is_set():
            with suppress(OSError, HTTPException), urlopen(f"{url}/print/preview.png?what=cards&lang={lang}") as answer:
                answered.set() if answer.read() else None

    url = f"http://127.0.0.1:{running.port}"
    asking = [Thread(target=ask_on, args=(lang,)) for lang in ("es", "en") * 3]
    for thread in asking:
        thread.start()
    try:
        assert answered.wait(60)
        assert end(running) == 0
    finally:
        is_over.set()
        running.process.kill()
        for thread in asking:
            thread.join(30)
