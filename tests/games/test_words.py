"""Every sentence of every game is there in both languages, and no screen shows a key or an open blank."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from companion.decks.catalog import title
from companion.engine.actions import Malformed, read
from companion.engine.kit.known_cards import SEEN, known
from companion.engine.words import blanks_of
from companion.service.live.session import words_of
from tests.games.every import GAMES, peculiar
from tests.games.play import Sitting
from tests.games.screens import every_rule_is_told, missed, texts_of
from tests.games.walk import random_setup, tapped
from tests.length import examples

LANGS = ("es", "en")


@pytest.mark.parametrize("slug", GAMES)
def test_both_languages_say_the_same_things_with_the_same_blanks(slug: str) -> None:
    es, en = (title(slug).words[lang].sentences for lang in LANGS)
    assert set(es) == set(en)
    assert {key for key in es if blanks_of(es[key]) != blanks_of(en[key])} <= peculiar(slug).OTHER_BLANKS


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_has_a_sentence_and_a_place(slug: str) -> None:
    here = title(slug)
    for lang in LANGS:
        every_rule_is_told({verb: move.rules for verb, move in here.game.moves.items()}, words_of(here, lang))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("slug", GAMES)
def test_what_is_done_at_the_wrong_time_is_told_what_is_due(slug: str, lang: str) -> None:
    here = title(slug)
    phases = [step for step, phase in here.game.phases.items() if phase is not None]
    assert phases and [step for step in phases if not here.words[lang].has(f"rules.step.wrong.in-{step}")] == []


@pytest.mark.parametrize("slug", GAMES)
def test_no_screen_shows_a_key_or_an_open_blank(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games walked through every question: each sentence is found and each blank filled, in both languages."""
    missing = missed(monkeypatch)
    for seed in range(examples(16)):
        assert [text for text in walked(slug, seed) if re.search(r"[{}]|\S  ", text)] == []
    assert not missing


def walked(slug: str, seed: int) -> Iterator[str]:
    """Yield every text of a game tapped at random: questions, the table, the log, undo hints, the recap."""
    here, dice = title(slug), random.Random(seed)
    game, both = here.game, [words_of(here, lang) for lang in LANGS]
    sitting = Sitting(game, here.decklist, random_setup(dice, here))
    for _ in range(80):
        table = sitting.course.table
        for words in both:
            yield from texts_of(game.ask(here.decklist, table, {}, words))
            view = game.view(here.decklist, table, words)
            yield from (view.heading, view.detail, view.arrow_label, *(pile.label for pile in view.piles))
            yield from (badge.label for seat in view.seats for badge in seat.badges)
        try:
            actions = tapped(here, table, dice, quiet=0.08, lang=LANGS[seed % 2])
        except Malformed:
            continue
        for action in actions:
            before = sitting.course.table
            if sitting.say(**action) != "ok":
                break
            facts = sitting.course.entries[-1].facts
            for words in both:
                yield game.tell(here.decklist, before, read(game.verbs, action), facts, words)
                yield from game.undo_hints(before, facts, words)
    seen = SEEN.over(sitting.course.standing)
    for words in both:
        yield from (row.since for row in known(here.decklist, seen, sitting.course.table.seats, words))
        for told in game.recap(here.decklist, sitting.course.standing, words) if game.recap else ():
            yield from (told.label, *told.lines)


def test_both_languages_say_what_the_same_cards_are_called_besides() -> None:
    for name in ("la-cosa", "la-criatura"):
        here = title(name)
        for card in here.decklist.cards:
            for words in here.words.values():
                assert words.sentences.get(f"cards.{card.slug}.also"), (name, card.slug, words.lang)
