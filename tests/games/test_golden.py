"""Whole evenings of every game, read line by line by a person before they were kept; every difference shows here."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.service.transfer.playthrough import play, read_script
from tests.games import log_sentences
from tests.games.every import GAMES, evenings, told
from tests.games.golden import golden
from tests.games.play import STATE, Sitting, rows_of

EVENINGS = [pytest.param(slug, path, id=f"{slug}:{path.stem}") for slug in GAMES for path in evenings(slug)]


TOLD = [pytest.param(slug, path, id=f"{slug}:{path.name}") for slug in GAMES for path in told(slug)]
LANGS = ("es", "en")


def test_every_game_has_two_and_one_of_them_in_english() -> None:
    assert min(len(evenings(slug)) for slug in GAMES) >= 2
    assert all(any(path.match("*.en.txt") for path in told(slug)) for slug in GAMES)


@pytest.mark.parametrize(("slug", "path"), TOLD)
def test_the_text_that_was_read(slug: str, path: Path) -> None:
    name, *lang = path.stem.split(".")
    assert golden(slug, path.with_name(f"{name}.jsonl"), *lang) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGS)
def test_every_sentence_of_a_log_as_it_was_read(lang: str) -> None:
    assert log_sentences.text(lang) == log_sentences.kept(lang).read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGS)
def test_no_two_blanks_of_a_sentence_are_filled_alike(lang: str) -> None:
    """Two blanks with the same text would hide that one stands in the other's place."""
    for slug, key, blanks in log_sentences.sentences(lang):
        assert len({*map(str, blanks.values())}) == len(blanks), (slug, key)


@pytest.mark.parametrize(("slug", "path"), EVENINGS)
def test_the_figures_worked_out_by_hand(slug: str, path: Path) -> None:
    here = title(slug)
    (_, setup), *rows = rows_of(path)
    sitting = Sitting(here.game, here.decklist, setup)
    for mark, thing in rows:
        if mark == STATE:
            assert {key: sitting.state[key] for key in thing} == thing
        else:
            sitting.say(**thing)


@pytest.mark.parametrize(("slug", "path"), EVENINGS)
def test_the_file_is_a_playthrough_to_its_end(slug: str, path: Path) -> None:
    run = play(read_script(str(path), path.read_bytes()), title)
    assert run.playing is not None and run.playing.state()["status"] == "ended"
