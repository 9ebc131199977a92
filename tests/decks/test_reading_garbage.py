"""Whatever the files say, reading gives back a deck or findings with a line and a sentence; it never raises."""

from __future__ import annotations

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.decks.loader import Reading, Source, read
from companion.engine.tags import payloads
from companion.engine.words import blanks_in
from tests.decks.decks import ENGLISH, SMALL, SPANISH, read_host, read_small
from tests.length import examples

DECK_KEYS = ["base", "game", "slug", "seal", "players", "setup", "card", "option", "missing"]
CARD_KEYS = ["kind", "numbers", "copies", "back", "effect", "name", "values", "hand"]
KEYS = [*DECK_KEYS, *CARD_KEYS]
WORDS = ["la-cosa", "small", "one", "two", "action", "panic", "away", "rounds", "one.1", "two.9", "new", "x"]

SCALARS = st.one_of(
    st.sampled_from(WORDS),
    st.text(max_size=8),
    st.booleans(),
    st.integers(-3, 30),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner),
    max_leaves=8,
)


def toml(value: object) -> str:
    """Return a value as TOML writes it inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value).replace("\\ud", "\\u0") if not isinstance(value, float) else f"{value:.3f}"


TABLES = st.dictionaries(st.sampled_from(KEYS) | st.text(min_size=1, max_size=4), VALUES, max_size=6).map(
    lambda table: "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in table.items())
)
CARDS = st.lists(TABLES.map("[[card]]\n{}\n".format), max_size=3).map("".join)
OPTIONS = st.lists(TABLES.map("[[option]]\n{}\n".format), max_size=2).map("".join)
DECKS = st.builds("{}\n{}{}".format, TABLES, CARDS, OPTIONS)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """Draw a good file with a stretch of it gone, doubled or replaced."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 40)))
    middle = draw(st.one_of(st.just(""), st.just(text[start:end] * 2), st.text(max_size=6)))
    return text[:start] + middle + text[end:]


def sound(reading: Reading) -> None:
    """Assert that the box can be used or a fault says why not; each fault has a line and a sentence."""
    for finding in reading.findings:
        assert finding.line >= 1
        for lang in ("es", "en"):
            assert finding.text(lang).startswith(f"{finding.file}:{finding.line}: ")
    grave = any(finding.grave for finding in reading.findings)
    assert (reading.box is None) == grave
    if reading.box is not None:
        decklist = reading.box.decklist
        assert decklist.game and decklist.slug and decklist.seal and decklist.cards
        assert len(payloads(decklist)) == sum(card.copies for card in decklist.cards)
        assert all(decklist.size(n) >= decklist.setup.get("hand", 0) * n for n in range(decklist.fewest, decklist.most))


@given(st.text())
@example("[" * 5000)
@example("a = " + "[" * 5000)
@example("a = " + "9" * 5000)
@example("a = 1979-99-99")
@example("\ufeffgame = 'x'")
@example("x" * 500_000)
@settings(max_examples=examples(60))
def test_any_text_is_a_deck_or_a_fault(text: str) -> None:
    sound(read_small(deck=text))
    sound(read_small(es=text))
    sound(read_small(en=text))


@given(DECKS)
@settings(max_examples=examples(80))
def test_any_tables_are_a_deck_or_faults(deck: str) -> None:
    sound(read(Source("deck.toml", deck), {"es": Source("es.toml", SPANISH)}))
    sound(read_host('base = "small"\n' + deck))


@given(damaged(SMALL), damaged(SPANISH), damaged(ENGLISH))
@settings(max_examples=examples(80))
def test_a_damaged_file_is_read_or_named(deck: str, es: str, en: str) -> None:
    sound(read_small(deck=deck))
    sound(read_small(es=es, en=en))


@given(st.text(alphabet="{}ab1.!:[] "))
@settings(max_examples=examples(150))
def test_blanks_that_pass_can_always_be_filled(sentence: str) -> None:
    blanks = blanks_in(sentence)
    if blanks is not None:
        filled = sentence.format_map(dict.fromkeys(blanks, "-"))
        assert filled.count("{") == sentence.count("{{")
