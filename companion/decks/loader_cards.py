"""The `[[card]]` blocks of a deck file: new cards, and further copies of known ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.decks.loader_lines import Path
from companion.decks.toml_source import Page, Tables, is_slug
from companion.engine.deck import Card, Decklist
from companion.engine.facts import Setting
from companion.engine.kit.steps import StepBook

Headings = Mapping[str, tuple[str, ...]]
"""What may be printed under each heading."""

Marks = tuple[tuple[str, tuple[str, ...]], ...]


def headings_of(page: Page) -> Headings:
    """Return the headings that a deck declares, each with its words."""
    table = page.table("marks")
    found = {name: page.texts(table, ("marks",), name) for name in table}
    for name, words in found.items():
        if not words or not all(map(is_slug, (name, *words))):
            page.fault(("marks", name), "marks.heading", name=name)
    return found


def marks_of(page: Page, path: Path, block: Tables, headings: Headings) -> Marks:
    """Return what a card block says is printed on the card; headings and words must be among those declared."""
    said = block.get("marks")
    if said is None:
        return ()
    where = (*path, "marks")
    if not isinstance(said, dict):
        page.fault(where, "marks.shape")
        return ()
    page.only(said, where, tuple(headings))
    marks = tuple((name, page.texts(said, where, name)) for name in said if name in headings)
    for name, words in marks:
        for word in words:
            if word not in headings[name]:
                page.fault((*where, name), "marks.word", name=name, word=word[:60], known=", ".join(headings[name]))
    return marks


RULED = ("target", "stopped_by", "answers", "answered_by", "does")
"""The keys that say what a card does, in the words of its game."""
KEYS = ("slug", "kind", "numbers", "copies", "back", "effect", "unique", "only", "marks", *RULED)
LEAST_NUMBER, MOST_NUMBER = 0, 20
MOST_COPIES = 99


@dataclass(frozen=True, slots=True)
class Known:
    """Names that card blocks may refer to: the cards of the base deck, the kinds and backs with a name.

    `unique`: the slugs of the base with exactly one copy, whatever a host's deck says.
    """

    cards: Mapping[str, Card]
    kinds: Sequence[str]
    backs: Sequence[str]
    unique: frozenset[str] = frozenset()
    marks: Headings = field(default_factory=dict)

    @property
    def is_base(self) -> bool:
        """True if the deck is based on another."""
        return bool(self.cards)


def read_cards(page: Page, known: Known) -> tuple[Card, ...]:
    """Return the cards of the base, with the copies this file adds, then the new ones."""
    cards = dict(known.cards)
    seen: set[str] = set()
    blocks = list(page.blocks("card"))
    effects: dict[str, Card | None]  # the slugs that a house card may name, each with its card if the base has one
    if known.is_base:
        effects = {slug: card for slug, card in known.cards.items() if not card.effect}
    else:
        own = (block for _, block in blocks if "effect" not in block)
        effects = {str(block["slug"]): None for block in own if isinstance(block.get("slug"), str)}
    for path, block in blocks:
        page.only(block, path, KEYS)
        slug = page.slug(block, path, "slug", required=True)
        if not slug:
            continue
        if slug in seen:
            page.fault((*path, "slug"), "card.twice", slug=slug)
            continue
        seen.add(slug)
        cards[slug] = _card(page, path, block, slug, known, effects)
    if not cards:
        page.fault((), "card.none")
    return tuple(cards.values())


def unique_cards(page: Page) -> frozenset[str]:
    """Return the slugs marked `unique = true`; anything but one copy of them is a fault."""
    slugs = set()
    for path, block in page.blocks("card"):
        unique = block.get("unique", False)
        if not isinstance(unique, bool):
            page.fault((*path, "unique"), "type.truth", name="unique")
        elif unique:
            slugs.add(str(block.get("slug", "")))
            if block.get("copies") != 1 and len(page.numbers(block, path, "numbers", 0, MOST_NUMBER) or ()) != 1:
                page.fault(path, "card.unique", slug=block.get("slug", ""))
    return frozenset(slugs)


def _card(page: Page, path: Path, block: Tables, slug: str, known: Known, effects: Mapping[str, Card | None]) -> Card:
    """Return the card of a block; a faulty one still has its slug, so that its words are looked for."""
    before = known.cards.get(slug)
    if before is not None:
        if slug in known.unique:
            page.fault((*path, "slug"), "card.unique", slug=slug)
        return _further_copies(page, path, block, before, known)
    effect = page.slug(block, path, "effect")
    does_itself = not effect and any(key in block for key in ("does", "answers"))
    model = _model(page, path, slug, effect, known, effects) if effect or (known.is_base and not does_itself) else None
    counted = _copies(page, path, block, slug)
    kind = _printed(page, path, block, "kind", known.kinds, model, "" if known.is_base else None)
    back = _printed(page, path, block, "back", known.backs, model, "away")
    copies, numbers = counted or (1, ())
    marks = marks_of(page, path, block, known.marks)
    only, only_from = _only(page, path, block, copies)
    return _ruled(page, path, block, Card(slug, kind, copies, numbers, effect, back, only, marks, only_from))


def _ruled(page: Page, path: Path, block: Tables, card: Card) -> Card:
    """Return a card with what its block says of what it does."""
    if not set(RULED) & set(block):
        return card
    if card.effect:
        page.fault((*path, "effect"), "card.does-and-effect", slug=card.slug)
    target = page.text(block, path, "target")
    stopped_by, answers, answered_by, does = (page.texts(block, path, key) for key in RULED[1:])
    return replace(card, target=target, stopped_by=stopped_by, answers=answers, answered_by=answered_by, does=does)


def _only(page: Page, path: Path, block: Tables, copies: int) -> tuple[tuple[str, Setting] | None, int]:
    """`only = { deck = 48 }`: the one answer to a house question by which the card plays; `only = { wires = 2, from = 2
    }`: its copies from the second on, while the first plays in any case."""
    said = block.get("only")
    if said is None:
        return None, 1
    if isinstance(said, dict):
        answers = [(str(name), value) for name, value in said.items() if name != "from"]
        start = page.number(said, (*path, "only"), "from", 1, copies) or 1
        if len(answers) == 1 and isinstance(answers[0][1], str | int | bool):
            return answers[0], start
    page.fault((*path, "only"), "card.only")
    return None, 1


def _model(
    page: Page, path: Path, slug: str, effect: str, known: Known, effects: Mapping[str, Card | None]
) -> Card | None:
    """Return the card whose rules a house card follows."""
    if not effect:
        page.fault(path, "card.no-effect", slug=slug)
    elif effect not in effects or effect == slug:
        page.fault((*path, "effect"), "card.effect", slug=slug, effect=effect)
    elif effect in known.unique:
        page.fault((*path, "effect"), "card.unique", slug=effect)
    return effects.get(effect)


def _further_copies(page: Page, path: Path, block: Tables, before: Card, known: Known) -> Card:
    """Return a known card with copies added after its own, or with what is printed on it."""
    before = _ruled(page, path, block, before)
    if "marks" in block:
        before = replace(before, marks=marks_of(page, path, block, known.marks) or before.marks)
    if {"marks", *RULED} & set(block) and not {"copies", "numbers"} & set(block):
        return before
    if "effect" in block:
        page.fault((*path, "effect"), "card.effect-changed", slug=before.slug)
    counted = _copies(page, path, block, before.slug)
    _same(page, path, block, "kind", before)
    _same(page, path, block, "back", before)
    if counted is None:
        return before
    copies, numbers = counted
    if bool(numbers) != bool(before.numbers):
        page.fault(path, "card.numbered" if before.numbers else "card.not-numbered", slug=before.slug)
        return before
    return replace(before, copies=before.copies + copies, numbers=before.numbers + numbers)


def written_cards(page: Page) -> dict[str, Path]:
    """Return the cards of which this file says itself what they do, each with its path."""
    return {str(block["slug"]): path for path, block in page.blocks("card") if {"does", "answers"} & set(block)}


def check_steps(page: Page, written: Mapping[str, Path], decklist: Decklist, book: StepBook) -> None:
    """Note what makes no sense in the steps of this file's cards."""
    for slug, path in written.items():
        for fault in book.faults(decklist.by_slug[slug], decklist.by_slug):
            page.fault((*path, fault.where), f"steps.{fault.key}", grave=True, **fault.blanks)


