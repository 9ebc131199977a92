"""Text printed on cards: headings a deck declares, words a card fills in, faults by line."""

from __future__ import annotations

from pathlib import Path

from companion.decks.loader import Box, Source, read

OWN, WORDS = ((Path(__file__).with_name("marked") / f"{name}.toml").read_text("utf-8") for name in ("deck", "es"))


def _read(deck: str, base: Box | None = None) -> tuple[Box | None, list[str]]:
    words = WORDS if base is None else ""
    found = read(
        Source("deck.toml", deck),
        {"es": Source("es.toml", words)},
        folder="j",
        find=lambda slug: base,
        games=("j",),
        thorough=False,
    )
    return found.box, [finding.key for finding in found.findings if finding.grave]


def test_a_card_says_what_is_printed_on_it_and_others_say_nothing() -> None:
    box, faults = _read(OWN + 'marks = { phase = ["night"] }\n')
    assert faults == [] and box is not None
    assert box.decklist.by_slug["uno"].mark("phase") == ("night",)
    assert box.decklist.by_slug["uno"].mark("who") == ()
    assert box.decklist.marks == {"phase": ("day", "night")}


def test_what_is_not_declared_is_a_fault() -> None:
    assert _read(OWN + 'marks = { phase = ["noon", "dusk"] }\n')[1] == ["marks.word", "marks.word"], "both are said"
    assert "key.unknown" in _read(OWN + 'marks = { colour = ["red"] }\n')[1]
    assert "marks.shape" in _read(OWN + 'marks = "night"\n')[1]
    assert "marks.heading" in _read(OWN.replace('["day", "night"]', "[]"))[1]


def test_a_host_writes_down_what_a_known_card_says_without_adding_copies() -> None:
    base, _ = _read(OWN)
    deck = 'base = "j"\nslug = "mine"\n[[card]]\nslug = "uno"\nmarks = { phase = ["day"] }\n'
    box, faults = _read(deck, base)
    assert faults == [] and box is not None
    assert box.decklist.by_slug["uno"].mark("phase") == ("day",)
    assert box.decklist.by_slug["uno"].copies == 9
