"""Words that the two decks must use, and words that they must avoid."""

from __future__ import annotations

from companion.decks.catalog import title
from companion.service.live.about import about
from tests.cli.running import lines, run
from tests.games.every import cases_of

HERE = title("dos-barajas")


def test_nobody_living_is_named() -> None:
    for lang in ("es", "en"):
        text = " ".join(HERE.words[lang].sentences.values()).casefold()
        assert "kurt" not in text and "russel" not in text
        assert ("comandante" if lang == "es" else "commander") in text


def test_the_start_page_is_told_what_is_done_and_what_is_not() -> None:
    for lang in ("es", "en"):
        told = about(HERE.words[lang])
        assert len(told.refereed) == 3 and len(told.tracked) == 2 and len(told.unavailable) == 2


def test_every_answer_to_an_open_question_is_played_in_some_case() -> None:
    played = {pair for _, case in cases_of("dos-barajas") for pair in case.opening.setup.options.items()}
    assert {(one.name, value) for one in HERE.decklist.options for value in one.values[1:]} - played == set()


def test_every_copy_has_its_tag() -> None:
    tags = lines(run("tags", "--game", "dos-barajas", "--json"))
    assert len(tags) == 96 == len({tag["payload"] for tag in tags})
