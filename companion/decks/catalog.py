"""Which games and decks there are: it finds the data folders, reads them, and joins each with its rules.

The decks that come with the companion lie in the wheel at `companion/_decklists`, in a checkout beside the package at
`decklists/`. A host's own decks are folders of data: a folder with a `deck.toml`, or a folder of such folders. Other
packages name their games by entry points, and have the deck beside the rules (docs/add-a-game.md).
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from companion.decks.findings import in_order
from companion.decks.loader import FALLBACK, Box, Finding, Reading, Source, read, slug_of
from companion.decks.loader_deck import check_lessons
from companion.decks.toml_source import Page
from companion.engine.deck import Decklist
from companion.engine.kit.game import Game
from companion.engine.kit.steps import StepBook
from companion.engine.words import Wording
from companion.games import SLUGS, find
from companion.i18n.catalog import files_of, own_folder, sentences_of, tags, words

DECK_FILE = "deck.toml"
DEFAULT_GAME = "la-cosa"
EDITIONS = "editions"
"""The folder beside a game's deck that holds its other editions."""
MOST_BYTES = 1_000_000

GROUP = "companion.games"
"""The entry points under which other packages name their games."""
STEPS_GROUP = "companion.steps"
"""The entry points under which other packages bring steps for the cards of a game."""
INSTALLED_DECK = "deck"
"""The folder of an installed game's deck, in the package of its rules."""
READ_INSTEAD = {"ca": "es"}
"""The language that tells a game without words in this one, where it is not English: `new.in-english` names it."""
EXTRAS = "extras"
"""The folder beside a game's deck that holds the cards which some boxes have besides, each by itself."""
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")


class CatalogFault(ValueError):
    """There is no such game or deck, or it cannot be used. `sentence` says so; `findings` are its faults by line."""

    def __init__(self, key: str, findings: Sequence[Finding] = (), **blanks: object) -> None:
        self.key = key
        self.findings = tuple(findings)
        self._blanks = blanks
        super().__init__(self.sentence())

    def sentence(self, lang: str = "es") -> str:
        """Return what is wrong, as a sentence."""
        first = next((f.text(lang) for f in self.findings if f.grave), "")
        return words("decks", lang).say(f"catalog.{self.key}", **self._blanks, first=first)


@dataclass(frozen=True)
class Title:
    """A game that can be played: the deck it is played with, its words by language, and its rules."""

    decklist: Decklist
    words: Mapping[str, Wording]
    other_rules: Game | None = None
    """The rules, if they are not those the companion knows for the deck's game."""

    @property
    def game(self) -> Game:
        """The rules. They are imported when first asked for: a list of games does without."""
        return self.other_rules or _rules(self.decklist.game)

    def wording(self, lang: str) -> Wording:
        """Return the words of a language: `es-AR` falls back to `es`, an unknown one to Spanish, others to English."""
        return wording(self.words, lang)


def wording(words: Mapping[str, Wording], lang: str) -> Wording:
    """Return the words of a language.

    `es-AR` falls back to `es`; a language that is spoken, though not here, to English or the one its speakers read; an
    unknown one to Spanish.
    """
    tag = lang.replace("_", "-")
    plain = tag.split("-")[0].lower()
    for known in (tag, plain):
        if known in words:
            return words[known]
    near = words.get(READ_INSTEAD.get(plain, "en")) if plain in tags() else None
    return near or words.get("es") or next(iter(words.values()), Wording(lang, {}))


def gentle(game: str, lang: str) -> Mapping[str, str]:
    """Return the sentences that a game says more gently, for tables with children; none if there are none."""
    return _gentle(game, lang, own_folder())


@lru_cache(maxsize=16)
def _gentle(game: str, lang: str, _: Path | None) -> Mapping[str, str]:
    path = files_of(f"{game}-gentle").get(lang, _folder_of(game) / "gentle" / f"{lang}.toml")
    return sentences_of(path)


def example(game: str) -> bytes:
    """Return a short playthrough that contains every kind of action; empty if nobody wrote one."""
    path = _folder_of(game) / "example.jsonl" if game in game_slugs() else None
    return path.read_bytes() if path is not None and path.is_file() else b""