def _same(page: Page, path: Path, block: Tables, name: str, model: Card) -> str:
    """Return a card's kind or back, by default that of the card it follows; another one is a fault."""
    there = str(getattr(model, name))
    said = page.text(block, path, name)
    if said and said != there:
        page.fault((*path, name), f"card.{name}-differs", slug=block["slug"], effect=model.slug, there=there)
    return there


def _copies(page: Page, path: Path, block: Tables, slug: str) -> tuple[int, tuple[int, ...]] | None:
    """Return the number of copies of a block, and their printed numbers."""
    numbers = page.numbers(block, path, "numbers", LEAST_NUMBER, MOST_NUMBER)
    copies = page.number(block, path, "copies", 1, MOST_COPIES)
    if numbers and copies is not None and copies != len(numbers):
        page.fault((*path, "copies"), "card.counts", slug=slug, copies=copies, numbers=len(numbers))
    if numbers:
        return len(numbers), numbers
    if "numbers" not in block and "copies" not in block:
        page.fault(path, "card.no-copies", slug=slug)
    return None if copies is None or "numbers" in block else (copies, ())


def _printed(
    page: Page, path: Path, block: Tables, name: str, known: Sequence[str], model: Card | None, usual: str | None
) -> str:
    """Return the kind or the back of a card, one of those `known`, or that of the card whose rules it follows.

    `usual` where the block does not say it; None: it has to.
    """
    if model is not None:
        return _same(page, path, block, name, model)
    said = page.text(block, path, name, required=usual is None) or usual or ""
    if said and known and said not in known:
        page.fault((*path, name), f"card.{name}", grave=True, known=", ".join(known), **{name: said})
    return said
