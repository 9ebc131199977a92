"""Every test waits for what is to be, and none asserts a time."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACED = ("tests/lab/attacks/", "tests/lab/bench/", "tests/lab/faults/")
"""Folders where a load is kept at a pace, and a hand is as slow as a hand."""

WAITS = {"tests/waiting.py", "tests/browser/waiting.py", "tests/browser/tablet.py"}
"""Files with the waits that all others use."""
CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "thread_time", "getrusage"}
IN_SCRIPTS = ("performance.now", "Date.now", "timeStamp", *(f"time.{name}" for name in sorted(CLOCKS)))
"""Clocks that a script within a test reads."""


def test_nobody_waits_for_a_while() -> None:
    """A while is too short on a busy machine and too long on an idle one. A line that tests a while itself says so."""
    found = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        place, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        is_paced = place.startswith(PACED) and not path.name.startswith("test_")
        if place in WAITS or is_paced or ("sleep(" not in text and "wait_for_timeout(" not in text):
            continue
        lines = text.splitlines()
        calls = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Call) and _is_a_while(one)]
        found += [f"{place}:{one.lineno}" for one in calls if "  # " not in lines[one.lineno - 1]]
    assert not found, "wait for what is to be: tests/waiting.py, tests/browser/waiting.py"


def _is_a_while(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    is_no_time = bool(call.args) and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0
    return name in ("sleep", "wait_for_timeout") and not is_no_time


def test_nobody_asserts_a_time() -> None:
    """A time hangs on what else the machine does: count calls, requests or bytes; let `tasks.py bench` print times."""
    found = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        place, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        if place not in WAITS and any(clock in text for clock in (*CLOCKS, *IN_SCRIPTS, "time.time(")):
            found += [f"{place}:{line}" for line in asserted_times(text)]
    assert not found


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("began = time.monotonic()\nwork()\nassert time.monotonic() - began < 5", [3]),
        ("began = perf_counter()\nwork()\ntook = perf_counter() - began\nassert took < 5, took", [4]),
        ("def took():\n    began = time.time()\n    return time.time() - began\n\nassert 1 < took()", [5]),
        ("taken = []\nfor one in many:\n    taken.append(process_time())\nassert not max(taken) > 2", [4]),
        ("self.began[page] = perf_counter()\nassert self.began[page] < 2", [2]),
        ("note = 'return performance.now() - since'\nms = page.evaluate(note)\nassert ms < 100", [3]),
        ("until = monotonic() + 60\nwhile monotonic() < until:\n    look()\nassert seen", []),
        ("clock.time += 1\nassert clock.time == 1", []),
    ],
)
def test_an_asserted_time_is_found(text: str, lines: list[int]) -> None:
    assert asserted_times(text) == lines


def asserted_times(text: str) -> list[int]:
    """List the lines that assert something about what was read from a clock, however many names it went through."""
    tree = ast.parse(text)
    timed: set[str] = set()
    before = -1
    while len(timed) > before:
        before = len(timed)
        for one in ast.walk(tree):
            timed.update(_named_after_a_clock(one, timed))
    asserts = (one for one in ast.walk(tree) if isinstance(one, ast.Assert))
    return sorted(one.lineno for one in asserts if _tells_a_time(one.test, timed))


def _named_after_a_clock(one: ast.AST, timed: set[str]) -> list[str]:
    """Name what is set to a time, gathers times or returns one."""
    match one:
        case ast.Assign(targets=targets, value=value) if _tells_a_time(value, timed):
            return [_name(target) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value) if _tells_a_time(value, timed):
            return [_name(target)]
        case ast.AugAssign(target=target, value=value) if _tells_a_time(value, timed):
            return [_name(target)]
        case ast.Call(func=ast.Attribute(value=gathers, attr="append" | "setdefault"), args=given):
            return [_name(gathers)] if any(_tells_a_time(value, timed) for value in given) else []
        case ast.FunctionDef(name=name, body=body):
            returned = [line.value for part in body for line in ast.walk(part) if isinstance(line, ast.Return)]
            return [name] if any(value is not None and _tells_a_time(value, timed) for value in returned) else []
    return []


def _tells_a_time(value: ast.expr, timed: set[str]) -> bool:
    """Return whether a clock is read for this value, or a name that tells a time."""
    for one in ast.walk(value):
        if isinstance(one, ast.Call) and _name(one.func) in CLOCKS | {"time.time"}:
            return True
        if isinstance(one, ast.Name | ast.Attribute) and _name(one) in timed:
            return True
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and any(c in one.value for c in IN_SCRIPTS):
            return True
    return False


def _name(one: ast.AST) -> str:
    """Name what is read, called or set: the last part, with `time.time` whole."""
    while isinstance(one, ast.Subscript | ast.Starred):
        one = one.value
    text = getattr(one, "attr", getattr(one, "id", ""))
    return "time.time" if text == "time" and _name(getattr(one, "value", None) or ast.Name("")) == "time" else text
