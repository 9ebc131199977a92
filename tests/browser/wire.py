"""A wire between devices and a house that can be cut, and can go dead without a word: taken up, and never answered."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Wire:
    """Wire that carries the devices' words to the house on `port`, until it is cut."""

    def __init__(self, port: int) -> None:
        self._house = port
        self._is_dead = threading.Event()
        self._lock = threading.Lock()
        self._lines: list[socket.socket] = []
        self._socket: socket.socket | None = None
        self.port = 0
        self.mend()

    @property
    def base(self) -> str:
        """The address for the devices."""
        return f"http://127.0.0.1:{self.port}"

    def mend(self) -> None:
        """Let new lines through again. Lines that went dead stay as they are."""
        self._is_dead = threading.Event()
        if self._socket is None:
            self._socket = socket.create_server(("127.0.0.1", self.port), backlog=128)
            self.port = self._socket.getsockname()[1]
            threading.Thread(target=self._serve, args=(self._socket,), daemon=True).start()

    def go_dead(self) -> None:
        """Carry nothing on any line, open or new, without closing it."""
        self._is_dead.set()

    def cut(self) -> None:
        """Break all lines and take up no new one, as when a process is killed."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
            self._socket = None
        with self._lock:
            lines, self._lines = self._lines, []
        for line in lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _serve(self, taken: socket.socket) -> None:
        while True:
            try:
                device, _ = taken.accept()
            except OSError:
                return
            threading.Thread(target=self._join, args=(device, self._is_dead), daemon=True).start()

    def _join(self, device: socket.socket, is_dead: threading.Event) -> None:
        try:
            house = socket.create_connection(("127.0.0.1", self._house))
        except OSError:
            device.close()
            return
        with self._lock:
            self._lines += (device, house)
        for one, other in ((device, house), (house, device)):
            threading.Thread(target=self._carry, args=(one, other, is_dead), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, is_dead: threading.Event) -> None:
        with suppress(OSError):
            while said := one.recv(65536):
                if is_dead.is_set():
                    return  # taken, and never given on; the line itself stands
                other.sendall(said)
        with suppress(OSError):
            if not is_dead.is_set():
                other.shutdown(socket.SHUT_WR)


@contextmanager
def wired(port: int) -> Iterator[Wire]:
    """Yield a wire to the house on this port."""
    wire = Wire(port)
    try:
        yield wire
    finally:
        wire.cut()
