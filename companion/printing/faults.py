"""Why something cannot be printed, as the key of a sentence with its blanks."""

from __future__ import annotations


class Unprintable(ValueError):
    """The order cannot be carried out. `key` and `blanks` name the sentence that says why (words/*.toml, `cannot`)."""

    def __init__(self, key: str, **blanks: object) -> None:
        super().__init__(f"{key} {blanks}" if blanks else key)
        self.key = f"cannot.{key}"
        self.blanks = blanks
