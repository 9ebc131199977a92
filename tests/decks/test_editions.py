"""La Cosa as it is sold elsewhere: what differs from the box of 108, counted against what is known of each edition."""

from __future__ import annotations

import pytest

from companion.decks.catalog import DECK_FILE, Title, decklists_folder, editions, read_folder, title
from companion.engine.tags import payloads
from companion.i18n import catalog

OURS, RUSSIAN = editions("la-cosa")
SIZES = {4: 35, 5: 41, 6: 53, 7: 63, 8: 69, 9: 88, 10: 95, 11: 108, 12: 108}
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


@pytest.mark.parametrize(("players", "size"), SIZES.items())
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
