"""Every fault of a deck or language file is named with its file, its line and the right sentence."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.decks.catalog import read_folder, title
from companion.decks.loader import Reading, Source, read
from companion.decks.loader_lines import index_of
from companion.i18n import catalog
from tests.decks.decks import ENGLISH, SMALL, SPANISH, read_host, read_small, written


def faults(reading: Reading) -> list[tuple[str, int, str]]:
    return [(f.file, f.line, f.key) for f in reading.findings]


def test_a_faultless_deck_is_read_whole() -> None:
    reading = read_small()
    assert reading.findings == ()
    assert reading.box is not None
    decklist = reading.box.decklist
    assert [c.id for c in decklist.copies] == ["one.1", "one.2", "one.3", "one.4", "two.1", "two.2"]
    assert decklist.size(4) == 5 and decklist.size(5) == 6
    assert (decklist.fewest, decklist.most, decklist.setup["hand"]) == (4, 5, 1)
    assert decklist.by_slug["two"].back == "panic" and decklist.by_slug["one"].back == "away"
    option = decklist.option("rounds")
    assert option is not None and option.default == 2
    assert reading.box.words["en"].card("one") == "One"


def test_a_long_text_ends_at_its_own_quotes_alone() -> None:
    text = "a = '''\n\"\"\"\nb = 1\n'''\nc = \"\"\"\n''' \nd = 2\"\"\"\n[e]\nf = 3\n"
    assert tomllib.loads(text).keys() == {"a", "c", "e"}
    assert index_of(text) == {"a": 1, "c": 5, "e": 8, "e.f": 9}


def test_the_smallest_numbers_and_players_there_can_be() -> None:
    deck = changed("numbers = [4, 4, 4, 5]", "numbers = [0, 20]").replace("players = [4, 5]", "players = [1, 3]")
    reading = read_small(deck=deck)
    assert reading.findings == () and reading.box is not None
    assert (reading.box.decklist.fewest, reading.box.decklist.size(1)) == (1, 3)


def changed(before: str, after: str) -> str:
    assert before in SMALL
    return SMALL.replace(before, after, 1)


MANY = '\n[[card]]\nslug = "c{k}"\nkind = "action"\ncopies = 99'
DECK_FAULTS = [
    ('seal = "abc"', 'seal = "abc', 3, "toml"),
    ("[setup]", "[setup", 6, "toml"),
    ('slug = "small"', 'slug = "small"\nslug = "again"', 3, "toml.twice"),
    ('seal = "abc"\n', "", 1, "key.missing"),
    ('seal = "abc"', "seal = 7", 3, "type.text"),
    ('slug = "small"', 'slug = "Peque ño"', 2, "slug.shape"),
    ("players = [4, 5]", "player = [4, 6]", 4, "key.near"),
    ("players = [4, 5]", "players = [4, 5]\nxyz = 1", 5, "key.unknown"),
    ("players = [4, 5]", "players = [5, 4]", 4, "players.shape"),
    ("players = [4, 5]", "players = 4", 4, "type.numbers"),
    ("players = [4, 5]", "players = [4, 40]", 4, "type.numbers"),
    ("hand = 1", 'hand = "one"', 7, "type.number"),
    ("hand = 1", "hand = true", 7, "type.number"),
    ("hand = 1", "hand = 3", 1, "deck.small"),
    ('kind = "action"', 'kind = "acton"', 11, "card.kind"),
    ('kind = "action"\n', "", 9, "key.missing"),
    ('kind = "action"', 'knid = "action"', 11, "key.near"),
    ("numbers = [4, 4, 4, 5]", "numbers = [4, 4, 21]", 12, "type.numbers"),
    ("numbers = [4, 4, 4, 5]", "numbers = [4, -1]", 12, "type.numbers"),
    ("numbers = [4, 4, 4, 5]", "numbers = []", 12, "type.numbers"),
    ("numbers = [4, 4, 4, 5]", 'numbers = "4 4 6"', 12, "type.numbers"),
    ("numbers = [4, 4, 4, 5]", "numbers = [4, 4, 4, 5]\ncopies = 2", 13, "card.counts"),
    ("numbers = [4, 4, 4, 5]", "numbers = [4, 4, 4, 5]\ncopies = 5", 13, "card.counts"),
    ("numbers = [4, 4, 4, 5]\n", "", 9, "card.no-copies"),
    ("copies = 2", "copies = 0", 17, "type.number"),
    ("copies = 2", "copies = 2\nunique = true", 14, "card.unique"),
    ("copies = 2", "copies = 2\nunique = 1", 18, "type.truth"),
    ("copies = 2", "copies = 2.0", 17, "type.number"),
    ('back = "panic"', 'back = "pink"', 18, "card.back"),
    ('slug = "two"', 'slug = "one"', 15, "card.twice"),
    ('slug = "two"\n', "", 14, "key.missing"),
    ('back = "panic"', 'effect = "nothing"', 18, "card.effect"),
    ("[[card]]", "[card]", 14, "toml.twice"),
    ('seal = "abc"', 'seal = "abc"\nmissing = ["one.5"]', 4, "missing.unknown"),
    ('seal = "abc"', 'seal = "abc"\nmissing = ["one.1", "one.1"]', 4, "missing.twice"),
    ('seal = "abc"', 'seal = "abc"\nmissing = "one.1"', 4, "type.texts"),
    ("values = [2, 1]", "values = [2, 2]", 22, "type.values"),
    ("values = [2, 1]", "values = [2, true]", 22, "type.values"),
    ("values = [2, 1]", "values = [[2]]", 22, "type.values"),
    ("values = [2, 1]", 'values = [2, 1]\n[[option]]\nname = "rounds"\nvalues = [3]', 24, "option.twice"),
    ("values = [2, 1]\n", "", 20, "key.missing"),
    ("values = [2, 1]", 'values = [2, 1]\n[[measure]]\nname = "a"\n[[measure]]\nname = "a"', 26, "measure.twice"),
    ("values = [2, 1]", 'values = [2, 1]\n[[measure]]\nname = "a"\ncolumns = ["x"]', 23, "measure.shape"),
    ("values = [2, 1]", 'values = [2, 1]\n[[measure]]\nname = "a"\nplayers = [5, 4]', 25, "measure.shape"),
    ("values = [2, 1]", 'values = [2, 1]\n[[measure]]\nname = "a"\nleast = 3\nmost = 2', 26, "type.number"),
    *[
        ("copies = 2", f"copies = 2\nonly = {only}", 18, "card.only")
        for only in ("3", "{ a = 1, b = 2 }", "{ a = [1] }")
    ],
    ("copies = 2", "copies = 2\nonly = { rounds = 1, from = 3 }", 18, "type.number"),
    ("copies = 2", "copies = 99" + "".join(MANY.format(k=k) for k in range(6)), 9, "deck.large"),
    ("copies = 2", "copies = 100", 17, "type.number"),
    ("[setup]\nhand = 1", "setup = 3", 6, "type.table"),
    ('seal = "abc"', 'seal = "abc"\nlesson = 3', 4, "type.tables"),
]


@pytest.mark.parametrize(("before", "after", "line", "key"), DECK_FAULTS)
def test_a_fault_of_the_deck_file(before: str, after: str, line: int, key: str) -> None:
    reading = read_small(deck=changed(before, after))
    assert ("deck.toml", line, key) in faults(reading)
    assert reading.box is None


def test_a_broken_file_says_nothing_but_that_it_is_broken() -> None:
    reading = read_small(deck='game = "la-cosa')
    assert faults(reading) == [("deck.toml", 1, "toml.end")]
    assert faults(read_small(deck='game = "la-cosa"\nmissing = [\n"one.1",\n')) == [("deck.toml", 4, "toml.end")]


def test_an_empty_deck_file_lacks_everything() -> None:
    keys = {key for _, _, key in faults(read_small(deck=""))}
    assert keys >= {"key.missing", "card.none"}


WORD_FAULTS = [
    ("es", 'name = "Uno"\n', "", 9, "card.name-missing"),
    ("es", 'text = "Haz otra."\n', "", 13, "card.text-missing"),
    ("es", 'name = "Uno"', "name = 1", 10, "type.sentence"),
    ("es", 'name = "Uno"', 'name = " "', 10, "words.empty"),
    ("es", 'name = "Uno"', f'name = "{"U" * 41}"', 10, "words.long"),
    ("es", '"Haz una cosa."', f'"{"U" * 481}"', 11, "words.long"),
    ("es", "values.1 =", "values.3 =", 17, "option.words-missing"),
    ("es", "[cards.two]", "[cards.three]", 14, "words.superfluous"),
    ("es", '"{player} roba {count} cartas."', '"{player} roba {count cartas."', 24, "words.braces"),
    ("es", '"{player} roba {count} cartas."', '"{player.x} roba {0} cartas."', 24, "words.braces"),
    ("es", '"{player} roba {count} cartas."', '"{player!r} roba {} cartas."', 24, "words.braces"),
    ("en", 'drew = "{player} draws {count} cards."\n', "", 23, "words.missing"),
    ("en", '"{player} draws {count} cards."', '"{player} draws {number} cards."', 24, "words.blanks"),
    ("en", '"{player} draws {count} cards."', '"Somebody draws."', 24, "words.blanks"),
    ("es", "[say]", 'values.3 = "Tres"\n\n[say]', 23, "words.superfluous"),
    ("en", "drew =", 'drawn = "Drawn."\ndrew =', 24, "words.superfluous"),
    ("en", '"Two"\n', '"Two\n', 14, "toml"),
]


@pytest.mark.parametrize(("lang", "before", "after", "line", "key"), WORD_FAULTS)
def test_a_fault_of_a_language_file(lang: str, before: str, after: str, line: int, key: str) -> None:
    texts = {"es": SPANISH, "en": ENGLISH}
    assert before in texts[lang]
    texts[lang] = texts[lang].replace(before, after, 1)
    reading = read_small(**texts)
    assert (f"{lang}.toml", line, key) in faults(reading)
    assert (reading.box is None) == (key == "toml"), "only a file that cannot be read keeps the deck from being played"


def test_a_faulty_translation_does_not_keep_the_deck_from_being_played() -> None:
    reading = read_small(en=ENGLISH.replace('"{player} draws', '"{player draws'))
    assert reading.box is not None
    assert reading.box.words["en"].say("say.drew", player="Ana", count=1) == "Ana roba 1 cartas."


def test_without_a_spanish_file_the_words_are_missing() -> None:
    assert ("deck.toml", 1, "words.none") in faults(read_small(es=None))


def test_the_fault_names_the_line_inside_a_file_with_long_texts() -> None:
    long_text = SPANISH.replace('"Haz una cosa."', '"""\nname = "no clave"\n[cards.no]\n"""').replace(
        '"Dos"\ntext', "5\ntext"
    )
    assert ("es.toml", 17, "type.sentence") in faults(read_small(es=long_text))


def test_a_rule_whose_name_has_a_dot_is_found_on_its_line() -> None:
    es = SPANISH + '\n[rules."game.over"]\ntext = "Fin."\nwhere.page = "5"\n'
    en = ENGLISH + '\n[rules."game.over"]\ntext = "Over {so}."\n'
    assert faults(read_small(es=es, en=en)) == [("en.toml", 26, "words.missing"), ("en.toml", 27, "words.blanks")]
    missing = read_small(es=es, en=en).findings[0]
    assert "es.toml:28" in missing.text()


def noted(tree: ast.AST) -> Iterator[str]:
    """Yield the keys of the faults that a module notes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            key = node.args[at] if (at := AT.get(name, 9)) < len(node.args) else None
            yield from (one.value for one in ast.walk(key) if isinstance(one, ast.Constant)) if key else ()


