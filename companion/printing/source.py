"""What a sheet is made from: the decklist, the words of the game, its set-up, and the words of the sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from companion.engine.deck import Card, Copy, Decklist
from companion.engine.facts import Setting
from companion.engine.view import Plan
from companion.engine.words import Wording, is_answer
from companion.i18n import catalog
from companion.printing.assets import icon
from companion.printing.faults import Unprintable

if TYPE_CHECKING:
    from companion.decks.catalog import Title

MOST_NAMED = 500
"""Cards that can be named one by one: whoever wants more wants a deck."""


def sheet_words(lang: str) -> Wording:
    """Return the sentences printed on the sheets, and those that say why something cannot be printed."""
    return catalog.words("sheets", lang)


def sheet_languages() -> tuple[str, ...]:
    """Return the languages in which sheets can be printed."""
    return catalog.languages("sheets")


def sheet_language(lang: str) -> str:
    """Return this language if sheets can be printed in it, else Spanish."""
    return lang if lang in sheet_languages() else catalog.LADDER[0]


def section(words: Wording, name: str) -> dict[str, str]:
    """Return the sentences of one part of a language file by their short keys, including the fallback's.

    They are as the table's answers to the house questions make them.
    """
    start = f"{name}."
    keys = [key for one in _layers(words) for key in one.sentences if key.startswith(start) and not is_answer(key)]
    return {key.removeprefix(start): words.raw(key) for key in keys}


def _layers(words: Wording) -> list[Wording]:
    """Return the wording and its fallbacks, the lowest first."""
    return [*(_layers(words.fallback) if words.fallback else []), words]


@dataclass(frozen=True, slots=True)
class Source:
    """A game as the print studio needs it, in one language. `plan` tells how a box is set up for so many players."""

    decklist: Decklist
    words: Wording
    plan: Callable[[Decklist, int], Plan] | None = None
    art: Mapping[str, str] = field(default_factory=dict)
    """Pictures of one's own: a card's by its slug, a back's as `back-` and its name, `back` for every back; as SVG."""

    @property
    def said(self) -> Wording:
        """The words of the sheets themselves."""
        return sheet_words(self.words.lang).as_played(self.words.answers)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.words.raw("game.name")

    def copies(self, players: int | None, only: tuple[str, ...] = ()) -> tuple[Copy, ...]:
        """Return the copies ordered, lost ones too: those named, else those that play with `players`, else all of
        them."""
        if only:
            named = tuple(copy for name in only for copy in self._named(name))
            if len(named) > MOST_NAMED:
                raise Unprintable("too-many", count=len(named), most=MOST_NAMED)
            return named
        everything = tuple(Copy(card.slug, k) for card in self.decklist.cards for k in range(1, card.copies + 1))
        if players is None:
            return everything
        return tuple(copy for copy in everything if self.decklist.plays(copy, self.checked(players)))

    def _named(self, name: str) -> list[Copy]:
        """`lanzallamas.2` is one copy, `lanzallamas` all of them."""
        slug, _, k = name.strip().partition(".")
        card = self.decklist.by_slug.get(slug)
        if card is None or (k and not (k.isascii() and k.isdigit() and 1 <= int(k) <= card.copies)):
            raise Unprintable("card", card=name.strip(), game=self.game)
        return [Copy(slug, int(k))] if k else [Copy(slug, n) for n in range(1, card.copies + 1)]

    def checked(self, players: int) -> int:
        """Return a number of players this game is for. Raise `Unprintable` for any other."""
        if not self.decklist.fewest <= players <= self.decklist.most:
            raise Unprintable("players", players=players, fewest=self.decklist.fewest, most=self.decklist.most)
        return players

    def design(self, card: Card) -> dict[str, object]:
        """Return a card as a template draws it: name, text, kind with its sign and word."""
        key = f"cards.{card.slug}.text"
        if not self.words.has(key):
            raise Unprintable("text", card=card.slug, lang=self.words.lang)
        return {
            "title": self.words.card(card.slug),
            "text": self.words.raw(key),
            "kind": card.kind,
            "kindword": self.word("kinds", card.kind),
            "mark": mark(card.kind),
            "icon": icon(card.slug, card.acts_as, f"kind-{card.kind}", "kind-other"),
        }

    def about(self, part: str) -> dict[str, str]:
        """Return the texts for a part of this game's sheets: ours, or the deck's own words ([print])."""
        ours = section(self.said, f"games.{self.decklist.game}.{part}")
        return {**ours, **section(self.words, f"print.{part}")}

    def back_art(self, back: str) -> str | None:
        """Return the picture on a back, if it has one."""
        return self.art.get(f"back-{back}") or self.art.get("back")

    def word(self, family: str, name: str) -> str:
        """Return the game's word for a kind or a back, by default its own name."""
        key = f"{family}.{name}"
        return self.words.raw(key) if self.words.has(key) else name

    def backs(self) -> Mapping[str, str]:
        """Return the word on every back."""
        return {back: self.word("backs", back) for back in sorted({card.back for card in self.decklist.cards})}


def source_of(title: Title, lang: str, answers: Mapping[str, Setting] | None = None) -> Source:
    """Return a title in a language, as a table with these answers to the house questions plays it."""
    words = title.wording(lang).as_played(answers or {})
    return Source(title.decklist, words, partial(_planned, title.game.plan, words))


def _planned(plan: Callable[[Decklist, int, Wording], Plan], words: Wording, box: Decklist, players: int) -> Plan:
    return plan(box, players, words)


def mark(kind: str) -> str:
    """Return the sign of a kind of card."""
    return icon(f"kind-{kind}", "kind-other").removeprefix("kind-")
