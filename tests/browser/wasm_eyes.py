"""The eyes of a tablet alone in a real browser, shown drawn scenes: what they read of them.

`python -m tests.browser.wasm_eyes [report|try] [SCENES]` prints the table of docs/scanning.md, beside our own reader.
"""

from __future__ import annotations

import base64
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, sync_playwright

from companion.decks.catalog import title
from companion.engine.tags import payloads
from companion.scan.tag_reader import TagReader
from companion.site import bundle, decoder, packages
from companion.store import default_folder
from tests.browser.alone import served
from tests.lab.scan_scenes.render import Lain, Recipe, render
from tests.lab.scan_scenes.seeds import ROWS, Row

Look = Callable[[bytes, bool], dict[str, Any]]
"""A picture, and whether it is a frame of a film, to what the worker answers."""

NEARER = (
    Row(Recipe("grid9", "1080", "typical"), 2, 15),
    Row(Recipe("grid9", "2160", "typical"), 2, 6),
    Row(Recipe("spread24", "2160", "typical"), 2, 6),
    Row(Recipe("spread24", "2160", "hard"), 2, 6),
    Row(Recipe("grid9", "12mp", "typical"), 2, 6),
    Row(Recipe("grid9", "12mp", "hard"), 2, 6),
    Row(Recipe("spread24", "12mp", "hard"), 1, 6),
    Row(Recipe("spread40", "12mp", "typical"), 1, 6),
)
"""Besides the rows of the report: what people can do about a reader that needs larger tags."""

ASK = """(asked) => new Promise((done, broke) => {
  self.eyes ??= new Worker("/_site/eyes.js", { type: "module" });
  self.eyes.onerror = (event) => broke(new Error(event.message));
  const { port1, port2 } = new MessageChannel();
  const since = performance.now();
  port1.onmessage = ({ data }) => done({ ...data, ms: performance.now() - since });
  fetch(asked.data).then((answer) => answer.blob()).then((picture) =>
    self.eyes.postMessage({ picture, isFrame: asked.isFrame, isShown: false }, [port2]));
})"""


def package() -> Path:
    """Return the decoder, or skip the test where it cannot be had."""
    try:
        return decoder.package(default_folder() / "pyodide")
    except packages.NotThere as fault:
        pytest.skip(f"the decoder is not here and cannot be fetched ({fault.key})")


@contextmanager
def eyes(browser: Browser) -> Iterator[Look]:
    """Yield the worker of the site, in a page that has nothing else."""
    parts = {f"_site/zxing/{name}": content for name, content in decoder.parts(package()).items()}
    parts["_site/eyes.js"] = (Path(bundle.__file__).parent / "static" / "eyes.js").read_bytes()
    with TemporaryDirectory() as draft:
        for name, content in {**parts, "index.html": b"<!doctype html>"}.items():
            (Path(draft) / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(draft) / name).write_bytes(content)
        with served(Path(draft)) as base:
            page = browser.new_page()
            page.goto(base)

            def look(picture: bytes, is_frame: bool) -> dict[str, Any]:
                data = "data:image/jpeg;base64," + base64.b64encode(picture).decode()
                found: dict[str, Any] = page.evaluate(ASK, {"data": data, "isFrame": is_frame})
                return found

            yield look
            page.close()


def jpeg(picture: Any, recipe: Recipe) -> bytes:
    """Return a picture as a page sends a frame of its camera, or as a phone keeps a photograph."""
    quality = 88 if recipe.camera == "12mp" else 85
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def read(found: dict[str, Any]) -> set[str]:
    """Return the texts of the codes that were read."""
    return {code["text"] for code in found["codes"] if code["text"] is not None}


def seen_at_nothing(found: dict[str, Any], tags: tuple[Lain, ...]) -> int:
    """Count the codes seen and not read where no tag lies."""
    centres = [tag.corners.mean(0) for tag in tags]
    strays = 0
    for code in found["codes"]:
        if code["text"] is None:
            middle = np.mean(code["corners"], 0)
            strays += all(np.hypot(*(middle - one)) > 12 * tag.pixels for one, tag in zip(centres, tags, strict=True))
    return strays


def measured(look: Look, rows: tuple[Row, ...], split: str, scenes: int, films: bool = True) -> Iterator[str]:
    """Yield a line for each kind of scene, from at most `scenes` of each. `films`: three frames of each camera's
    scene."""
    known = sorted(payloads(title("la-cosa").decklist))
    ours = TagReader(payloads(title("la-cosa").decklist))
    for row in rows:
        there = by_browser = by_film = by_us = wrong = strays = 0
        ms: list[float] = []
        pixels: list[float] = []
        for seed in islice(row.seeds(split, long=True), scenes):
            film: set[str] = set()
            for shake in range(3 if films and row.recipe.camera != "12mp" else 1):
                scene = render(seed, row.recipe, known, shake)
                data = jpeg(scene.picture, row.recipe)
                found = look(data, row.recipe.camera != "12mp")
                whole, texts = {tag.payload for tag in scene.tags if tag.whole}, read(found)
                film |= texts
                wrong += len(texts - {tag.payload for tag in scene.tags})
                if shake == 0:
                    there += len(whole)
                    by_browser += len(texts & whole)
                    strays += seen_at_nothing(found, scene.tags)
                    pixels += [tag.pixels for tag in scene.tags]
                    ms.append(found["ms"])
                    grey = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
                    by_us += len({one.payload for one in ours.read(grey.astype(np.uint8)) if one.copy} & whole)
                    first = whole
            by_film += len(film & first)
        share = [f"{100 * count / max(1, there):5.1f}" for count in (by_us, by_browser, by_film)]
        yield (
            f"{row.recipe.name:26s} {there:4d} {np.mean(pixels):4.1f}  ours {share[0]}  browser {share[1]}"
            f"  3 frames {share[2]}  wrong {wrong}  strays {strays}  {np.mean(ms):5.0f} ms"
        )


def main() -> None:
    """Print the whole table."""
    split, scenes = [*sys.argv[1:2], "report"][0], int([*sys.argv[2:3], "10"][0])
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=os.environ.get("COMPANION_BROWSER") or None)
        with eyes(browser) as look:
            began = time.monotonic()
            for line in measured(look, (*ROWS, *NEARER), split, scenes):
                print(line, flush=True)
            print(f"{time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}")
        browser.close()


if __name__ == "__main__":
    main()
