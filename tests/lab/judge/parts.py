"""Many games of the agreement in parts of some ten seconds, that can be broken off and resumed.

    python -m tests.lab.judge.parts --referee tests.lab.judge.product:Product --games 20000 --keep FOLDER --processes 2

Without `--keep` the games are played here, one after the other, and forgotten. With it every part lies in the folder as
soon as it is whole, and the same command goes on where it was broken off. One part in twenty is played once more by
another process and must come out the same, bit by bit. With `--scheduler ADDRESS` the parts are played by the workers
of a dask scheduler (`pip install --group cluster`), which run in a checkout of the same code.
"""

from __future__ import annotations

import argparse
import importlib
import json
import multiprocessing
import os
import socket
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import companion
from tests.lab.judge.agreement import Agreement, factory_named, keep, report
from tests.lab.judge.stubs import STUBS

SECONDS, MOST, TRIED = 10.0, 500, 12
"""Length of a part in seconds of processor, most games of a part, and games played to find their number."""
AGAIN = 20
"""Parts for each one that is played once more."""
GAMES = {
    "la-cosa": "tests.lab.judge.agreement",
    "dos-barajas": "tests.lab.judge.dos_barajas.games",
    "la-criatura": "tests.lab.judge.la_criatura.games",
}
"""The module that plays a game: `one_game(seed, number, make, found)`, and `KINDS` and `EVENTS` that are tried."""
CODE = ("companion/engine", "companion/games", "companion/decks", "tests/lab/judge", "tests/lab/twin")
"""The code by which games come out as they do."""

Played = tuple[str, str]
"""Result of a part as JSON, and the process that played it."""


class Unlike(Exception):
    """Parts that do not belong together: of other games, or played by other code."""


@dataclass(frozen=True)
class Plan:
    """Plan of a run: which games are played, and how many make a part."""

    game: str
    seed: str
    referee: str
    games: int
    a_part: int
    code: str

    @property
    def parts(self) -> int:
        """Number of parts."""
        return -(-self.games // self.a_part)

    def is_repeated(self, part: int) -> bool:
        """Tell whether a part is played once more."""
        return part % AGAIN == AGAIN // 2


def code_now() -> str:
    """Give a checksum of all code by which games come out as they do."""
    root, found = Path(companion.__file__).parent.parent, sha256()
    for folder in CODE:
        for path in sorted((root / folder).rglob("*.py")):
            found.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]


def here() -> str:
    """Say which process this is."""
    return f"{socket.gethostname()}:{os.getpid()}"


def play(plan: Plan, part: int) -> Played:
    """Play one part."""
    found, failed = Agreement(), []
    make = factory_named(plan.referee)
    one_game = importlib.import_module(GAMES[plan.game]).one_game
    for number in range(part * plan.a_part, min((part + 1) * plan.a_part, plan.games)):
        try:
            one_game(plan.seed, number, make, found)
        except Exception:
            failed.append([number, traceback.format_exc(limit=-3)])
    plain = {"part": part, "code": code_now(), "failed": failed, **found.json()}
    return json.dumps(plain, ensure_ascii=False, sort_keys=True), here()


def planned(folder: Path, game: str, seed: str, referee: str, games: int) -> Plan:
    """Take up the plan that lies in the folder, perhaps with more games, or make one: how many games take ten seconds.

    Raise `Unlike` where other games lie there, or where the code is no longer the one they were played by.
    """
    path, code = folder / "plan.json", code_now()
    if path.exists():
        old = Plan(**json.loads(path.read_text("utf-8")))
        if (old.game, old.seed, old.referee) != (game, seed, referee):
            raise Unlike(f"{folder} has games of {old.game}, seed {old.seed}, by {old.referee}")
        if old.code != code:
            raise Unlike(f"{folder} was played by other code: take another folder")
        a_part = old.a_part
    else:
        a_part = _games_in(SECONDS, game, seed, referee)
    plan = Plan(game, seed, referee, games, a_part, code)
    folder.mkdir(parents=True, exist_ok=True)
    _written(path, json.dumps(asdict(plan)))
    return plan


def _games_in(seconds: float, game: str, seed: str, referee: str) -> int:
    """Find out how many games take so long, by the processor and not by the clock."""
    found, began = Agreement(), time.process_time()
    one_game, make = importlib.import_module(GAMES[game]).one_game, factory_named(referee)
    for number in range(TRIED):
        one_game(f"{seed} tried out", number, make, found)
    return max(1, min(MOST, round(TRIED * seconds / (time.process_time() - began))))


def _written(path: Path, text: str) -> None:
    """Replace a file in one step, so that a kill leaves the old one or the new."""
    draft = path.with_name(f"{path.name}.new")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


# ---------------------------------------------------------------------- who plays


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, killed or not."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Processes:
    """Processes of this machine, and one more for what is played again."""

    def __init__(self, many: int, stack: ExitStack) -> None:
        self.many, self.stack = many, stack
        self.pool = self._pool(many)
        self.other: Executor | None = None

    def _pool(self, many: int) -> Executor:
        pool = ProcessPoolExecutor(many, multiprocessing.get_context("spawn"), _end_with_parent)
        self.stack.callback(pool.shutdown, wait=True, cancel_futures=True)
        return pool

    def elsewhere(self, where: str) -> Executor:
        """Return an executor in another process than the one that played there."""
        if self.other is None:
            self.other = self._pool(1)
        return self.other


