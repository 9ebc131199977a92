"""The one catalogue: files of a host over those that come with the companion, over English, over Spanish."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from companion.decks.catalog import gentle, title, wording
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.i18n.catalog import laid, over, sayable


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """Yield a host's folder of languages."""
    catalog.look_in(tmp_path)
    yield tmp_path
    catalog.look_in(tmp_path / "none")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    catalog.look_in(path.parents[1])


CARDS = {"cards.one": "{count} karta", "cards.few": "{count} karty", "cards.many": "{count} kart", "cards.other": "…"}
ENGLISH = {"cards.one": "one card", "cards.other": "{count} cards", "plain": "plain"}


def test_a_sentence_is_said_in_the_form_of_its_number() -> None:
    words = Wording("pl", CARDS, Wording("en", ENGLISH))
    assert [words.say("cards", count=n) for n in (1, 3, 5)] == ["1 karta", "3 karty", "5 kart"]
    assert words.has("cards") and words.raw("cards") == "…"


def test_one_that_falls_back_is_counted_as_the_language_it_is_said_in() -> None:
    words = Wording("pl", {}, Wording("en", ENGLISH))
    assert [words.say("cards", count=n) for n in (1, 3)] == ["one card", "3 cards"]


def test_a_game_without_the_language_is_told_in_the_one_its_speakers_read() -> None:
    said = {lang: Wording(lang, {}) for lang in ("es", "en")}
    assert [wording(said, lang).lang for lang in ("ca", "fr", "xx", "es-AR")] == ["es", "en", "es", "es"]


def test_the_number_is_the_blank_count_or_else_the_only_number() -> None:
    words = Wording("en", {"a.one": "{eyes} eye of {who}", "a.other": "{eyes} eyes of {who}"})
    assert words.say("a", eyes=1, who="Ana") == "1 eye of Ana"
    assert words.say("a", eyes=1, who=3) == "1 eyes of 3"
    assert words.say("a", eyes=4, who=3, count=1) == "4 eye of 3"


@pytest.mark.parametrize("with_forms", [True, False])
def test_a_language_needs_no_forms_where_spanish_has_some_and_may_have_some_where_it_has_none(with_forms: bool) -> None:
    forms, plain = {"a.one": "1", "a.other": "{count}s"}, {"a": "{count} in all"}
    spanish, other = (plain, forms) if with_forms else (forms, plain)
    said = laid("xx", {"es": spanish, "xx": other})
    assert said.say("a", count=1) == ("1" if with_forms else "1 in all")
    assert laid("xx", {"es": spanish, "xx": {}}).say("a", count=1) == ("1 in all" if with_forms else "1")


def test_forms_that_cannot_be_said_are_left_out() -> None:
    originals = {"a.one": "one", "a.other": "{count} of {who}"}
    assert sayable({"a.one": "{x}", "a.other": "{count}"}, originals) == {"a.other": "{count}"}
    assert sayable({"a.one": "one", "a.other": "{x}"}, originals) == {}


def test_one_kind_of_sentence_replaces_the_other() -> None:
    forms, plain = {"a.one": "1", "a.other": "2"}, {"a": "3"}
    assert over(forms, plain) == forms and over(plain, forms) == plain
    assert over({"a.one": "x", "a.other": "y"}, {**forms, "a.few": "z", "b": "4"}) == {
        "a.one": "x",
        "a.other": "y",
        "b": "4",
    }


def test_a_hosts_language_is_there_with_its_screens_its_games_and_its_gentle_words(own: Path) -> None:
    write(own / "qq" / "screens.toml", '[lang]\nqq = "Kuku"\n')
    write(own / "qq" / "la-cosa.toml", '[game]\nname = "Ding"\n')
    write(own / "qq" / "la-cosa-gentle.toml", '[log]\nx = "sanft"\n')
    assert catalog.languages()[:2] == ("es", "en") and catalog.spoken_language("qq-QQ") == "qq"
    assert ("qq", "Kuku") in catalog.language_names()
    assert title("la-cosa").wording("qq").raw("game.name") == "Ding"
    assert gentle("la-cosa", "qq") == {"log.x": "sanft"}


