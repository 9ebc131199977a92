"""Why something cannot be printed, as the key of a sentence with its blanks."""

from __future__ import annotations

from functools import partial


class Unprintable(ValueError):
    """The order cannot be carried out. `key` and `blanks` name the sentence that says why (`cannot`, `sheets.toml`)."""

    def __init__(self, key: str, **blanks: object) -> None:
        super().__init__(f"{key} {blanks}" if blanks else key)
        self.key = f"cannot.{key}"
        self.blanks = blanks

    def __reduce__(self) -> tuple[object, ...]:
        # It comes out of worker processes, and an exception is copied by its positional arguments alone.
        return partial(Unprintable, self.key.removeprefix("cannot."), **self.blanks), ()
