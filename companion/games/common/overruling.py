"""Which rules a table may break and have it noted: it did so anyway, and it takes effect as if allowed."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.ruling import Check, Moment, Rule


@dataclass(frozen=True, slots=True)
class Overruling:
    """The ids of a game's rules that a table can have broken; for everything else there are corrections."""

    ids: frozenset[str]

    def covers(self, rule: str) -> bool:
        """Whether a table can have done it although this rule refuses it."""
        return rule in self.ids

    def spared(self, m: Moment) -> frozenset[str]:
        """The rules this action does not ask, because the table did it anyway."""
        return self.ids if m.action.text("anyway") else frozenset()

    def rules(self, *checks: tuple[str, Check]) -> tuple[Rule, ...]:
        """These named checks as rules that know whether they can be overruled."""
        return tuple(Rule(rule, check, self.covers(rule)) for rule, check in checks)
