"""The box of La Cosa as data: the 108 copies with their numbers, a text for each card, a question for each option; and
what differs in it as it is sold elsewhere, counted against what is known of each edition."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.decks.catalog import DECK_FILE, Title, decklists_folder, editions, read_folder, title
from companion.engine.tags import payloads
from companion.i18n import catalog
from tests.beside import beside

BOX = beside(__file__, "box-of-la-cosa.toml")
COPIES: dict[str, str] = BOX["copies"]
SIZES = {4: 35, 5: 41, 6: 54, 7: 63, 8: 69, 9: 88, 10: 95, 11: 108, 12: 108}
OPTIONS = {name: tuple(answers) for name, answers in BOX["options"].items()}


def test_the_box_has_no_fault() -> None:
    found = read_folder(decklists_folder() / "la-cosa").findings
    assert [one.text() for one in found if Path(one.file).stem in ("deck", "es", "en")] == []


def test_the_copies_and_their_numbers_are_those_printed() -> None:
    cards = title().decklist.cards
    assert {card.slug: " ".join(map(str, card.numbers)) for card in cards} == COPIES
    assert [card.slug for card in cards] == list(COPIES)
    assert title().decklist.by_slug["la-cosa"].copies == 1
    assert len(title().decklist.copies) == 108
    assert {card.slug for card in cards if card.back == "panic"} == {
        card.slug for card in cards if card.kind == "panic"
    }


@pytest.mark.parametrize(("players", "size"), SIZES.items())
def test_how_many_cards_play(players: int, size: int) -> None:
    assert title().decklist.size(players) == size


def test_the_options_stand_with_their_default_first() -> None:
    options = {option.name: option.values for option in title().decklist.options}
    assert options == OPTIONS
    assert all(type(a) is type(b) for name in OPTIONS for a, b in zip(options[name], OPTIONS[name], strict=True))


def test_la_cosa_can_lie_in_the_pile_and_strong_cards_be_kept_back() -> None:
    """For six: three Flamethrowers and two Analyses of 54; 24 are dealt of the 31 that are left then."""
    box, words = title(), title().words["en"]

    def planned(**answers: str) -> tuple[object, str]:
        plan = box.game.plan(box.decklist.answered(answers), 6, words)
        return plan.figures["initial_deal"], " ".join(plan.steps)

    usual, said = planned()
    assert usual == {"from_deck": 23, "plus": ["la-cosa.1"], "cards": 24, "each": 4}
    assert "kept" not in said and "whoever draws it" not in said
    other, said = planned(thing_starts="in-the-pile", strong_cards="kept-back")
    assert other == {"from_deck": 24, "plus": [], "cards": 24, "each": 4}
    assert "whoever draws it becomes it" in said and "the 5 Flamethrower and Analysis" in said
    assert "add The Thing" not in said and "draw pile, 30 cards" in said


@pytest.mark.parametrize("players", SIZES)
def test_enough_cards_are_left_to_deal_without_the_strong_ones(players: int) -> None:
    playing = title().decklist.in_play(players)
    strong = ("la-cosa", "infectado", "lanzallamas", "analisis")
    left = [one for one in playing if one.slug not in strong and title().decklist.by_slug[one.slug].back != "panic"]
    assert len(left) >= 4 * players


def test_every_card_is_named_and_explained_in_both_languages() -> None:
    for lang, other in (("es", "en"), ("en", "es")):
        sentences, there = title().words[lang].sentences, title().words[other].sentences
        for slug in COPIES:
            assert sentences[f"cards.{slug}.name"]
            assert len(sentences[f"cards.{slug}.text"]) > 40
            assert sentences[f"cards.{slug}.text"] != there[f"cards.{slug}.text"]


def test_every_copy_has_a_tag_of_its_own() -> None:
    assert len(payloads(title().decklist)) == 108


def test_names_are_listed_as_one_says_them() -> None:
    es, en = title().words["es"], title().words["en"]
    assert es.listed(["Ana", "Beto", "Carla"]) == "Ana, Beto y Carla"
    assert es.listed(["Ana", "Inés"]) == "Ana e Inés"
    assert en.listed(["Ana", "Inés"]) == "Ana and Inés"


OURS, RUSSIAN = editions("la-cosa")
RUSSIAN_SIZES = {4: 35, 5: 41, 6: 53, 7: 63, 8: 69, 9: 88, 10: 95, 11: 108, 12: 108}
"""Cards that play with so many people, counted on the Russian faces (serial 11 of ¡Infectado! carries 7)."""
RULEBOOK = {
    "self_quarantine": True,
    "quarantine_rounds": 3,
    "quarantine_exchange": "blocked",
    "quarantine_cards": "none",
    "missed_protects": False,
    "full_of_infected": "three-at-most",
    "after_seat_swap": "new-neighbour",
    "thing_caught_loses": False,
}
"""What the Russian rulebook says where the Spanish one is silent or says otherwise."""


def test_every_edition_is_faultless_and_found_by_its_slug() -> None:
    folders = [path.parent for path in decklists_folder().glob(f"*/editions/*/{DECK_FILE}")]
    assert [folder.name for folder in folders] == [RUSSIAN.decklist.slug]
    assert [finding.text() for folder in folders for finding in read_folder(folder).findings] == []
    assert title("la-cosa", "la-cosa-ru").decklist == RUSSIAN.decklist


@pytest.mark.parametrize(("players", "size"), RUSSIAN_SIZES.items())
def test_how_many_cards_of_the_russian_box_play(players: int, size: int) -> None:
    assert RUSSIAN.decklist.size(players) == size


def test_the_russian_box_differs_in_one_number_and_in_the_answers_of_its_rulebook() -> None:
    def numbers(box: Title) -> dict[str, tuple[int, ...]]:
        return {card.slug: card.numbers for card in box.decklist.cards}

    assert numbers(RUSSIAN) == {
        **numbers(OURS),
        "infectado": (4, 4, 4, 4, 4, 4, 4, 4, 6, 7, 7, 7, 8, 9, 9, 10, 10, 11, 11, 11),
    }
    ours, russian = ({option.name: option.default for option in one.decklist.options} for one in (OURS, RUSSIAN))
    assert russian == {**ours, **RULEBOOK}


@pytest.mark.parametrize("key", ["edition.name", "edition.mark"])
def test_every_language_tells_the_editions_apart(key: str) -> None:
    alike = [lang for lang in catalog.languages() if OURS.wording(lang).raw(key) == RUSSIAN.wording(lang).raw(key)]
    assert alike == []


def test_tags_printed_for_one_edition_are_read_in_the_other() -> None:
    assert payloads(RUSSIAN.decklist) == payloads(OURS.decklist)