def test_a_game_without_the_language_of_the_screens_is_said_in_english(own: Path) -> None:
    write(own / "qq" / "screens.toml", '[lang]\nqq = "Kuku"\n')
    assert title("la-cosa").wording("qq").lang == "en"
    assert title("la-cosa").wording("nobody").lang == "es"


def test_a_host_says_some_sentences_of_a_shipped_language_anew(own: Path) -> None:
    before = catalog.words("screens", "en").sentences
    key = next(key for key, text in before.items() if "{" not in text)
    write(own / "en" / "screens.toml", f'"{key}" = "Mine"\n'.replace(".", '"."') if "." in key else f'{key} = "Mine"\n')
    now = catalog.words("screens", "en").sentences
    assert now[key] == "Mine" and {**before, key: "Mine"} == dict(now)


def test_a_game_that_says_some_things_its_own_way_is_not_mixed_with_a_language_it_lacks(own: Path) -> None:
    write(own / "qq" / "the-thing.toml", '[game]\nname = "Ding"\n')
    assert title("the-thing").wording("qq").raw("game.name") == "Ding"
    assert title("the-thing-coop").wording("qq").lang == "en"


def test_names_that_do_not_stand_on_the_cards_are_known() -> None:
    spanish = Wording("es", {"cards.hacha.name": "Hacha", "cards.whisky.name": "Whisky"})
    italian = Wording("it", {"cards.hacha.name": "Ascia", "edition.printed": "lanzallamas"}, spanish)
    assert [italian.is_ours(card) for card in ("hacha", "whisky", "nothing")] == [True, False, False]
    assert not Wording("ru", {"cards.hacha.name": "Топор", "edition.printed": "all"}).is_ours("hacha")
    assert Wording("pl", {"cards.hacha.name": "Topór", "edition.printed": "none"}).is_ours("hacha")


def test_the_names_said_to_be_printed_are_those_of_cards() -> None:
    found = title("la-cosa")
    for words in found.words.values():
        assert {*words.raw("edition.printed").split()} - {"all", "none"} <= {*found.decklist.by_slug}


def test_a_file_that_cannot_be_read_is_as_good_as_empty(own: Path) -> None:
    there = catalog.languages()
    write(own / "qq" / "screens.toml", "a = ")
    (own / "qq" / "scan.toml").write_bytes(b"\xff\xfe")
    assert catalog.languages() == there
    assert catalog.read("scan", "qq") == {}
    assert catalog.words("scan", "qq").raw("heading") == catalog.words("scan", "en").raw("heading")


def test_a_form_may_say_the_number_where_the_spanish_one_does_not() -> None:
    """One card in Spanish is just 1; in Russian 1, 21, 31."""
    spanish = {"a.one": "una", "a.other": "{count}"}
    said = laid("ru", {"es": spanish, "ru": {"a.one": "{count} o", "a.few": "{count} f", "a.other": "{count} m"}})
    assert [said.say("a", count=n) for n in (1, 2, 5, 21)] == ["1 o", "2 f", "5 m", "21 o"]


class TestFallingBack:
    """Missing or broken sentences of a translator's file: they appear in English, else in Spanish."""

    FILES: ClassVar = {
        "es": {"a": "uno {n}", "b": "dos", "c": "tres", "d": "cuatro"},
        "en": {"a": "one {n}", "b": "two", "d": "four"},
    }

    def said(self, file: dict[str, str]) -> dict[str, str]:
        """Return the sentences of `xx` with this file."""
        words = laid("xx", {**self.FILES, "xx": file})
        return {key: words.raw(key) for key in self.FILES["es"]}

    def test_sentence_by_sentence(self) -> None:
        assert self.said({"b": "X"}) == {"a": "one {n}", "b": "X", "c": "tres", "d": "four"}

    @pytest.mark.parametrize("wrong", ["{m}", "{", "{}", "{0}", "{n!r}", "{n:>9}", "", "  "])
    def test_a_sentence_that_cannot_be_said_is_left_out(self, wrong: str) -> None:
        assert self.said({"a": wrong})["a"] == "one {n}"

    def test_without_a_folder_it_is_spanish(self) -> None:
        words = laid("xx", self.FILES)
        assert words.lang == "es" and words.raw("b") == "dos"
