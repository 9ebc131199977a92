"""The checks that only one game knows, as they are asked for on a page: who shows, how many cards, and what was said.

All of it follows from the form of the check: a `card` is one, `cards` are several, and every other field that has a few
values is chosen. The words are the game's, under `check.ask`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.hidden.referee import CHECK, HOUSE, HiddenInfo
from companion.engine.words import Wording

_ASIDE = frozenset({"what", "player", "card", "cards", "occasion"})


@dataclass(frozen=True, slots=True)
class OwnCheck:
    """A check of a game's own. `choices`: by field what may have been said, each value under the text a form sends."""

    what: str
    is_one: bool
    choices: Mapping[str, Mapping[str, object]]

    def heading(self, words: Wording) -> str:
        """Return its name."""
        return words.say(f"check.ask.{self.what}.heading")

    def help(self, words: Wording) -> str:
        """When it is made, and what is shown."""
        return words.say(f"check.ask.{self.what}.help")

    def shows(self, words: Wording, player: str) -> str:
        """Return the request to the player who shows cards."""
        return words.say(f"check.ask.{self.what}.show", player=player)

    def legend(self, words: Wording, name: str) -> str:
        """Return the question about a field."""
        return words.say(f"check.ask.{self.what}.{name}")

    def labels(self, words: Wording, name: str) -> tuple[tuple[str, str], ...]:
        """Return the possible answers: the value a form sends, and the label of the button."""
        return tuple((value, words.say(f"check.ask.{self.what}.{name}-{value}")) for value in self.choices[name])

    def chosen(self, said: Mapping[str, str]) -> Mapping[str, object] | None:
        """Parse a form's values of every field; return None if one is missing or unknown."""
        known = {name: values.get(said.get(name, "")) for name, values in self.choices.items()}
        return None if None in known.values() else known

    def asked(self, player: str, cards: tuple[str, ...], chosen: Mapping[str, object]) -> dict[str, object]:
        """Return the check that is handed in."""
        shown: dict[str, object] = {"card": cards[0]} if self.is_one else {"cards": list(cards)}
        return {"action": CHECK, "what": self.what, "player": player, **shown, **chosen}


def own_checks(referee: HiddenInfo) -> tuple[OwnCheck, ...]:
    """Return the checks on the tablet that only this game's referee knows."""
    checks = []
    for what in (what for what in referee.whats if what not in HOUSE):
        fields = referee.forms[what].fields
        choices: dict[str, Mapping[str, object]] = {}
        for name, schema in ((name, field.schema) for name, field in fields.items() if name not in _ASIDE):
            if schema.get("type") == "boolean":
                choices[name] = {"yes": True, "no": False}
            elif isinstance(values := schema.get("enum"), list):
                choices[name] = {str(value): value for value in values}
        checks.append(OwnCheck(what, "cards" not in fields, choices))
    return tuple(checks)
