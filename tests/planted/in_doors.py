"""Bugs in who may do what, and in what guests are told. `doors`: the model of pairing and seats finds it;
`attack NAME`: this attack does."""

from __future__ import annotations

from typing import Any

from tests.planted import Bug, always


def finding_alone(take: Any) -> Any:
    """Plant: a used code stays where it is."""
    return lambda self, *given, **named: self.find(*given, **named)


def giving_up_all(guessed: Any) -> Any:
    return lambda standing, letters: standing.offers.clear()


def not_looking(right: Any) -> Any:
    return lambda playing, row, fits: playing.record(row)


def as_long_as_it_is(pad: Any) -> Any:
    return lambda data: data


TOLD = "companion.web.server.context:is_told_little"
SEATS, SESSIONS, CODES = (f"companion.web.auth.{name}" for name in ("seats", "sessions", "codes"))
BUGS = (
    Bug(f"{SEATS}:may_say", "any seat says anything", always(True), "doors"),
    Bug(f"{CODES}:Codes.take", "codes work twice", finding_alone, "doors"),
    Bug(f"{SESSIONS}:Sessions.release", "release ends nothing", always(None), "doors"),
    Bug(f"{SESSIONS}:_ended", "a seat has two phones", always(lambda devices: None), "doors"),
    Bug(f"{CODES}:Standing.guessed", "every code is given up", giving_up_all, "attack codes"),
    Bug(f"{CODES}:Standing.guessed", "no code is given up", always(None), "attack codes"),
    Bug("companion.web.api.games:filled_up", "answers have any length", as_long_as_it_is, "attack lengths", True),
    Bug(TOLD, "guests are told all", always(False), "attack folders", True),
    Bug("companion.service.transfer.importing:try_entry", "facts are taken as they are", not_looking,
        "attack records", True),
)  # fmt: skip