@lru_cache(maxsize=8)
def puzzles(game: str) -> tuple[Mapping[str, Any], ...]:
    """Return the puzzles that come with a game; none if nobody made any."""
    path = _folder_of(game) / "puzzles.json"
    return tuple(json.loads(path.read_text("utf-8"))) if path.is_file() else ()


def decklists_folder() -> Path:
    """Return the folder of the decks that come with the companion."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "_decklists"
    return installed if installed.is_dir() else package.parent / "decklists"


def editions(game: str) -> tuple[Title, ...]:
    """Return a game as it is sold: with its own deck, then with that of each other edition that comes with the
    companion."""
    there = (slug for slug, folder in _edition_folders().items() if folder.parents[1].name == game)
    return (title(game), *(title(game, slug) for slug in there))


def extras(game: str) -> tuple[str, ...]:
    """Return the cards that may lie in a game's box besides, by the slugs of their decks."""
    return tuple(slug for slug, folder in _extra_folders().items() if folder.parents[1].name == game)


def parted(deck: str) -> tuple[str, tuple[str, ...]]:
    """Return a box's deck, and what lies in it besides: `la-cosa-ru-lovecraft` is `la-cosa-ru` with `lovecraft`."""
    for slug in _extra_folders():
        if deck.endswith(f"-{slug}"):
            base, besides = parted(deck.removesuffix(f"-{slug}"))
            return base, (*besides, slug)
    return deck, ()


def put_together(deck: str, besides: Collection[str]) -> str:
    """Return what the deck of a box is called with these besides, in whichever order they were named."""
    return "-".join((deck, *(slug for slug in _extra_folders() if slug in besides)))


def game_slugs() -> tuple[str, ...]:
    """Return the slugs of the games whose rules are known: the companion's own, then those of other packages."""
    return (*SLUGS, *_installed().games)


class _Installed(NamedTuple):
    """The games of other packages, each with its rules and the folder of its deck, and what is wrong with the rest."""

    games: Mapping[str, tuple[Game, Path]]
    faults: tuple[CatalogFault, ...]


@cache
def _installed() -> _Installed:
    from importlib.metadata import entry_points

    games: dict[str, tuple[Game, Path]] = {}
    faults: list[CatalogFault] = []
    for entry in entry_points(group=GROUP):
        slug = entry.name
        try:
            if slug in SLUGS or slug in games:
                raise CatalogFault("game.twice", slug=slug, package=entry.module)
            game, package = entry.load(), import_module(entry.module)
            if not isinstance(game, Game) or game.slug != slug:
                raise CatalogFault("game.not-one", slug=slug, package=entry.module)
            folder = Path(str(package.__file__)).parent / INSTALLED_DECK
            _usable(folder, read_folder(folder, thorough=False, games=(slug,)), slug)
            games[slug] = game, folder
        except CatalogFault as fault:
            faults.append(fault)
        except Exception as why:  # whatever the code of others does when it is imported, our own games can be played
            faults.append(
                CatalogFault("game.broken", slug=slug, package=entry.module, why=f"{type(why).__name__}: {why}")
            )
    return _Installed(games, tuple(faults))


def broken_games() -> tuple[CatalogFault, ...]:
    """Return what cannot be used among the games and steps of other packages."""
    return (*_installed().faults, *_broken_steps)


@cache
def _rules(slug: str) -> Game:
    game = find(slug) if slug in SLUGS else _installed().games[slug][0]
    if game.steps is not None:
        # Steps of other packages stand beside those of the game; one that it has already stays as it is.
        from importlib.metadata import entry_points

        for entry in entry_points(group=STEPS_GROUP, name=slug):
            try:
                for form, step in entry.load().items():
                    game.steps.steps.setdefault(str(form), step)
            except Exception as why:  # as with games: whatever the code of others does, ours can be played
                broken = f"{type(why).__name__}: {why}"
                _broken_steps.append(CatalogFault("steps.broken", slug=slug, package=entry.module, why=broken))
    return game


_broken_steps: list[CatalogFault] = []


