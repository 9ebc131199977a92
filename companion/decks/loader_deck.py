"""A deck file: whose box it is, which copies it lacks, which house questions it answers in its own way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast, get_args

from companion.decks.loader_cards import LEAST_NUMBER, MOST_NUMBER, Known, headings_of, read_cards, unique_cards
from companion.decks.loader_lines import Path
from companion.decks.toml_source import Page, Tables, is_slug
from companion.engine import facts as f
from companion.engine.deck import Card, Decklist, Lesson, Option
from companion.engine.facts import Setting
from companion.engine.measures import Measure
from companion.engine.words import Wording

LESSON_KEYS = ("name", "step", "about", "fact", "card", "kind", "track", "each")
FACTS = tuple(kind.__name__ for kind in get_args(f.Fact))


def read_lessons(page: Page, cards: Sequence[Card]) -> tuple[Lesson, ...]:
    """Return the lessons of a deck. Every card and event they name has to exist."""
    slugs, kinds = [card.slug for card in cards], sorted({card.kind for card in cards})
    lessons: dict[str, Lesson] = {}
    for path, block in page.blocks("lesson"):
        page.only(block, path, LESSON_KEYS)
        name = page.slug(block, path, "name", required=True)
        said = {key: page.text(block, path, key) for key in LESSON_KEYS[1:-1]}
        if name in lessons:
            page.fault((*path, "name"), "lesson.twice", name=name)
        if not any(said.values()):
            page.fault(path, "lesson.never", name=name)
        for key, known in (("fact", FACTS), ("card", slugs), ("kind", kinds)):
            if said[key] and said[key] not in known:
                page.fault((*path, key), "lesson.unknown", name=name, what=said[key][:60], known=", ".join(known))
        each = block.get("each", False)
        if not isinstance(each, bool):
            page.fault((*path, "each"), "type.truth", name="each")
            each = False
        lessons[name] = Lesson(name, **said, each=each)
    return tuple(lessons.values())


def check_lessons(page: Page, lessons: Sequence[Lesson], there: Mapping[str, Collection[str]]) -> None:
    """No lesson waits for a step, an answer or a number that its game does not have. `there`: those it has, by the key
    of a lesson."""
    for k, lesson in enumerate(lessons):
        for key, names in there.items():
            what = getattr(lesson, key)
            if what and what not in names:
                known = ", ".join(sorted(names))
                page.fault(("lesson", k, key), "lesson.unknown", grave=False, name=lesson.name, what=what, known=known)


KEYS = ("name", "least", "most", "rows", "columns", "total", "players")
MOST = 999


def read_measures(page: Page) -> tuple[Measure, ...]:
    """Return the figures of the board that a deck declares, in the order in which they are asked."""
    found: dict[str, Measure] = {}
    for path, block in page.blocks("measure"):
        page.only(block, path, KEYS)
        name = page.slug(block, path, "name", required=True)
        rows, columns = page.texts(block, path, "rows"), page.texts(block, path, "columns")
        least = page.number(block, path, "least", 0, MOST) or 0
        most = page.number(block, path, "most", least, MOST)
        total = page.number(block, path, "total", 0, MOST) or 0
        players = page.numbers(block, path, "players", 1, 20)
        if name in found:
            page.fault((*path, "name"), "measure.twice", name=name)
        if not all(map(is_slug, (*rows, *columns))) or (columns and not rows):
            page.fault(path, "measure.shape", name=name)
        if players is not None and (len(players) != 2 or players[0] > players[1]):
            page.fault((*path, "players"), "measure.shape", name=name)
            players = None
        sizes = (players[0], players[1]) if players else None
        found[name] = Measure(name, least, MOST if most is None else most, rows, columns, total, sizes)
    return tuple(found.values())


OWN_KEYS = (
    "game",
    "slug",
    "seal",
    "players",
    "setup",
    "marks",
    "card",
    "option",
    "missing",
    "lesson",
    "measure",
    "decks",
    "words",
)
BASED_KEYS = ("base", "game", "slug", "players", "setup", "card", "option", "missing", "renumbered")
MOST_PLAYERS = 20
MOST_CARDS = 600


@dataclass(frozen=True, slots=True)
class Box:
    """A deck and the words said with it, by language. `unique`: the cards of which there is one copy in any deck."""

    decklist: Decklist
    words: Mapping[str, Wording]
    unique: frozenset[str] = frozenset()


def read_deck(page: Page, folder: str, box: Box | None, kinds: Sequence[str], backs: Sequence[str]) -> Decklist:
    """Read a deck file; to be used only if the page is not `broken` afterwards. `folder` is the default slug."""
    base, unique = (box.decklist, box.unique) if box else (None, unique_cards(page))
    page.only(page.tables, (), BASED_KEYS if base else OWN_KEYS)
    fewest, most = _players(page, base)
    marks = base.marks if base else headings_of(page)
    cards = read_cards(page, Known(base.by_slug if base else {}, kinds, backs, unique if base else frozenset(), marks))
    if base:
        cards = _renumbered(page, cards)
    game = page.slug(page.tables, (), "game", required=base is None)
    if base and game and game != base.game:
        page.fault(("game",), "game.base", game=game, base=base.game)
    decklist = Decklist(
        game=game or (base.game if base else ""),
        slug=_slug(page, folder, base),
        seal=base.seal if base else page.text(page.tables, (), "seal", required=True),
        fewest=fewest,
        most=most,
        cards=cards,
        missing=_missing(page, cards, base, unique),
        options=_options(page, base),
        setup=_setup(page, base),
        marks=marks,
        lessons=base.lessons if base else read_lessons(page, cards),
        decks=base.decks if base else page.texts(page.tables, (), "decks"),
        measures=base.measures if base else read_measures(page),
    )
    if not page.broken:
        _enough(page, decklist)
    return decklist


def _slug(page: Page, folder: str, base: Decklist | None) -> str:
    slug = page.slug(page.tables, (), "slug") or (folder if is_slug(folder) else "")
    if not slug and "slug" not in page.tables:
        page.fault((), "key.missing", name="slug")
    if base and slug == base.slug:
        page.fault(("slug",), "slug.base", slug=slug)
    return slug


def _players(page: Page, base: Decklist | None) -> tuple[int, int]:
    least, most = (base.fewest, base.most) if base else (1, MOST_PLAYERS)
    said = page.tables.get("players")
    if said is None:
        if not base:
            page.fault((), "key.missing", name="players")
        return least, most
    numbers = page.numbers(page.tables, (), "players", least, most)
    if numbers is not None and (len(numbers) != 2 or numbers[0] > numbers[1]):
        page.fault(("players",), "players.shape", least=least, most=most)
    return (numbers[0], numbers[1]) if numbers and len(numbers) == 2 else (least, most)


def _setup(page: Page, base: Decklist | None) -> dict[str, int]:
    table = page.table("setup")
    setup = dict(base.setup) if base else {}
    if base:
        page.only(table, ("setup",), tuple(base.setup))
    for name in table:
        figure = page.number(table, ("setup",), name, 0, 99)
        if figure is not None:
            setup[name] = figure
    return setup


def _renumbered(page: Page, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards with another number printed on some of their copies, as `"infectado.10" = 7` says."""
    table, by_slug = page.table("renumbered"), {card.slug: card for card in cards}
    for copy in table:
        number = page.number(table, ("renumbered",), copy, LEAST_NUMBER, MOST_NUMBER)
        slug, _, k = copy.rpartition(".")
        card = by_slug.get(slug)
        if card is None or k not in map(str, range(1, card.copies + 1)):
            page.fault(("renumbered", copy), "missing.unknown", copy=copy[:60], example=f"{cards[0].slug}.1")
        elif not card.numbers:
            page.fault(("renumbered", copy), "renumbered.bare", copy=copy)
        elif number is not None:
            numbers = (*card.numbers[: int(k) - 1], number, *card.numbers[int(k) :])
            by_slug[slug] = replace(card, numbers=numbers)
    return tuple(by_slug.values())


