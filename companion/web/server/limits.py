"""How many connections each address may hold. It only counts: the connections themselves are the server's."""

from __future__ import annotations


class ConnectionLimiter:
    """Counter of connections by address: `most` at once, this machine as many as it likes."""

    def __init__(self, most: int, limits_loopback: bool = False) -> None:
        self.most = most
        self.turned_away = 0
        self._limits_loopback = limits_loopback
        self._held: dict[str, int] = {}

    @property
    def connections(self) -> int:
        """All that are open."""
        return sum(self._held.values())

    def enter(self, address: str) -> bool:
        """Count one more connection from this address; return False if it has too many."""
        held = self._held.get(address, 0)
        is_limited = self._limits_loopback or not (address.startswith("127.") or address in ("::1", ""))
        if is_limited and held >= self.most:
            self.turned_away += 1
            return False
        self._held[address] = held + 1
        return True

    def leave(self, address: str) -> None:
        """One has gone."""
        left = self._held.get(address, 1) - 1
        if left > 0:
            self._held[address] = left
        else:
            self._held.pop(address, None)
