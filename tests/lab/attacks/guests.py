"""Guests without rights who load one page after the other, in a process of their own: `python -m … PORT COUNT`.

Reads a line of JSON, `[path, seconds, headers]`, asks for that path over so many connections at once for so long, tells
how often which status came (0: the line was cut), and reads the next. Of a stream it reads what the device has missed.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from time import monotonic

from tests.lab.served import HOST

PATIENCE = 60.0


class Guests:
    """Guests in a process of their own, so that the measuring process does not share an interpreter with them."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def begin(self, path: str, seconds: float, headers: Mapping[str, str] | None = None) -> None:
        """Ask for this for so long; `headers`: what a device that is known sends with it."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([path, seconds, dict(headers or {})]) + "\n")
        self._process.stdin.flush()

    def done(self) -> dict[str, int]:
        """Wait for the last of them: how often which status came."""
        assert self._process.stdout is not None
        counts: dict[str, int] = json.loads(self._process.stdout.readline())
        return counts


@contextmanager
def guests(port: int, count: int) -> Iterator[Guests]:
    """Yield `count` guests."""
    words = [sys.executable, "-m", __name__, str(port), str(count)]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Guests(process)
    finally:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        process.stdout.close()
        process.kill()
        process.wait(10)


async def _crowd(port: int, count: int, path: str, seconds: float, headers: Mapping[str, str]) -> Counter[int]:
    counts: Counter[int] = Counter()
    until = monotonic() + seconds
    named = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    asked = f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\n{named}Connection: close\r\n\r\n".encode()
    await asyncio.gather(*(_one(port, asked, until, counts) for _ in range(count)))
    return counts


async def _one(port: int, asked: bytes, until: float, counts: Counter[int]) -> None:
    while monotonic() < until:
        status = 0
        with suppress(OSError, EOFError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection(HOST, port)
                writer.write(asked)
                head = await reader.readuntil(b"\r\n\r\n")
                found = re.match(rb"HTTP/1.1 (\d+)", head)
                status = int(found[1]) if found else 0
                if b"text/event-stream" in head:
                    await reader.read(2**16)
                else:
                    await reader.read()
                writer.close()
        counts[status] += 1


def main() -> None:
    """Do what is asked on standard input, until it ends."""
    port, count = int(sys.argv[1]), int(sys.argv[2])
    for line in sys.stdin:
        path, seconds, headers = json.loads(line)
        print(json.dumps(asyncio.run(_crowd(port, count, path, seconds, headers))), flush=True)


if __name__ == "__main__":
    main()
