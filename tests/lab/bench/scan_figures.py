"""`tasks.py bench scan`: how much is read, how much of it wrongly, and how long it takes, beside the other readers.

Scenes are drawn (`scan_scenes.seeds`, frozen), not photographed. Times are processor time on one core for one frame,
the second stage included. A card counts as read only if nothing covers its tag; wrong is a card that is not on the
table.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import fmean

import cv2
import numpy as np

from companion.engine.deck import Decklist
from companion.engine.tags import DEFAULT_DECK, payloads
from companion.scan.picture import decode
from companion.scan.reader import Frame
from companion.scan.tag_reader import TagReader
from companion.scan.temporal import Steady
from tests.lab.bench.candidates import rivals
from tests.lab.scan_scenes.covers import sheet
from tests.lab.scan_scenes.render import Lain, Recipe, Scene, render
from tests.lab.scan_scenes.seeds import COVERED, ROWS, TROUBLED, Row
from tests.lab.scan_scenes.trouble import TROUBLES

Echo = Callable[[str], object]

OURS = "ours"
WEATHERS, COVERS = ("typical", "hard"), ("corner", "margin")
STRANGERS = tuple(a + b for a in "ABCDEFGHIJ" for b in "KLMNOPQRST")
"""Decks whose tags are foreign to the deck 00 that is read."""


@dataclass
class Tally:
    """Counts of one reader on one kind of scene."""

    read: int = 0
    there: int = 0
    wrong: int = 0
    ms: list[float] = field(default_factory=list)

    def add(self, got: set[str], tags: Sequence[Lain], ms: float) -> None:
        """Add one frame."""
        whole = {tag.payload for tag in tags if tag.whole}
        self.read += len(got & whole)
        self.there += len(whole)
        self.wrong += len(got - {tag.payload for tag in tags})
        self.ms.append(ms)

    def bound(self, what: str) -> str:
        """Return how many of how many were read and wrong, and the bound that gives."""
        under = f" (under {3 / max(1, self.there):.1e} at 95 %)" if not self.wrong else ""
        return f"{self.there} shown, {self.read} read, {self.wrong} {what}{under}"

    def words(self) -> str:
        """Share read, wrong cards, mean milliseconds."""
        return f"{100 * self.read / max(1, self.there):5.1f} % {self.wrong:3d} {fmean(self.ms):6.0f}"


@dataclass
class Bench:
    """One run over the reported scenes of a deck."""

    decklist: Decklist
    echo: Echo
    long: bool = False
    keep: Path | None = None
    split: str = "report"

    def __post_init__(self) -> None:
        self.known = payloads(self.decklist)
        self.eyes = TagReader(self.known)

    def run(self) -> None:
        """Print every table, one after the other."""
        self.compare(ROWS)
        self.after_three_frames()
        self.with_troubles()
        self.photographs()
        self.strangers()
        if self.long:
            self.hundred_thousand()

    def compare(self, rows: Iterable[Row]) -> None:
        """Compare every reader on one frame."""
        self.echo("scene                      tags px/mod  reader          read  wrong     ms")
        for row in rows:
            tallies: dict[str, Tally] = {}
            pixels: list[float] = []
            for seed in row.seeds(self.split, self.long):
                scene, frame = self._scene(seed, row.recipe)
                pixels += [tag.pixels for tag in scene.tags]
                for name, got, ms in self._everybody(frame):
                    tallies.setdefault(name, Tally()).add(got, scene.tags, ms)
                self._keep(f"{row.recipe.name}|{seed}", frame, scene.tags, tallies[OURS])
            for name, tally in tallies.items():
                label = f"{row.recipe.name:26s} {tally.there:4d} {fmean(pixels):5.2f}" if name == OURS else " " * 37
                self.echo(f"{label}   {name:14s} {tally.words()}")

    def _everybody(self, frame: Frame) -> Iterator[tuple[str, set[str], float]]:
        yield OURS, *_timed(partial(self.ours, frame))
        for name, rival in rivals(frame):
            yield name, *_timed(partial(rival, frame))

    def ours(self, frame: Frame) -> set[str]:
        """Return the cards that both looks find, by payload."""
        return {r.payload for r in self.eyes.read(frame) if r.copy and r.payload}

    def after_three_frames(self) -> None:
        """Judge three frames of one scene together, with shake and fresh light."""
        self.echo("\nafter three frames           tags   read  wrong")
        for row in ROWS:
            if row.recipe.camera == "12mp":
                continue
            tally = Tally()
            for seed in row.seeds(self.split, self.long):
                steady = Steady(self.known, settle=self.eyes.settle)
                for shake in range(3):
                    scene, frame = self._scene(seed, row.recipe, shake)
                    steady = steady.after(self.eyes.read(frame))
                tally.add({r.payload for r in steady.cards() if r.copy and r.payload}, scene.tags, 0)
            self.echo(f"{row.recipe.name:26s} {tally.there:6d} {tally.words()[:12]}")

    def with_troubles(self) -> None:
        """Read scenes with bent cards, bulging lenses, shiny sleeves, a rolling shutter, and tags that are covered."""
        self.echo("\nwith troubles                      tags   read  wrong     ms")
        names = {trouble: name for name, trouble in TROUBLES.items()}
        for row in (*TROUBLED, *COVERED):
            tally = Tally()
            for seed in row.seeds(self.split, self.long):
                scene, frame = self._scene(seed, row.recipe)
                got, ms = _timed(partial(self.ours, frame))
                tally.add(got, scene.tags, ms)
            label = f"{row.recipe.layout} {row.recipe.camera} {row.recipe.weather} {names[row.recipe.trouble]}"
            self.echo(f"{label:32s} {tally.there:6d} {tally.words()}")

    def photographs(self) -> None:
        """Read twelve megapixels with the JPEG around them, as a phone sends them."""
        self.echo("\n12 MP photograph, JPEG included    tags   read  wrong     ms")
        for row in ROWS:
            if row.recipe.camera != "12mp":
                continue
            tally = Tally()
            for seed in row.seeds(self.split, self.long):
                scene, _ = self._scene(seed, row.recipe)
                packed = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
                got, ms = _timed(partial(self._photograph, packed))
                tally.add(got, scene.tags, ms)
            self.echo(f"{row.recipe.name:32s} {tally.there:6d} {tally.words()}")

    def _photograph(self, packed: bytes) -> set[str]:
        return self.ours(decode(packed))

    def strangers(self) -> None:
        """Read tags of other decks: none may be taken for a card of this one."""
        seen = accepted = 0
        for k, recipe in enumerate(_stranger_recipes()):
            if seen >= (4000 if self.long else 200):
                break
            foreign = sorted(payloads(self.decklist, STRANGERS[k % len(STRANGERS)]))
            scene = render(f"{self.split}-stranger-{k}", recipe, foreign)
            seen += len(scene.tags)
            accepted += len(self.ours(_grey(scene)))
        self.echo(f"\ntags of other decks: {seen} shown, {accepted} accepted")

    def hundred_thousand(self, kept: Path | None = None, tags: int = 100_000) -> None:
        """Count wrong and foreign cards among very many tags, small, in bad light and covered, ours and strangers' in
        turn; print the bounds (95 %) that gives. Every fiftieth picture is a whole scene, the others are sheets of
        panels. `kept`: the count so far, gone on with and written after each picture.
        """
        recipes = [Recipe("spread40", "1080", weather, TROUBLES[what]) for weather in WEATHERS for what in COVERS]
        k, counts = json.loads(kept.read_text("utf-8")) if kept and kept.exists() else (0, [[0, 0, 0]] * 2)
        ours, theirs = (Tally(*count) for count in counts)
        while ours.there + theirs.there < tags:
            for tally, letters in ((ours, DEFAULT_DECK), (theirs, STRANGERS[k % len(STRANGERS)])):
                cards = sorted(payloads(self.decklist, letters))
                if k % 50:
                    frame, shown = sheet(np.random.default_rng([k, ord(letters[0])]), cards)
                else:
                    scene = render(f"{self.split}-many-{k}", recipes[k // 50 % len(recipes)], cards)
                    frame, shown = _grey(scene), [tag.payload for tag in scene.tags]
                got = self.ours(frame)
                tally.there += len(shown)
                tally.read += len(got & set(shown))
                tally.wrong += len(got - set(shown))
            k += 1
            if kept:
                new = kept.with_suffix(".new")
                new.write_text(json.dumps([k, [[t.read, t.there, t.wrong] for t in (ours, theirs)]]), "utf-8")
                new.replace(kept)
            if k % 10 == 0 or ours.there + theirs.there >= tags:
                self.echo(f"picture {k}: {ours.bound('wrong')}; {theirs.bound('foreign')}")

    def _scene(self, seed: str, recipe: Recipe, shake: int = 0) -> tuple[Scene, Frame]:
        scene = render(seed, recipe, sorted(self.known), shake)
        return scene, _grey(scene)

    def _keep(self, name: str, frame: Frame, tags: Sequence[Lain], tally: Tally) -> None:
        """Save the places where something was wrong or not read, so that they are looked at."""
        if self.keep is None:
            return
        got = self.ours(frame)
        self.keep.mkdir(parents=True, exist_ok=True)
        for k, tag in enumerate(tags):
            if tag.whole and tag.payload not in got:
                cv2.imwrite(str(self.keep / f"{name}|{k}.png".replace("|", "-")), _cut(frame, tag))
        if got - {tag.payload for tag in tags}:
            cv2.imwrite(str(self.keep / f"wrong-{name}.png".replace("|", "-")), frame)


def _stranger_recipes() -> Iterator[Recipe]:
    """Yield kinds of scenes in turn, for ever."""
    while True:
        for row in ROWS:
            if row.recipe.camera != "12mp" and row.recipe.layout != "fan5":
                yield row.recipe
                yield row.recipe._replace(trouble=TROUBLES["corner"])
                yield row.recipe._replace(trouble=TROUBLES["margin"])


def _grey(scene: Scene) -> Frame:
    return cv2.cvtColor(scene.picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)


def _cut(frame: Frame, tag: Lain) -> Frame:
    """Return the tag and its surroundings, four times as large."""
    x, y = tag.corners.mean(0).astype(int)
    reach = int(20 * tag.pixels) + 4
    part = frame[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    return cv2.resize(part, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST).astype(np.uint8, copy=False)


def _timed(read: Callable[[], set[str]]) -> tuple[set[str], float]:
    """Return a reader's payloads and its milliseconds of processor time: the better of two goes."""
    got, times = set[str](), []
    for _ in range(2):
        start = time.process_time()
        got = read()
        times.append(1000 * (time.process_time() - start))
    return got, min(times)


def run(echo: Echo, decklist: Decklist, long: bool, keep: Path | None, count: Path | None) -> None:
    """Print every table, or go on with a `count` alone. A short run takes some minutes, a long one hours: all scenes,
    and 100,000 tags."""
    bench = Bench(decklist, echo, long, keep)
    if count:
        bench.hundred_thousand(count)
    else:
        bench.run()
