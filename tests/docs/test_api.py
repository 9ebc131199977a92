"""The lines of docs/api.md are sent as they stand there, and are answered as it says."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.decks.catalog import game_slugs, title
from companion.web.api.openapi import document
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.web.serving import served

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
LEFT_OUT = "…"


def lines() -> Iterator[tuple[list[str], int, Any]]:
    """Yield each line of the page: the words of the command, the status, the answer."""
    (block,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    rows = block.splitlines()
    for line, answer in zip(rows[::2], rows[1::2], strict=True):
        _, status, text = answer.split(maxsplit=2)
        whole = text.replace(f", {LEFT_OUT}}}", f', "{LEFT_OUT}": 0}}').replace(f": {LEFT_OUT}", f': "{LEFT_OUT}"')
        yield shlex.split(line), int(status), json.loads(whole)


def sent(port: int, words: list[str]) -> tuple[int, Any]:
    """Send what curl would with these words, and return the status and the answer."""
    curl, address, *rest = words
    given = dict(zip(rest[::2], rest[1::2], strict=True))
    assert curl == "curl" and set(given) <= {"-H", "-d"}
    url = urlsplit(f"http://{address}")
    headers = dict([given["-H"].split(": ", 1)]) if "-H" in given else {}
    if "-d" in given:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    path = url.path + (f"?{url.query}" if url.query else "")
    connection.request("POST" if "-d" in given else "GET", path, given.get("-d"), headers)
    answer = connection.getresponse()
    found = answer.status, json.loads(answer.read())
    connection.close()
    return found


def is_as_told(told: Any, found: Any) -> bool:
    """Return True if an answer is as the page says, apart from what it leaves out."""
    if told == LEFT_OUT:
        return True
    if isinstance(told, dict):
        some = LEFT_OUT in told
        shown = {key: one for key, one in told.items() if key != LEFT_OUT}
        same = set(shown) <= set(found) if some else set(shown) == set(found)
        return same and all(is_as_told(one, found[key]) for key, one in shown.items())
    if isinstance(told, list):
        return len(told) == len(found) and all(map(is_as_told, told, found))
    return bool(told == found)


def test_the_lines_of_the_page() -> None:
    key, game = re.search(r"COMPANION_HOST_KEY=(\S+)", PAGE), ""
    assert key is not None
    told = list(lines())
    assert len(told) == 5
    with served(new_house(), Settings(key[1])) as port:
        for words, status, answer in told:
            found = sent(port, [word.replace("/GAME", f"/{game}") for word in words])
            if status == 201:
                game = answer["id"] = found[1]["id"]
            assert found[0] == status and is_as_told(answer, found[1]), found


def test_the_names_of_the_page_are_in_the_description() -> None:
    text = json.dumps(document([title(slug) for slug in game_slugs()], "en"))
    names = re.findall(r"`([A-Z][A-Za-z]+|[a-z]+_[a-z]+)`", PAGE.partition("## What comes back")[2])
    assert len(names) > 8
    for name in set(names) - {"GAME"}:
        assert f'"{name}"' in text, name