def _folder_of(slug: str) -> Path:
    return decklists_folder() / slug if slug in SLUGS else _installed().games[slug][1]


def title(game: str = DEFAULT_GAME, deck: str = "", folders: Sequence[Path] = ()) -> Title:
    """Return a game with its own deck, or with a host's (`deck`, found in `folders`). Raise `CatalogFault`."""
    game = game or DEFAULT_GAME
    return _title(game, "" if deck == game else deck, tuple(Path(folder) for folder in folders), own_folder())


@lru_cache(maxsize=64)
def _title(game: str, deck: str, folders: tuple[Path, ...], _: Path | None) -> Title:
    if game not in SLUGS and game not in game_slugs():
        raise CatalogFault("game.unknown", slug=game, known=", ".join(game_slugs()))
    box = _host_box(deck, folders) if deck else _own_box(game, own_folder())
    if box.decklist.game != game:
        raise CatalogFault("deck.other-game", slug=deck, game=box.decklist.game)
    return Title(box.decklist, box.words)


def titles(folders: Sequence[Path] = ()) -> tuple[Title, ...]:
    """Every game with its own deck, then its other editions, then every deck of these folders that can be used."""
    slugs = game_slugs()
    own = tuple(title(game) for game in slugs) + tuple(one for game in slugs for one in editions(game)[1:])
    boxes = (read_folder(folder, thorough=False).box for folder in deck_folders(folders))
    return own + tuple(Title(box.decklist, box.words) for box in boxes if box)


def broken(folders: Sequence[Path]) -> Iterator[CatalogFault]:
    """Yield what cannot be used among a host's folders: one without any deck, and every deck with grave faults."""
    for folder in folders:
        decks = tuple(deck_folders([folder]))
        if not decks:
            yield CatalogFault("folder.none", folder=folder)
        for deck in decks:
            reading = read_folder(deck, thorough=False)
            if reading.box is None:
                yield CatalogFault("deck.faulty", reading.findings, slug=_slug(deck), folder=deck)


def deck_folders(folders: Sequence[Path]) -> Iterator[Path]:
    """Yield the deck folders among these: each is one itself, or holds some."""
    for folder in folders:
        if (folder / DECK_FILE).is_file():
            yield folder
        elif folder.is_dir():
            yield from sorted(inner.parent for inner in folder.glob(f"*/{DECK_FILE}"))


@lru_cache(maxsize=16)
def _own_box(slug: str, _: Path | None) -> Box:
    """Return the box of a deck that comes with the companion, in the languages of a host's folder too."""
    folder = _folder_of(slug)
    if not (folder / DECK_FILE).is_file():
        raise CatalogFault("folder.none", folder=folder)
    return _usable(folder, read_folder(folder, thorough=False), slug)


def _host_box(deck: str, folders: Sequence[Path]) -> Box:
    there = {folder: _slug(folder) for folder in deck_folders([*_edition_folders().values(), *folders])}
    called = [folder for folder, slug in there.items() if slug == deck]
    base, besides = parted(deck)
    if not called and besides:
        beneath = put_together(base, besides[:-1])
        box = _base_box(beneath) or _host_box(beneath, folders)
        folder = _extra_folders()[besides[-1]]
        found = _usable(folder, read_folder(folder, thorough=False, base=box), deck)
        return replace(found, decklist=replace(found.decklist, slug=deck))
    if not called:
        raise CatalogFault("deck.unknown", slug=deck, known=", ".join((*game_slugs(), *there.values())))
    if len(called) > 1:
        raise CatalogFault("deck.twice", slug=deck, folder=called[0], other=called[1])
    return _usable(called[0], read_folder(called[0], thorough=False), deck)


def _slug(folder: Path) -> str:
    """Return the slug of the deck in a folder, however faulty it is."""
    return slug_of(_source(folder / DECK_FILE, [])) or folder.resolve().name