AT = {"fault": 1, "_at": 1, "Finding": 2}
"""Which argument of a call names the fault."""


def test_every_fault_that_is_noted_has_a_sentence_and_no_sentence_is_left_over() -> None:
    package = Path(companion.__file__).parent
    files = [*(package / "decks").glob("*.py"), package / "cli" / "languages.py"]
    keys = {key for path in files for key in noted(ast.parse(path.read_text("utf-8"))) if isinstance(key, str)}
    there = {key.removeprefix("fault.") for key in catalog.read("decks", "es") if key.startswith("fault.")}
    assert len(keys) > 50 and {key for key in keys if "." in key.strip(".")} <= there
    source = "".join(path.read_text("utf-8") for path in files)
    left = {key for key in there - keys if f'"{key}"' not in source and not key.startswith("steps.")}
    parts = {"name-missing", "text-missing", "kind", "kind-differs", "back", "back-differs"}
    assert left == {f"card.{part}" for part in parts}  # put together from the part


def test_a_finding_says_file_line_and_sentence() -> None:
    finding = read_small(deck=changed('kind = "action"', 'kind = "acton"')).findings[0]
    assert finding.text() == "deck.toml:11: no hay cartas de tipo «acton»; los tipos son: action, panic"
    assert finding.text("en") == "deck.toml:11: there is no kind “acton”; the kinds are: action, panic"


