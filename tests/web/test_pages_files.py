"""Files of the pages: no address elsewhere, no sentence missing, no game, no wait without an end."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import companion.web
from companion.decks.catalog import title
from companion.web.server.files import imported
from tests.web.sitting import Sitting

WEB = Path(companion.web.__file__).parent
KINDS = {".html", ".svg", ".css", ".js", ".py", ".toml"}
ELSEWHERE = re.compile(r"(?:https?:)?//[\w.-]+\.[a-z]{2,}|@import|url\(\s*[\"']?(?:https?:)?//")
NAMESPACES = ("http://www.w3.org/2000/svg", "https://support.mozilla.org/kb/captive-portal")
"""Names of a language; and what Firefox waits to read on a Wi-Fi that leads to the internet."""


@cache
def _texts(*kinds: str) -> dict[str, str]:
    """Return the text of every file of the pages by its place, without those for printing."""
    places = {path.relative_to(WEB).as_posix(): path for path in sorted(WEB.rglob("*")) if path.suffix in kinds}
    return {place: path.read_text("utf-8") for place, path in places.items() if "print" not in place}


def test_no_address_outside_this_machine() -> None:
    texts = _texts(*KINDS)
    for known in NAMESPACES:
        texts = {name: text.replace(known, "") for name, text in texts.items()}
    assert len(texts) > 200
    assert not {name: found for name, text in texts.items() if (found := ELSEWHERE.findall(text))}


def test_no_game_stands_in_the_pages() -> None:
    box = title("la-cosa")
    names = {box.words[lang].card(card.slug) for lang in ("es", "en") for card in box.decklist.cards}
    slugs = {card.slug for card in box.decklist.cards} | set(box.game.verbs) - _ORDINARY
    words = {*names, *slugs, "la cosa", "la-cosa", "the thing", "quarantine", "flamethrower", "infect"}
    any_of_them = "|".join(re.escape(word.casefold()) for word in sorted(words))
    named = re.compile(rf"(?<![\w-])(?:{any_of_them})(?![\w-])")
    texts = {name: text.casefold() for name, text in _texts(*KINDS).items()}
    assert not {name: found for name, text in texts.items() if (found := named.findall(text))}


_ORDINARY = {
    "draw", "next", "play", "show", "end", "rename", "override", "declare", "reveal", "respond", "discard",
    "eliminate", "tell",
}  # fmt: skip
"""Verbs that are plain English words as well."""


def test_no_inline_script_or_style() -> None:
    text = "".join(_texts(".html", ".svg").values())
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)


def test_a_script_that_a_page_names_itself_is_not_named_again() -> None:
    beside = imported("live.js")
    assert beside and len({*beside}) == len(beside)
    assert imported("live.js", *beside) == ()


def test_every_drawing_a_page_asks_for_is_in_the_sheet(table: Sitting) -> None:
    table.say(action="draw", player="Ana", back="away")
    sheet = table.client.get("/icons.svg", headers=table.headers).get_data(as_text=True)
    known = set(re.findall(r'<symbol id="([^"]+)"', sheet))
    for path in (f"/games/{table.game}", f"/games/{table.game}/rules", f"/games/{table.game}/setup"):
        asked = set(re.findall(r'icons\.svg[^"#]*#([\w.-]+)"', table.get(path).html))
        assert asked
        assert asked <= known


def test_browsers_divide_no_word_but_in_the_head_of_a_table() -> None:
    """Only some know where: in them a title would read "Puerta atran-cada", and need other room than in the rest."""
    rules = [rule for text in _texts(".css").values() for rule in re.findall(r"([^{}]+){([^{}]*)}", text)]
    dividing = [names.strip() for names, says in rules if re.search(r"hyphens:\s*auto", says)]
    assert dividing
    assert [names for names in dividing if not names.endswith(" th")] == []


STATIC = Path(companion.web.__file__).parent / "static"
SCRIPTS = sorted(path.name for path in STATIC.glob("*.js") if "fetch(" in path.read_text("utf-8"))
DEADLINE = re.compile(r"\bsignal\b")


def _calls(script: str) -> list[str]:
    """Return every call of `fetch` with the line before it, where its arguments may stand."""
    lines = script.splitlines()
    return [
        "\n".join(lines[max(k - 1, 0) : k + 1])
        for k, line in enumerate(lines)
        if re.search(r"(?<![\w.])fetch\(", line) and "function" not in line
    ]


def test_nothing_is_waited_for_without_an_end() -> None:
    calls = {name: _calls((STATIC / name).read_text("utf-8")) for name in SCRIPTS}
    assert len(calls) > 10 and all(calls.values())
    assert not {name: call for name, all_of_it in calls.items() for call in all_of_it if not DEADLINE.search(call)}
