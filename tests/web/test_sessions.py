"""Devices of the host: one cookie each, and one of them hands over to another by a code."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.web.auth.access import LINK_LIVES, LINK_REPEATS
from companion.web.auth.sessions import CODE_LIVES, MOST_WRONG, Sessions


@pytest.fixture
def sessions() -> Sessions:
    return Sessions(b"key")


def test_a_code_moves_the_table_once(sessions: Sessions) -> None:
    old, other = sessions.new_cookie(), sessions.new_cookie()
    code = sessions.new_code(sessions.device(old)).text
    new = sessions.take_over(f" {code[:3].lower()}-{code[3:]} ")
    assert sessions.device(new) and sessions.device(other)
    assert (sessions.device(old), sessions.has_moved(old), sessions.has_moved(new)) == ("", True, False)
    assert sessions.take_over(code) == ""


def test_a_second_code_ends_the_first_and_time_ends_both() -> None:
    now = [0.0]
    sessions = Sessions(b"key", lambda: now[0])
    device = sessions.device(sessions.new_cookie())
    first, second = sessions.new_code(device).text, sessions.new_code(device).text
    assert sessions.take_over(first) == ""
    found = sessions.code_of(device)
    assert found is not None and found.text == second
    now[0] = CODE_LIVES + 1
    assert sessions.code_of(device) is None
    assert sessions.take_over(second) == ""


def test_nobody_finds_a_code_by_trying(sessions: Sessions) -> None:
    code = sessions.new_code(sessions.device(sessions.new_cookie())).text
    for _ in range(MOST_WRONG):
        assert sessions.take_over("WRKNG2") == ""
    assert sessions.take_over(code) == ""


def test_only_what_was_guessed_at_is_given_up(sessions: Sessions) -> None:
    device = sessions.device(sessions.new_cookie())
    pair, move = sessions.codes.offer("pair", device), sessions.new_code(device)
    seat = sessions.codes.offer("seat", "", "game", 2)
    typed, links = [pair.text, seat.text], [pair.token, seat.token]
    for k in range(4 * MOST_WRONG):
        assert sessions.take_over(f"WRNG{k:04}".translate(str.maketrans("01", "AB"))) == ""
        assert sessions.take_over("not-the-token-of-any-link-here") == ""
    assert all(sessions.codes.find(text) is None for text in typed)
    left = sessions.codes.standing("pair", device)
    assert left is not None and (left.text, left.token) == ("", pair.token), "its square stands"
    assert sessions.codes.find(move.text) is move
    assert sessions.codes.find("") is None
    for link in links:
        assert sessions.take_over(link)


def test_a_fresh_code_does_not_pay_for_what_was_guessed_before(sessions: Sessions) -> None:
    device = sessions.device(sessions.new_cookie())
    for _ in range(MOST_WRONG):
        assert sessions.take_over("WRNGWRNG") == ""
    for kind in ("pair", "seat"):
        code = sessions.codes.offer(kind, device, "game", 2).text
        assert sessions.take_over("WRNGWRNG") == ""
        assert sessions.codes.find(code) is not None


def test_a_clock_that_is_set_drops_nobody(tmp_path: Path) -> None:
    ticks, wall = [0.0], [1_000.0]
    sessions = Sessions(b"key", lambda: ticks[0], lambda: wall[0])
    sessions.remember_in(tmp_path / "devices")
    host, seat = sessions.new_cookie(), sessions.claim("game", 1)
    for jump in (3 * 24 * 3600.0, 56 * 365 * 24 * 3600.0, -20 * 365 * 24 * 3600.0):
        wall[0] += jump
        ticks[0] += 5.0
        wall[0] += 5.0
        sessions.claim("another", 3)
        assert sessions.device(host)
        assert sessions.session(seat) is not None
        assert all(one.seen <= wall[0] and one.since <= wall[0] for one in sessions.all())
    later = Sessions(b"key", lambda: ticks[0], lambda: wall[0] + 4 * 24 * 3600.0)
    later.remember_in(tmp_path / "devices")
    later.claim("another", 2)
    assert later.session(seat) is not None


def test_who_was_revoked_on_a_full_disk_stays_so_after_a_kill(tmp_path: Path) -> None:
    for devices in (1, 3, 60):
        sessions, file = Sessions(b"key"), tmp_path / f"devices{devices}"
        sessions.remember_in(file)
        cookies = [sessions.new_cookie("Android") for _ in range(devices)]
        (tmp_path / f"{file.name}.new").mkdir()  # there is no room for another file
        for cookie in cookies[1:] or cookies:
            sessions.revoke(sessions.device(cookie))
            assert sessions.is_kept
            again = Sessions(b"key")
            again.remember_in(file)
            assert not again.device(cookie)
        assert bool(again.device(cookies[0])) == (devices > 1)
    (tmp_path / "devices60.new").rmdir()
    sessions.new_cookie()
    again.remember_in(file)
    assert len(again.all()) == 2


def test_what_a_full_disk_did_not_keep_is_known(sessions: Sessions, tmp_path: Path) -> None:
    sessions.remember_in(tmp_path / "devices")
    assert sessions.new_cookie() and sessions.is_kept
    (tmp_path / "devices.new").mkdir()  # there is no room for another file, and the list grows
    sessions.new_cookie()
    assert not sessions.is_kept
    (tmp_path / "devices.new").rmdir()
    sessions.new_cookie()
    assert sessions.is_kept


def test_a_restart_forgets_neither_who_leads_nor_who_handed_over(sessions: Sessions, tmp_path: Path) -> None:
    sessions.remember_in(tmp_path / "moved")
    old = sessions.new_cookie()
    new = sessions.take_over(sessions.new_code(sessions.device(old)).text)
    again, another = Sessions(b"key"), Sessions(b"another")
    for one in (again, another):
        one.remember_in(tmp_path / "moved")
    assert again.device(new)
    assert again.device(old) == "" and again.has_moved(old)
    assert another.device(new) == ""


def test_made_up_cookies_are_nobody(sessions: Sessions) -> None:
    cookie = sessions.new_cookie()
    known = sessions.all()[0]
    for made_up in ("", ".", cookie[:-1], cookie + "x", "ñ.ñ", known.id, known.digest):
        assert sessions.device(made_up) == ""
        assert not sessions.has_moved(made_up)


def test_a_link_opened_again_lives_no_longer() -> None:
    now = [0.0]
    codes = Sessions(b"key", lambda: now[0]).codes
    token = codes.new_link(LINK_LIVES)
    for after in (0.0, 0.8 * LINK_REPEATS):
        now[0] = after
        assert codes.open_link(token, "192.168.1.9", LINK_REPEATS)
    now[0] = 1.2 * LINK_REPEATS
    assert not codes.open_link(token, "192.168.1.9", LINK_REPEATS)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_code_of_a_seat_goes_with_its_phone(sessions: Sessions, seat: int) -> None:
    code = sessions.codes.offer("seat", "", "game", seat)
    of_all = sessions.codes.offer("table", "", "game")
    sessions.release("game", seat)
    assert (sessions.codes.find(code.text), sessions.codes.find(of_all.text)) == (None, of_all)
