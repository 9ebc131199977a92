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
from companion.engine.measures import Measure
from companion.i18n import catalog
from tests.beside import beside
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


FAULTS = beside(__file__, "faults.toml")


@pytest.mark.parametrize(("before", "after", "line", "key"), FAULTS["deck"])
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


@pytest.mark.parametrize(("lang", "before", "after", "line", "key"), FAULTS["language"])
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


@pytest.mark.parametrize(("deck", "line", "key"), FAULTS["host"])
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


def test_a_host_deck_takes_over_every_language_and_a_derived_game_those_that_all_are_told_in() -> None:
    languages = {lang: Source(f"{lang}.toml", text) for lang, text in (("es", SPANISH), ("en", ENGLISH), ("fr", ""))}
    base = read(Source("deck.toml", SMALL), languages, beneath={"fr": {"cards.one.name": "Un"}}).box
    assert base is not None and base.words["fr"].raw("cards.two.name") == "Two", "what French lacks is told in English"
    for deck, there in ((HOST, {"es", "en", "fr"}), (DERIVED, {"es", "en"})):
        found = read(Source("deck.toml", deck), {}, find=lambda slug: base).box
        assert found is not None and found.words.keys() == there


def test_what_a_deck_may_leave_out_and_what_it_says_rarely() -> None:
    rare = (
        '[[card]]\nslug = "three"\nkind = "action"\ncopies = 1\nonly = { rounds = 2 }\nanswers = ["exchange"]\n'
        '[[card]]\nslug = "four"\ncopies = 99\neffect = "one"\nkind = "action"\n'
        '[[measure]]\nname = "die"\nleast = 1\nmost = 6\nrows = ["sun", "rain"]\ntotal = 7\nplayers = [4, 5]\n'
    )
    found = read_small("\ufeff" + SMALL + rare, es=None, en=None)
    assert found.box is not None and {one.key for one in found.findings} == {"words.none"}
    box = found.box.decklist
    assert (box.by_slug["three"].only, box.by_slug["three"].only_from) == (("rounds", 2), 1)
    assert box.measures == (Measure("die", 1, 6, ("sun", "rain"), (), 7, (4, 5)),)
    assert box.answered({"rounds": 1}).spare == () and box.answered({"rounds": 1}).missing == {"three.1"}
    named = SPANISH + '[cards.three]\nname = "Tres"\n[cards.four]\nname = "Cuatro"\ntext = "Como Uno."\n'
    assert {one.key for one in read_small(SMALL + rare, es=named, en=None).findings} == set(), "steps tell a card"
    host = 'base = "small"\n[[card]]\nslug = "five"\ncopies = 1\neffect = "four"\n'
    follows = read(Source("deck.toml", host), {}, folder="casa", find=lambda slug: found.box)
    assert "card.effect" in {one.key for one in follows.findings}, "what follows another card cannot be followed"
    nameless = read(Source("deck.toml", 'base = "small"\n'), {}, folder="Mi Caja", find=lambda slug: found.box)
    assert [one.key for one in nameless.findings if one.grave] == ["key.missing"]


def test_a_box_may_hold_six_hundred_cards() -> None:
    for last, keys in ((97, {"words.none"}), (98, {"words.none", "deck.large"})):
        copies = enumerate((99, 99, 99, 99, 99, last, 2))
        cards = "".join(f'\n[[card]]\nslug = "c{k}"\nkind = "action"\ncopies = {count}' for k, count in copies)
        assert {one.key for one in read_small(SMALL + cards, es=None, en=None).findings} == keys


DERIVED = (
    'game = "other"\nslug = "other"\nseal = "x"\nplayers = [1, 3]\nwords = "small"\n'
    '[[card]]\nslug = "one"\nkind = "action"\ncopies = 1\n'
)


def test_the_words_of_a_deck_that_nobody_knows() -> None:
    assert [f.key for f in read_host(DERIVED.replace("small", "none")).findings][:1] == ["base.unknown"]
