"""Things made up: a copy of the games with parts that are not ours, and a record whose facts follow from nothing."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.lab.attacks.found import Found
from tests.lab.attacks.routes import routes
from tests.lab.attacks.visitor import Visitor
from tests.lab.served import Served

PARTS: Mapping[str, str] = {
    "trigger": "create trigger swallows before insert on entry begin select raise(ignore); end",
    "view": "create view seen as select * from entry",
    "table": "create table more (x)",
    "trigger gone": "drop trigger entry_stays",
}
"""The first of them makes a table answer moves and keep none of them."""
FACTS: Mapping[str, Mapping[str, object]] = {
    "step": {"fact": "StepBegan", "step": "moonlight"},
    "question": {"fact": "Asked", "about": "moonlight", "by": "Ana", "to": "Beto"},
    "option": {"fact": "OptionsSet", "options": {"moonlight": True}},
    "turn": {"fact": "TurnBegan", "player": "Nobody"},
}
REFUSED = ("step",)
"""Those of which no page could be shown. The others may be taken in where every page can."""


def copies(table: Served, data: Path, folder: Path, is_short: bool = False) -> Found:
    """Count how many tampered copies `verify` or `restore` accepts; the plain copy has to be accepted."""
    folder.mkdir(parents=True, exist_ok=True)
    host = Visitor(table, table.key)
    host.open_game()
    host.close()
    plain = folder / "plain.db"
    if _command("backup", "--output", plain, "--data", data) or _command("verify", plain):
        raise RuntimeError("no copy could be made to tamper with")
    taken = {}
    for number, (name, statement) in enumerate(list(PARTS.items())[: 1 if is_short else None]):
        copy = folder / f"copy{number}.db"
        copy.write_bytes(plain.read_bytes())
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute(statement)
            connection.commit()
        back = ("restore", copy, "--data", folder / f"back{number}")
        taken[name] = sum(_command(*words) == 0 for words in (("verify", copy), back))
    return Found("copies", {}, sum(taken.values()), 0, "", taken)


def _command(*words: object) -> int:
    """Return the exit status of a command."""
    ran = [sys.executable, "-m", "companion", *map(str, words)]
    return subprocess.run(ran, capture_output=True, timeout=60, check=False).returncode


def records(table: Served) -> Found:
    """Count how many forged records are accepted, or make a page fail."""
    host = Visitor(table, table.key)
    game = host.open_game()
    host.say(f"/api/games/{game}/actions", {"action": "draw", "player": "Ana", "back": "away"})
    plain = host.ask("GET", f"/api/games/{game}/record").json()
    bad = {name: _bad(host, _forged(plain, fact), name in REFUSED) for name, fact in FACTS.items()}
    return Found("records", {}, sum(bad.values()), 0, "", bad)


def _forged(plain: Any, fact: Mapping[str, object]) -> dict[str, Any]:
    """Return the record with one more fact and without seals, as an older program wrote them, so that nothing tells."""
    forged: dict[str, Any] = json.loads(json.dumps(plain))
    forged["entries"][1]["facts"].append(dict(fact))
    for entry in forged["entries"]:
        entry.pop("seal", None)
    return forged


def _bad(host: Visitor, forged: Mapping[str, object], must_be_refused: bool) -> int:
    """Return 1 if a record that must be refused is taken in, or is a fault of ours; else the number of its pages that
    fail."""
    answer = host.ask("POST", "/api/import", dict(forged))
    if answer.status >= 300:
        return int(answer.status >= 500)
    game = str(answer.json()["id"])
    pages = [path for path in routes(game) if game in path]
    return must_be_refused + sum(host.ask("GET", path).status >= 500 for path in pages)