HOST = 'base = "small"\nslug = "casa"\n'


@pytest.mark.parametrize(
    ("said", "is_otherwise"),
    [
        (
            'missing = ["one.2"]',
            lambda deck: [c.id for c in deck.copies if c.slug == "one"] == ["one.1", "one.3", "one.4"],
        ),
        ('[[card]]\nslug = "one"\nnumbers = [5]', lambda deck: deck.by_slug["one"].numbers == (4, 4, 4, 5, 5)),
        ('[renumbered]\n"one.2" = 5', lambda deck: deck.by_slug["one"].numbers == (4, 5, 4, 5)),
        ('[[option]]\nname = "rounds"\nvalues = [1, 2]', lambda deck: deck.option("rounds").default == 1),
    ],
    ids=["a copy is missing", "an expansion", "other numbers", "another answer comes first"],
)
def test_a_host_deck_says_what_is_otherwise_in_its_box(said: str, is_otherwise: Callable[[Any], bool]) -> None:
    reading = read_host(f"{HOST}{said}\n")
    assert reading.findings == () and reading.box is not None
    assert is_otherwise(reading.box.decklist)


def test_what_a_host_deck_does_not_say_is_as_in_its_base(tmp_path: Path) -> None:
    for slug in ("la-cosa", "the-thing"):
        base = title(slug).decklist
        found = read_folder(written(tmp_path / slug, deck=f'base = "{slug}"\nslug = "casa"\n')).box
        assert found is not None and replace(found.decklist, slug=slug) == base
        assert base.lessons and base.setup, "there is something to be taken over"


