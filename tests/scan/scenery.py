"""The deck, eyes made once, and pictures with known tags in them."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.decks.catalog import title
from companion.engine.deck import Decklist
from companion.engine.tags import payloads
from companion.scan.look import Decks, PictureReader
from companion.scan.reader import Frame
from companion.scan.symbol import modules
from tests.lab.scan_scenes.render import Recipe, Scene, render

Grey = NDArray[np.uint8]


def deck(game: str = "la-cosa") -> Decklist:
    """Return La Cosa, or the box of another game."""
    return title(game).decklist


@lru_cache(maxsize=4)
def looking(*letters: str) -> PictureReader:
    """Return eyes for the decks with these letters."""
    return PictureReader(Decks(deck(), letters))


def tag_of(copy: str, letters: str = "00", game: str = "la-cosa") -> str:
    """Return the payload of a copy by its id."""
    return next(payload for payload, found in payloads(deck(game), letters).items() if found.id == copy)


@lru_cache(maxsize=16)
def scene(layout: str, camera: str, weather: str, seed: str = "test-0", shake: int = 0) -> Scene:
    """Return a table scene of deck 00, drawn once."""
    return render(seed, Recipe(layout, camera, weather), sorted(payloads(deck())), shake)


def grey(picture: Grey) -> Grey:
    """Return a BGR picture as grey."""
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8)


def symbol(payload: str, pixels: float, quiet: int = 4) -> Grey:
    """Return a printed tag on its white panel, `pixels` pixels a module."""
    white = np.pad(np.where(modules(payload), 30, 235).astype(np.uint8), quiet, constant_values=235)
    side = round(white.shape[0] * pixels)
    big = np.kron(white, np.ones((12, 12), np.uint8))
    return cv2.resize(big, (side, side), interpolation=cv2.INTER_AREA).astype(np.uint8)


def table(*panels: tuple[Grey, int, int], width: int = 640, height: int = 480, ground: int = 90) -> Grey:
    """Return a grey table with a little grain, and panels put down at (x, y)."""
    rng = np.random.default_rng(7)
    top = (rng.normal(ground, 3, (height, width))).clip(0, 255).astype(np.uint8)
    for panel, x, y in panels:
        top[y : y + panel.shape[0], x : x + panel.shape[1]] = panel
    return cv2.GaussianBlur(top, (0, 0), 0.7).astype(np.uint8)


def packed(picture: Grey, kind: str = ".png") -> bytes:
    return cv2.imencode(kind, picture)[1].tobytes()


def png(width: int, height: int, depth: int = 8, colour: int = 0, body: bytes = b"") -> bytes:
    """Return a PNG that claims this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def bomb(width: int, height: int, depth: int = 1) -> bytes:
    """Return a small PNG of an enormous size: one colour, packed well."""
    rows = b"\0" * (1 + (width * depth + 7) // 8) * 50
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(rows) for _ in range(height // 50)) + packer.flush()
    return png(width, height, depth, body=body)


class Recording:
    """Frames in place of a camera. None stands for a moment without one."""

    def __init__(self, frames: Iterable[Frame | None], again: bool = False, pace: float = 0) -> None:
        """`again`: over and over; `pace`: seconds a frame takes."""
        self._frames = tuple(frames)
        self._again = again
        self._pace = pace
        self._next = 0
        self.is_closed = False

    def frame(self) -> Frame | None:
        """Return the next frame; after the last, the first again if asked for."""
        time.sleep(self._pace)  # as long as a camera takes for a frame
        if self._next >= len(self._frames) and self._again:
            self._next = 0
        self._next += 1
        return self._frames[self._next - 1] if self._next <= len(self._frames) else None

    def close(self) -> None:
        """Note that it was let go of."""
        self.is_closed = True