def read_folder(
    folder: Path, *, thorough: bool = True, games: Collection[str] = (), base: Box | None = None
) -> Reading:
    """Read the deck file and the language files of a folder, with every fault by file and line.

    `games`: those it may be for; by default all that are known. `base`: the box it lies on, if it is not the one the
    deck itself names.
    """
    faults: list[Finding] = []
    deck = _source(folder / DECK_FILE, faults)
    languages: dict[str, Source] = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name == DECK_FILE:
            continue
        if _LANGUAGE.fullmatch(path.stem):
            languages[path.stem] = _source(path, faults, grave=path.stem in FALLBACK)
        else:
            faults.append(Finding(str(path), 1, "file.language", {"name": path.name}, grave=False))
    beneath: dict[str, Mapping[str, str]] = {}
    if folder.resolve().parent == decklists_folder().resolve():
        for lang, path in files_of(folder.name).items():
            beneath[lang] = sentences_of(folder / f"{lang}.toml")
            languages[lang] = _source(path, faults, grave=lang in FALLBACK)
    # The printed boxes are known to make sense, and a list of games does without the rules.
    shipped = not thorough and (bool(games) or folder.resolve().parent == decklists_folder().resolve())
    reading = read(
        deck,
        languages,
        folder=folder.resolve().name,
        find=(lambda slug: base) if base else _base_box,
        beneath=beneath,
        games=games or game_slugs(),
        thorough=thorough,
        steps=lambda game: None if shipped or game not in game_slugs() else _rules(game).steps or StepBook({}),
    )
    usable = reading.box if not any(fault.grave for fault in faults) else None
    # A file that cannot be read counts as empty; what an empty file lacks need not be said as well.
    unread = {fault.file for fault in faults}
    found = [*faults, *(finding for finding in reading.findings if finding.file not in unread)]
    if thorough and usable:
        found += _lesson_faults(deck, usable)
    return Reading(usable, in_order(found))


ASKED = "scene.respond."
"""Before what somebody can be asked, in the sentences of every game."""


def _lesson_faults(deck: Source, box: Box) -> list[Finding]:
    """List what the lessons of a deck wait for that its game does not have."""
    page = Page(deck)
    asked = {
        key.removeprefix(ASKED) for words in box.words.values() for key in words.sentences if key.startswith(ASKED)
    }
    game = _rules(box.decklist.game)
    tracks = [one.name for one in game.declarations]
    check_lessons(page, box.decklist.lessons, {"step": game.phases.keys(), "about": asked, "track": tracks})
    return page.findings


def _source(path: Path, faults: list[Finding], *, grave: bool = True) -> Source:
    """Return a file's text; empty, with a fault noted, if it cannot be read."""
    try:
        if (size := path.stat().st_size) > MOST_BYTES:
            faults.append(Finding(str(path), 1, "too-long", {"size": size, "most": MOST_BYTES}, grave))
        else:
            return Source(str(path), path.read_text("utf-8"))
    except UnicodeDecodeError:
        faults.append(Finding(str(path), 1, "file.encoding", {}, grave))
    except OSError as error:
        faults.append(Finding(str(path), 1, "file.unreadable", {"why": error.strerror or error}, grave))
    return Source(str(path), "")


def own_folders() -> tuple[Path, ...]:
    """Return the folders of the decks that come with the companion."""
    return tuple(deck_folders([decklists_folder(), *_edition_folders().values(), *_extra_folders().values()]))


@cache
def _edition_folders() -> Mapping[str, Path]:
    """Return the folder of each other edition that comes with the companion, by the slug of its deck."""
    return {_slug(folder): folder for folder in deck_folders([decklists_folder() / slug / EDITIONS for slug in SLUGS])}


@cache
def _extra_folders() -> Mapping[str, Path]:
    """Return the folder of what may lie in a box besides, by the slug of its deck."""
    return {_slug(folder): folder for folder in deck_folders([decklists_folder() / slug / EXTRAS for slug in SLUGS])}


def _base_box(slug: str) -> Box | None:
    """Return the box a host's deck is based on: one of those that come with a game."""
    if slug in game_slugs():
        return _own_box(slug, own_folder())
    return _host_box(slug, ()) if parted(slug)[1] or slug in _edition_folders() else None


def _usable(folder: Path, reading: Reading, slug: str) -> Box:
    if reading.box is None:
        raise CatalogFault("deck.faulty", reading.findings, slug=slug, folder=folder)
    return reading.box
