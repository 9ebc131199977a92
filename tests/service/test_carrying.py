"""A record in pieces: any order, twice, damaged, and as large as a long evening makes it."""

from __future__ import annotations

import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.service.transfer.qr_pieces import PIECE, Gatherings, base45, carried, pieces, unbase45
from tests.houses import toy_house
from tests.service.toy import SETUP

_CHANCE = random.Random(1)
TEXT = '{"record":1,"rows":[' + ",".join(str(_CHANCE.random()) for _ in range(600)) + "]}"
ALPHANUMERIC = 938
"""Letters that a QR code of version 17, level L, holds."""


@given(st.binary(max_size=60))
def test_base45_gives_back_what_went_in(data: bytes) -> None:
    assert unbase45(base45(data)) == data


@pytest.mark.parametrize(("data", "text"), [(b"AB", "BB8"), (b"Hello!!", "%69 VD92EX0"), (b"base-45", "UJCLQE7W581")])
def test_base45_is_the_one_of_the_standard(data: bytes, text: str) -> None:
    assert base45(data) == text


@pytest.mark.parametrize("text", ["A", "::::", ":::", "é00"])
def test_letters_that_stand_for_nothing(text: str) -> None:
    assert unbase45(text) is None


def test_pieces_in_any_order_and_twice_make_the_record() -> None:
    cut = pieces(TEXT)
    assert len(cut) > 3
    assert max(map(len, cut)) <= ALPHANUMERIC
    shuffled = [*cut, *cut]
    random.Random(2).shuffle(shuffled)
    gatherings = Gatherings()
    for piece in shuffled:
        found = gatherings.take([piece, "WIFI:S:mesa;;"])  # a square beside it that is no piece
        assert found is not None
    assert found.missing == []
    assert found.text() == TEXT.encode()


def test_what_is_missing_is_named() -> None:
    cut = pieces(TEXT)
    found = Gatherings().take([piece for number, piece in enumerate(cut, 1) if number not in (2, 4)])
    assert found is not None
    assert found.missing == [2, 4]
    assert found.text() is None


def test_a_damaged_piece_is_no_piece() -> None:
    cut = pieces(TEXT)
    wrong = cut[0][:-1] + ("0" if cut[0][-1] != "0" else "1")
    assert Gatherings().take([wrong, "https://elsewhere", ""]) is None


def test_pieces_of_two_chains_do_not_mix() -> None:
    one, other = pieces(TEXT), pieces(TEXT.replace("record", "rekord"))
    gatherings = Gatherings()
    for mine, theirs in zip(one, other, strict=True):
        gatherings.take([mine])
        found = gatherings.take([theirs])
    assert found is not None
    assert found.text() == TEXT.replace("record", "rekord").encode()


@pytest.mark.parametrize("is_bomb", [False, True])
def test_a_chain_whose_whole_is_wrong_says_so_and_a_bomb_does_not_unfold(is_bomb: bool) -> None:
    packed = zlib.compress(b"0" * (8 * 1024 * 1024 + 1), 9) if is_bomb else b"x" * 10
    seal = zlib.crc32(packed) if is_bomb else 0
    assert len(packed) < 200 * PIECE
    parts = [base45(packed[k : k + PIECE]) for k in range(0, len(packed), PIECE)]
    found = Gatherings().take(
        f"CMP1Z/{seal:08X}/{k}/{len(parts)}/{zlib.crc32(part.encode()):08X}/{part}" for k, part in enumerate(parts, 1)
    )
    assert found is not None
    assert found.missing == []
    assert found.text() is None


def test_a_record_comes_from_a_browser_that_cannot_pack_and_nothing_that_only_says_it_is_packed() -> None:
    text = TEXT[:PIECE].encode()
    part = base45(text)
    seal = zlib.crc32(text)
    for kind, whole, told in (("R", seal, text), ("Z", seal, None), ("R", seal ^ 1, None)):
        piece = f"CMP1{kind}/{whole:08X}/1/1/{zlib.crc32(part.encode()):08X}/{part}"
        found = Gatherings().take([piece])
        assert found is not None and found.missing == [] and found.text() == told


@pytest.mark.parametrize(
    ("number", "total", "is_one"), [(0, 3, False), (4, 3, False), (400, 400, True), (1, 401, False)]
)
def test_a_chain_has_so_many_pieces_at_the_most(number: int, total: int, is_one: bool) -> None:
    part = base45(b"ab")
    piece = f"CMP1Z/00000000/{number}/{total}/{zlib.crc32(part.encode()):08X}/{part}"
    assert (Gatherings().take([piece]) is not None) == is_one


def test_only_a_few_chains_are_remembered() -> None:
    gatherings = Gatherings()
    for k in range(9):
        gatherings.take(pieces(TEXT + str(k))[:1])
    assert len(gatherings._by_chain) == 4


def test_a_device_is_sent_the_rows_after_the_one_whose_seal_it_knows() -> None:
    tables = toy_house()
    game = tables.open(SETUP).id
    tables.say(game, {"action": "draw", "player": "Ana"})
    playing, heading = tables.playing(game), tables.heading(game)
    first, last = (line.seal for line in playing.written())
    for after, seal, sent in ((0, "", 2), (1, first, 1), (2, last, 0), (2, first, 2), (3, last, 2)):
        found = carried(playing, heading, after, seal)
        assert (2 - found.after, len(found.rows), found.seal) == (sent, sent, last)