class Cluster:
    """The workers of a dask scheduler."""

    def __init__(self, address: str, stack: ExitStack) -> None:
        from distributed import Client

        self.client = stack.enter_context(Client(address))
        self.pool: Executor = self.client.get_executor(pure=False)
        self.many = max(1, sum(self.client.nthreads().values()))

    def elsewhere(self, where: str) -> Executor:
        """Give the workers but the one who played there; where there is no other, all of them."""
        others = [address for address, process in self.client.run(here).items() if process != where]
        return self.client.get_executor(pure=False, workers=others or None)  # type: ignore[no-any-return]


# ---------------------------------------------------------------------- all parts


@dataclass
class Run:
    """All parts of a plan, with those that lie in the folder already."""

    plan: Plan
    folder: Path
    unlike: list[int] = field(default_factory=list)
    """The parts that came out otherwise the second time."""

    def path(self, part: int, again: bool = False) -> Path:
        """Name the file of a part."""
        return self.folder / f"{'again' if again else 'part'}-{part:05d}.json"

    def missing(self) -> Iterator[tuple[int, bool]]:
        """List what is still to be played, a part and whether it is played again."""
        for part in range(self.plan.parts):
            if not self.path(part).exists():
                yield part, False
            elif self.plan.is_repeated(part) and not self.path(part, again=True).exists():
                yield part, True

    def go_on(self, players: Processes | Cluster, seconds: float = float("inf")) -> None:
        """Play the missing games for `seconds` at most; whole parts are kept."""
        began, missing = time.monotonic(), self.missing()
        open_now: dict[Future[Played], tuple[int, bool]] = {}

        def more() -> None:
            while len(open_now) < 2 * players.many and time.monotonic() - began < seconds:
                part, again = next(missing, (-1, False))
                if part < 0:
                    return
                pool = players.elsewhere("") if again else players.pool
                open_now[pool.submit(play, self.plan, part)] = part, again

        more()
        while open_now:
            done, _ = wait(open_now, return_when=FIRST_COMPLETED)
            for future in done:
                part, again = open_now.pop(future)
                text, where = future.result()
                self.keep(part, again, text)
                if not again and self.plan.is_repeated(part) and not self.path(part, again=True).exists():
                    open_now[players.elsewhere(where).submit(play, self.plan, part)] = part, True
            more()

    def keep(self, part: int, again: bool, text: str) -> None:
        if json.loads(text)["code"] != self.plan.code:
            raise Unlike("a worker has other code than this checkout")
        _written(self.path(part, again), text)

    def parts(self) -> list[dict[str, Any]]:
        """Read all parts that are whole, and note those that came out otherwise the second time."""
        found = []
        for part in range(self.plan.parts):
            path, again = self.path(part), self.path(part, again=True)
            if path.exists():
                found.append(json.loads(path.read_text("utf-8")))
                if again.exists() and again.read_bytes() != path.read_bytes():
                    self.unlike.append(part)
        return found

    def repeated(self) -> int:
        """Count the parts that were played twice."""
        return sum(self.path(part, again=True).exists() for part in range(self.plan.parts))


def _at_once(asked: argparse.Namespace) -> dict[str, Any]:
    """Play here, one game after the other."""
    found, began, make = Agreement(), time.monotonic(), factory_named(asked.referee)
    one_game: Callable[..., None] = importlib.import_module(GAMES[asked.game]).one_game
    for number in range(asked.games):
        if time.monotonic() - began > asked.seconds:
            break
        one_game(asked.seed, number, make, found)
    return {**found.json(), "failed": []}


def main() -> int:
    """Play many games and report; exit 1 where a verdict is false, a game failed or a part came out otherwise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="la-cosa", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin nothing after so many seconds")
    parser.add_argument("--referee", default="nobody", help=f"nobody, {', '.join(STUBS)}, or module:factory")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the parts and what is false are kept")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a dask scheduler, tcp://…")
    asked = parser.parse_args()
    if asked.keep is None and (asked.scheduler or asked.processes > 1):
        parser.error("--processes and --scheduler need --keep FOLDER")
    if asked.keep is None:
        parts, unlike = [_at_once(asked)], list[int]()
    else:
        try:
            run = Run(planned(asked.keep, asked.game, asked.seed, asked.referee, asked.games), asked.keep)
            with ExitStack() as stack:
                players = Cluster(asked.scheduler, stack) if asked.scheduler else Processes(asked.processes, stack)
                run.go_on(players, asked.seconds)
        except Unlike as fault:
            parser.error(str(fault))
        parts, unlike = run.parts(), run.unlike
        print(f"{len(parts)} of {run.plan.parts} parts of {run.plan.a_part} games; played twice: {run.repeated()}")
        keep([text for part in parts for text in part["false"]], asked.keep / "false")
    module = importlib.import_module(GAMES[asked.game])
    print(report(parts, module.KINDS, module.EVENTS))
    for part in unlike:
        print(f"  part {part} came out otherwise the second time")
    for number, said in (one for part in parts for one in part["failed"]):
        print(f"  game {number} failed: {said}")
    return 1 if unlike or any(part["false"] or part["failed"] for part in parts) else 0


if __name__ == "__main__":
    raise SystemExit(main())