def _missing(page: Page, cards: Sequence[Card], base: Decklist | None, unique: frozenset[str]) -> frozenset[str]:
    """Return the copies this box lacks, those its base lacks included."""
    there = {f"{card.slug}.{k}" for card in cards for k in range(1, card.copies + 1)}
    seen: set[str] = set()
    for copy in page.texts(page.tables, (), "missing"):
        if copy in seen:
            page.fault(("missing",), "missing.twice", copy=copy)
        elif copy not in there:
            page.fault(("missing",), "missing.unknown", copy=copy[:60], example=f"{cards[0].slug}.1" if cards else "")
        elif copy.rpartition(".")[0] in unique:
            page.fault(("missing",), "card.unique", slug=copy.rpartition(".")[0])
        seen.add(copy)
    return frozenset(seen & there) | (base.missing if base else frozenset())


def _options(page: Page, base: Decklist | None) -> tuple[Option, ...]:
    """Return the house questions, each with its default first; a deck based on another only narrows or reorders
    them."""
    known = {option.name: option for option in base.options} if base else {}
    options = dict(known)
    seen: set[str] = set()
    for path, block in page.blocks("option"):
        page.only(block, path, ("name", "values"))
        name = page.text(block, path, "name", required=True)
        values = _values(page, path, block)
        if name in seen:
            page.fault((*path, "name"), "option.twice", name=name)
        elif base and name and name not in known:
            page.fault((*path, "name"), "option.unknown", name=name, known=", ".join(known))
        elif name and values:
            base_values = known[name].values if name in known else values
            there = {(type(value), value) for value in base_values}  # `true` is not 1
            for value in values:
                if (type(value), value) not in there:
                    spelled_out = ", ".join(map(spelled, base_values))
                    page.fault((*path, "values"), "option.value", name=name, value=spelled(value), known=spelled_out)
            options[name] = Option(name, values)
        seen.add(name)
    return tuple(options.values())


def _values(page: Page, path: Path, block: Tables) -> tuple[Setting, ...]:
    values = block.get("values")
    if values is None:
        page.fault(path, "key.missing", name="values")
        return ()
    if isinstance(values, list) and values:
        kind = type(values[0])
        is_alike = kind in (str, int, bool) and all(type(value) is kind for value in values)
        if is_alike and len(set(values)) == len(values):
            return tuple(cast("list[Setting]", values))
    page.fault((*path, "values"), "type.values")
    return ()


def spelled(value: Setting) -> str:
    """Return a value as it stands in TOML and as the key of its label: true, 2, face-up."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _enough(page: Page, decklist: Decklist) -> None:
    """There are cards to deal for every number of players, and not more than a box can hold."""
    if (cards := len(decklist.copies)) > MOST_CARDS:
        page.fault(("card",), "deck.large", cards=cards, most=MOST_CARDS)
    for players in range(decklist.fewest, decklist.most + 1):
        needed = decklist.setup.get("hand", 0) * players
        if decklist.size(players) < needed:
            page.fault((), "deck.small", players=players, cards=decklist.size(players), needed=needed)
            return
