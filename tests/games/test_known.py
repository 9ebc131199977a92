"""Cards of the hands that all have seen: each card with the events of the hand since."""

from __future__ import annotations

from companion.engine.kit.known_cards import SEEN
from companion.engine.kit.known_cards import known as known_cards
from tests.games.play import seated

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]
UNSEEN = "Desde entonces nada ha cambiado a escondidas."


def known(slug: str, players: list[str], *lines: str) -> list[tuple[str, list[str], str]]:
    """Return the rows of known cards after these lines: owner, cards, and the events since."""
    game = seated(slug, *lines, players=players)
    found = known_cards(game.decklist, SEEN.over(game.course.standing), game.course.table.seats, game.words())
    return [(row.player, [badge.icon for badge in row.cards], row.since) for row in found]


def show(player: str, *cards: str) -> str:
    return f"show {player} to=all cards={','.join(cards)}"


def around(*players: str) -> list[str]:
    """Return the lines of a turn of each with the exchange that ends it."""
    after = dict(zip(FIVE, [*FIVE[1:], *FIVE[:1]], strict=True))
    return [line for p in players for line in (f"draw {p} away", f"discard {p}", f"respond {after[p]}")]


QUARANTINED: list[str] = [
    "draw Ana away", "play Ana cuarentena Beto", "respond Beto",
    "draw Beto away whisky", "discard Beto hacha", "respond Carla",
    *around("Carla", "Dani", "Eva"),
]  # fmt: skip


def test_a_card_drawn_face_up_a_moment_ago_has_nothing_behind_it() -> None:
    exchanged: list[str] = ["draw Ana away", "play Ana cuarentena Beto", "respond Beto"]
    assert known("la-cosa", FIVE, *exchanged, "draw Beto away whisky") == [("Beto", ["whisky"], UNSEEN)]


def test_a_card_drawn_face_up_later_is_told_apart_from_one_drawn_before() -> None:
    rows = known("la-cosa", FIVE, *QUARANTINED, *around("Ana"), "draw Beto away sospecha")
    assert rows == [
        ("Beto", ["whisky"], "Desde entonces: 2 intercambios."),
        ("Beto", ["sospecha"], UNSEEN),
    ]


def test_a_card_seen_again_is_fresh_and_the_others_stay_as_old_as_they_are() -> None:
    rows = known("la-cosa", FIVE, show("Ana", "hacha", "whisky"), *around("Ana"), show("Ana", "whisky", "sospecha"))
    assert rows == [
        ("Ana", ["hacha"], "Desde entonces: 1 intercambio, 1 carta robada y 1 carta descartada."),
        ("Ana", ["whisky", "sospecha"], UNSEEN),
    ]


def test_a_whole_hand_seen_leaves_nothing_of_what_was_known_before() -> None:
    hand = ["lanzallamas", "sospecha", "analisis", "seduccion"]
    rows = known("la-cosa", FIVE, show("Ana", "hacha"), *around("Ana"), show("Ana", *hand))
    assert rows == [("Ana", hand, UNSEEN)]


def test_of_two_alike_the_one_that_is_left_is_no_surer_than_the_one_seen_first() -> None:
    rows = known("la-cosa", FIVE, show("Ana", "whisky"), *around(*FIVE), "draw Ana away whisky", "play Ana whisky")
    since = "Desde entonces: 2 intercambios, 1 carta robada y 1 carta descartada."
    assert rows == [("Ana", ["whisky"], since)]


def test_cards_drawn_after_one_was_shown_do_not_age_one_shown_after_them_in_the_creature() -> None:
    four = ["Ana", "Berto", "Ciro", "Dora"]
    turn = ["chief Ana", show("Ana", "armado"), "pass Ana,Dora,Ciro,Berto", "vote Dora Ciro", "vote Ciro Dora",
            "vote Berto Ciro", "vote Ana Ciro,Ciro", "declare Ciro true", "move 6", "discard Ana 1"]  # fmt: skip
    assert known("la-criatura", four, *turn, show("Ana", "despierto")) == [
        ("Ana", ["armado"], "Desde entonces: 1 carta descartada."),
        ("Ana", ["despierto"], UNSEEN),
    ]


def test_cards_taken_after_one_was_shown_do_not_age_one_shown_after_them_with_two_decks() -> None:
    lines = (show("Ana", "tres-de-oros"), "commander Beto")
    assert known("dos-barajas", FIVE, *lines, show("Ana", "seis-de-copas")) == [
        ("Ana", ["tres-de-oros"], "Desde entonces: 1 carta dejada."),
        ("Ana", ["seis-de-copas"], UNSEEN),
    ]
