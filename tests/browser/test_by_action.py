"""Browser tests find what they press by what it does, never by the words on it: a sentence can be said better without
a test that goes red."""

from __future__ import annotations

import ast
import re
from pathlib import Path

BY_WORDS = {
    "get_by_text",
    "get_by_label",
    "get_by_title",
    "get_by_placeholder",
    "get_by_alt_text",
}
NAMED = {"get_by_role": {"name"}, "locator": {"has_text", "has_not_text"}, "filter": {"has_text", "has_not_text"}}
SAYS = r"^text=|>> text=|:has-text\(|:text(-is|-matches)?\(|\[title[*^$]?="
NAMES = r"(?<!seat)\[aria-label[*^$]?="
"""A seat's own begins with who sits there, which is no sentence of ours."""
IN_SELECTORS = re.compile(f"{SAYS}|{NAMES}")


def _by_words(source: str) -> list[int]:
    """Return the lines of a test that look for an element by its words."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            called, given = node.func.attr, {one.arg for one in node.keywords}
            if called in BY_WORDS or given & NAMED.get(called, set()):
                found.append(node.lineno)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and IN_SELECTORS.search(node.value):
            found.append(node.lineno)
    return found


def test_nothing_is_pressed_by_its_words() -> None:
    tests = [one for one in sorted(Path(__file__).parent.glob("*.py")) if one != Path(__file__)]
    assert len(tests) > 40
    faults = [f"{one.name}:{line}" for one in tests for line in _by_words(one.read_text("utf-8"))]
    assert faults == []
