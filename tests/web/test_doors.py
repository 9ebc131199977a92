"""The doors against a model: devices pair, claim, hand over, give back, are revoked and come back after a restart, in
whatever order; each may say exactly what the model says it may.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.web.auth.access import Access
from companion.web.auth.sessions import CODE_LIVES, MOST_WRONG, Sessions
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.houses import toy_house
from tests.planted import Bug, for_finder, plant, written
from tests.service.toy import SETUP

PLAYERS = ("Ana", "Beto", "Carla")
OWN = {"Host": "localhost:8080", "Origin": "http://localhost:8080"}
SEATS, DEVICES = st.integers(0, 2), st.integers(0, 3)
SETTINGS = Settings("the-host-key", 8080)


@cache
def application() -> Flask:
    """Return one application for all: its doors and its tables are put in anew."""
    return create_app(toy_house(), SETTINGS)


@dataclass
class Device:
    """A browser, and what the model thinks it is: "" looks on, "host", or the number of a seat."""

    client: FlaskClient
    role: str | int = ""


class Doors(RuleBasedStateMachine):
    """Four devices before one game."""

    @initialize()
    def begin(self) -> None:
        self._folder = TemporaryDirectory()
        self.tables = toy_house()
        self.game = self.tables.open(SETUP).id
        self.devices = [Device(application().test_client()) for _ in range(4)]
        self.codes: list[tuple[str, str | int]] = []
        self.used: list[str] = []
        self._open()

    def _open(self) -> None:
        self.access = Access(SETTINGS)
        self.access.sessions.remember_in(Path(self._folder.name) / "devices.json")
        application().extensions.update({"companion.access": self.access, "companion.tables": self.tables})

    @rule()
    def the_terminal_shows_a_code(self) -> None:
        self.codes.append((self.access.new_pairing().text, "host"))

    @rule(seat=SEATS)
    def the_host_shows_a_code_for_a_seat(self, seat: int) -> None:
        offer = self.access.sessions.codes.offer("seat", "", self.game, seat)
        self.used += [text for text, role in self.codes if role == seat]  # a newer one ends it
        self.codes = [one for one in self.codes if one[1] != seat] + [(offer.text, seat)]

    @rule(device=DEVICES, index=st.integers(0, 5))
    def a_code_is_typed(self, device: int, index: int) -> None:
        if not self.codes:
            return
        text, role = self.codes.pop(index % len(self.codes))
        one = self.devices[device]
        answer = one.client.post("/join", data={"code": text}, headers=OWN)
        if role != "host" and one.role == "host":
            assert answer.status_code == 409
            self.codes.append((text, role))
            return
        assert answer.status_code == 303
        self.used.append(text)
        if role != "host":
            for other in self.devices:
                other.role = "" if other.role == role else other.role
        one.role = role

    @rule(device=DEVICES, seat=SEATS)
    def a_seat_is_handed_over(self, device: int, seat: int) -> None:
        self.the_host_shows_a_code_for_a_seat(seat)
        self.a_code_is_typed(device, len(self.codes) - 1)

    @rule(device=DEVICES)
    def a_used_code_is_typed(self, device: int) -> None:
        if self.used:
            answer = self.devices[device].client.post("/join", data={"code": self.used[-1]}, headers=OWN)
            assert answer.status_code == 403
            # So many wrong ones end the codes of that length: see below.
            self.access.sessions.codes._standing.wrong.clear()

    @rule(seat=SEATS)
    def the_host_takes_a_seat_back(self, seat: int) -> None:
        self.access.sessions.release(self.game, seat)
        self.used += [text for text, role in self.codes if role == seat]
        self.codes = [one for one in self.codes if one[1] != seat]
        for device in self.devices:
            device.role = "" if device.role == seat else device.role

    @rule(device=DEVICES)
    def a_device_gives_its_seat_back(self, device: int) -> None:
        one = self.devices[device]
        answer = one.client.post(f"/games/{self.game}/seat", data={"do": "leave"}, headers=OWN)
        assert answer.status_code == (303 if isinstance(one.role, int) else 401)
        if isinstance(one.role, int):
            seat = one.role
            self.used += [text for text, role in self.codes if role == seat]
            self.codes = [known for known in self.codes if known[1] != seat]
            one.role = ""

    @rule()
    def all_are_told_to_look_on(self) -> None:
        self.access.sessions.revoke_all()
        for device in self.devices:
            device.role = ""

    @rule()
    def the_table_is_opened_again(self) -> None:
        self._open()
        self.used += [text for text, _ in self.codes]
        self.codes = []

    @rule(device=DEVICES, player=st.sampled_from(PLAYERS))
    def somebody_draws(self, device: int, player: str) -> None:
        one, before = self.devices[device], self.tables.seen(self.game)
        thing = {"action": "draw", "player": player}
        answer = one.client.post(f"/api/games/{self.game}/actions", json=thing, headers=OWN)
        may = one.role == "host" or (isinstance(one.role, int) and PLAYERS[one.role] == player)
        is_turn = before.table.turn == player
        assert answer.status_code == (401 if not may else 200 if is_turn else 422), (one.role, player)
        assert self.tables.seen(self.game).version == before.version + (answer.status_code == 200)

    @rule(device=DEVICES, verb=st.sampled_from(["undo", "stop", "tell"]))
    def somebody_says_what_is_the_hosts(self, device: int, verb: str) -> None:
        one = self.devices[device]
        thing = {"action": verb, "player": "Ana", "text": "x"} if verb == "tell" else {"action": "redo"}
        answer = one.client.post(f"/api/games/{self.game}/actions", json=thing, headers=OWN)
        assert (answer.status_code == 401) is (one.role != "host")

    @rule(device=DEVICES, seat=SEATS)
    def a_seat_is_told_something(self, device: int, seat: int) -> None:
        self.access.private_inbox.put(self.game, seat, {"es": f"SECRET-{seat}"})
        one = self.devices[device]
        page = one.client.get(f"/games/{self.game}/seat", headers=OWN)
        assert page.status_code == (200 if isinstance(one.role, int) else 401)
        assert ("SECRET-" in page.text) is isinstance(one.role, int) if one.role == seat else True
        for other in set(range(3)) - {one.role}:
            assert f"SECRET-{other}" not in page.text

    @invariant()
    def every_seat_has_one_phone_at_most(self) -> None:
        standing = [one.seat for one in self.access.sessions.all() if one.role == "seat"]
        assert len(standing) == len(set(standing))
        held = {device.role for device in self.devices if isinstance(device.role, int)}
        assert held == set(standing)

    def teardown(self) -> None:
        """Throw the folder away."""
        self._folder.cleanup()


SHORT = settings(max_examples=8, stateful_step_count=20)
Doors.TestCase.settings = SHORT
test_the_doors_do_what_the_model_says = Doors.TestCase


@pytest.mark.long
def test_the_doors_at_length() -> None:
    from hypothesis.stateful import run_state_machine_as_test

    long = settings(max_examples=300, stateful_step_count=40)
    run_state_machine_as_test(Doors, settings=long)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("bug", for_finder("doors", written("doors.txt")))
def test_planted_bugs_are_found(monkeypatch: pytest.MonkeyPatch, bug: Bug) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    plant(monkeypatch, bug)
    many = settings(max_examples=60, stateful_step_count=25, database=None, derandomize=True, phases=[Phase.generate])
    with pytest.raises(Exception):  # noqa: B017 - whatever is found, it is found
        run_state_machine_as_test(Doors, settings=many)  # type: ignore[no-untyped-call]


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


@pytest.mark.parametrize("seat", [0, 1])
def test_the_code_of_a_seat_goes_with_its_phone(sessions: Sessions, seat: int) -> None:
    code = sessions.codes.offer("seat", "", "game", seat)
    of_all = sessions.codes.offer("table", "", "game")
    sessions.release("game", seat)
    assert (sessions.codes.find(code.text), sessions.codes.find(of_all.text)) == (None, of_all)
