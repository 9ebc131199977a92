"""Devices of the host: one cookie each, and one of them hands over to another by a code."""

from __future__ import annotations

from pathlib import Path

from companion.web.sessions import CODE_LIVES, MOST_WRONG, Sessions


def test_a_code_moves_the_table_once() -> None:
    sessions = Sessions(b"key")
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


def test_nobody_finds_a_code_by_trying() -> None:
    sessions = Sessions(b"key")
    code = sessions.new_code(sessions.device(sessions.new_cookie())).text
    for _ in range(MOST_WRONG):
        assert sessions.take_over("WRONG2") == ""
    assert sessions.take_over(code) == ""


def test_a_restart_forgets_neither_who_leads_nor_who_handed_over(tmp_path: Path) -> None:
    sessions = Sessions(b"key")
    sessions.remember_in(tmp_path / "moved")
    old = sessions.new_cookie()
    new = sessions.take_over(sessions.new_code(sessions.device(old)).text)
    again, another = Sessions(b"key"), Sessions(b"another")
    for one in (again, another):
        one.remember_in(tmp_path / "moved")
    assert again.device(new)
    assert again.device(old) == "" and again.has_moved(old)
    assert another.device(new) == ""


def test_made_up_cookies_are_nobody() -> None:
    sessions = Sessions(b"key")
    cookie = sessions.new_cookie()
    known = sessions.all()[0]
    for made_up in ("", ".", cookie[:-1], cookie + "x", "ñ.ñ", known.id, known.digest):
        assert sessions.device(made_up) == ""
        assert not sessions.has_moved(made_up)