def test_what_the_base_lacks_the_host_deck_lacks_too() -> None:
    base = read_small(deck=changed('seal = "abc"', 'seal = "abc"\nmissing = ["two.1"]')).box
    found = read(Source("deck.toml", f'{HOST}missing = ["one.1"]\n[setup]\nhand = 0\n'), {}, find=lambda slug: base).box
    assert found is not None and found.decklist.missing == {"one.1", "two.1"}


HOST_FAULTS = [
    ('base = "large"\n', 1, "base.unknown"),
    ("base = 3\n", 1, "type.text"),
    (HOST + 'seal = "mine"\n', 3, "key.unknown"),
    (HOST + 'game = "chess"\n', 3, "game.base"),
    ('base = "small"\nslug = "small"\n', 2, "slug.base"),
    (HOST + "players = [4, 9]\n", 3, "type.numbers"),
    (HOST + "[setup]\nhands = 2\n", 4, "key.near"),
    (HOST + '[[card]]\nslug = "new"\nnumbers = [4]\n', 3, "card.no-effect"),
    (HOST + '[[card]]\nslug = "new"\nnumbers = [4]\neffect = "new"\n', 6, "card.effect"),
    (HOST + '[[card]]\nslug = "new"\nnumbers = [4]\neffect = "three"\n', 6, "card.effect"),
    (HOST + '[[card]]\nslug = "new"\nnumbers = [4]\neffect = "one"\nkind = "panic"\n', 7, "card.kind-differs"),
    (HOST + '[[card]]\nslug = "new"\nnumbers = [4]\neffect = "one"\nback = "panic"\n', 7, "card.back-differs"),
    (HOST + '[[card]]\nslug = "one"\nnumbers = [4]\neffect = "two"\n', 6, "card.effect-changed"),
    (HOST + '[[card]]\nslug = "one"\ncopies = 1\n', 3, "card.numbered"),
    (HOST + '[[card]]\nslug = "two"\nnumbers = [5]\n', 3, "card.not-numbered"),
    (HOST + 'missing = ["lanzallamas.2"]\n', 3, "missing.unknown"),
    (HOST + '[renumbered]\n"one.5" = 4\n', 4, "missing.unknown"),
    (HOST + '[renumbered]\n"one" = 4\n', 4, "missing.unknown"),
    (HOST + '[renumbered]\n"two.1" = 4\n', 4, "renumbered.bare"),
    (HOST + '[renumbered]\n"one.1" = 99\n', 4, "type.number"),
    (HOST + 'missing = ["one.1", "one.2"]\n', 1, "deck.small"),
    (HOST + 'missing = ["one.4", "two.1"]\n', 1, "deck.small"),  # for five; for four there are enough
    (HOST + '[[option]]\nname = "other"\nvalues = [1]\n', 4, "option.unknown"),
    (HOST + '[[option]]\nname = "rounds"\nvalues = [3]\n', 5, "option.value"),
    (HOST + '[[option]]\nname = "rounds"\nvalues = [true]\n', 5, "option.value"),
]


@pytest.mark.parametrize(("deck", "line", "key"), HOST_FAULTS)
def test_a_fault_of_a_host_deck(deck: str, line: int, key: str) -> None:
    reading = read_host(deck)
    assert ("deck.toml", line, key) in faults(reading)
    assert reading.box is None


def test_a_host_file_says_what_nobody_asks() -> None:
    reading = read_host(HOST, '[cards.ghost]\nname = "Fantasma"\n[say]\ndrew = "{player} roba."\nwoo = "Uh"\n')
    assert faults(reading) == [
        ("es.toml", 2, "words.superfluous"),
        ("es.toml", 4, "words.blanks"),
        ("es.toml", 5, "words.superfluous"),
    ]


DERIVED = (
    'game = "other"\nslug = "other"\nseal = "x"\nplayers = [1, 3]\nwords = "small"\n'
    '[[card]]\nslug = "one"\nkind = "action"\ncopies = 1\n'
)


def test_the_words_of_a_deck_that_nobody_knows() -> None:
    assert [f.key for f in read_host(DERIVED.replace("small", "none")).findings][:1] == ["base.unknown"]
