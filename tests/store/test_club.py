"""Two hosts of one club: who may do what is the same at both, and a seat has one phone over all of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from companion.service.live.games import GameService
from companion.store.base import StoreFault, Unwritable
from companion.store.memory import MemoryStore
from companion.web.auth.access import Access
from companion.web.auth.sessions import MOST_WRONG, Session
from companion.web.server.app import create_app
from companion.web.server.errors import HttpError
from companion.web.server.settings import Settings
from tests.cli.running import shell
from tests.cli.serving import SETUP as LA_COSA
from tests.cli.serving import table
from tests.service.toy import SETUP, find
from tests.waiting import at_once, soon
from tests.web.serving import Stream, ask, served_with
from tests.web.sitting import KEY

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'psycopg[binary]'")

from companion.club.store import PostgresStore  # noqa: E402  (needs psycopg)
from companion.service.club import Club, Host  # noqa: E402

pytestmark = pytest.mark.club

HERE, THERE = "http://192.0.2.1:8080", "http://192.0.2.2:8080"


@pytest.fixture
def two(club: str) -> Iterator[tuple[Access, Access]]:
    """Yield the doors of two hosts."""
    stores = PostgresStore(club), PostgresStore(club)
    doors = Access(Settings(KEY, 8080)), Access(Settings(KEY, 8080))
    for store, door, at in zip(stores, doors, (HERE, THERE), strict=True):
        door.sessions.share(store, at)
    soon(lambda: all(store.hears for store in stores))
    yield doors
    for store in stores:
        store.close()


class TestDevices:
    def test_a_cookie_of_one_host_is_good_at_the_other_and_ended_at_both(self, two: tuple[Access, Access]) -> None:
        here, there = two
        cookie = here.sessions.new_cookie("Tablet")
        soon(lambda: there.sessions.device(cookie))
        there.sessions.revoke(there.sessions.device(cookie))
        assert there.sessions.device(cookie) == ""
        soon(lambda: not here.sessions.device(cookie))

    def test_a_device_ended_while_the_other_host_could_not_ask_is_ended_there_all_the_same(
        self, club: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stores = PostgresStore(club), PostgresStore(club)
        here, there = (Access(Settings(KEY, 8080)) for _ in stores)
        for store, door, at in zip(stores, (here, there), (HERE, THERE), strict=True):
            door.sessions.share(store, at)
        soon(lambda: all(store.hears for store in stores))
        cookie = here.sessions.new_cookie("Tablet")
        soon(lambda: there.sessions.device(cookie))
        answer, asked = stores[1].text, []

        def text(name: str) -> str:
            asked.append(name)
            if len(asked) <= 2:
                raise Unwritable("store.database", fault="server closed the connection unexpectedly")
            return answer(name)

        monkeypatch.setattr("companion.service.club.SharedText.read", lambda one: text(one.name))
        here.sessions.revoke(here.sessions.device(cookie))
        soon(lambda: not there.sessions.device(cookie))
        for store in stores:
            store.close()

    def test_the_later_phone_of_a_seat_ends_the_earlier_at_every_host(self, two: tuple[Access, Access]) -> None:
        here, there = two
        ended: list[Session] = []
        here.sessions.on_end.append(ended.append)
        first = here.sessions.claim("game", 1, "Android")
        here.private_inbox.put("game", 1, {"es": "secreto"})
        second = there.sessions.claim("game", 1, "iPhone")
        soon(lambda: here.sessions.session(first) is None)
        assert there.sessions.session(first) is None
        soon(lambda: here.sessions.session(second))
        assert [(one.seat, one.ended) for one in ended] == [(1, "moved")]
        assert here.private_inbox.notes("game", 1) == []
        found = here.sessions.of_seat("game", 1)
        assert found is not None and found.label == "iPhone"
        assert here.sessions.phone_here("game", 1) is None and there.sessions.phone_here("game", 1) is not None

    def test_no_seat_has_two_phones_however_many_claim_it_at_once(self, two: tuple[Access, Access]) -> None:
        at_once(lambda door=door: [door.sessions.claim("game", k % 3) for k in range(12)] for door in two * 2)  # type: ignore[misc]
        for door in two:
            door.sessions.look_again()
            assert sorted(one.seat for one in door.sessions.all()) == [0, 1, 2]

    def test_a_host_that_does_not_hear_asks_before_it_lets_anybody_change_something(
        self, two: tuple[Access, Access]
    ) -> None:
        here, there = two
        cookie = here.sessions.new_cookie()
        soon(lambda: there.sessions.device(cookie))
        deaf = there.sessions._shared
        assert isinstance(deaf, PostgresStore)
        deaf._heard_texts.clear()
        deaf._hears.clear()
        here.sessions.revoke_all()
        assert there.sessions.device(cookie), "it has not heard"
        there.sessions.be_sure()
        assert not there.sessions.device(cookie)

    def test_a_device_may_act_at_another_host_before_that_host_has_heard_of_it(
        self, two: tuple[Access, Access]
    ) -> None:
        here, there = two
        deaf = there.sessions._shared
        assert isinstance(deaf, PostgresStore)
        soon(deaf._hears.is_set)
        deaf._heard_texts.clear()
        cookie = here.sessions.new_cookie()
        assert not there.sessions.device(cookie), "it has not heard"
        there.sessions.be_sure(lambda: cookie)
        assert there.sessions.device(cookie)

    def test_what_could_not_be_kept_is_told_and_not_done(self, two: tuple[Access, Access]) -> None:
        here, _ = two
        cookie = here.sessions.new_cookie()
        store = here.sessions._shared
        assert isinstance(store, PostgresStore)
        store._url = "postgresql://nobody@/none?host=/nowhere"
        while not store._idle.empty():
            store._idle.get()[0].close()
        with pytest.raises(Unwritable):
            here.sessions.revoke(here.sessions.device(cookie))
        assert here.sessions.device(cookie), "who was let in before is still let in while the database is away"


class TestCodes:
    def test_a_code_of_one_host_is_good_at_the_other_once(self, two: tuple[Access, Access]) -> None:
        here, there = two
        old = here.sessions.new_cookie()
        move = here.sessions.new_code(here.sessions.device(old))
        seat = here.sessions.codes.offer("seat", "", "game", 2)
        found = there.sessions.codes.standing("seat", "", "game", 2)
        assert found is not None and found.text == seat.text
        assert there.sessions.session(there.sessions.take_over(seat.text))
        assert here.sessions.take_over(seat.token) == ""
        assert there.sessions.device(there.sessions.take_over(move.text))
        soon(lambda: here.sessions.has_moved(old))

    def test_wrong_codes_are_counted_over_all_hosts(self, two: tuple[Access, Access]) -> None:
        here, there = two
        code = here.sessions.new_code(here.sessions.device(here.sessions.new_cookie()))
        for k in range(MOST_WRONG):
            assert two[k % 2].sessions.take_over("WRKNG2") == ""
        assert here.sessions.codes.find(code.text) is None
        assert there.sessions.codes.find(code.token) is not None

    def test_a_link_is_opened_once_at_whichever_host(self, two: tuple[Access, Access]) -> None:
        here, there = two
        token = here.new_link().rpartition("/")[2]
        there.open_link(token, "192.0.2.7")
        with pytest.raises(HttpError):
            here.open_link(token, "192.0.2.8")


class TestGoingOn:
    def test_a_device_goes_on_at_another_host_as_what_it_was_once(self, two: tuple[Access, Access]) -> None:
        here, there = two
        cookie = here.sessions.claim("game", 2, "Android")
        soon(lambda: there.sessions.session(cookie))
        phone = here.sessions.session(cookie)
        assert phone is not None
        token = here.sessions.codes.offer("across", phone.id, "game").token
        again = there.sessions.session(there.sessions.take_over(token))
        assert again is not None and (again.role, again.game, again.seat, again.at) == ("seat", "game", 2, THERE)
        assert there.sessions.take_over(token) == ""
        assert [one.seat for one in there.sessions.all()] == [2]
        soon(lambda: here.sessions.session(cookie) is None)

    def test_who_was_revoked_goes_on_nowhere(self, two: tuple[Access, Access]) -> None:
        here, there = two
        cookie = here.sessions.new_cookie()
        device = here.sessions.device(cookie)
        token = here.sessions.codes.offer("across", device, "game").token
        there.sessions.look_again()
        there.sessions.revoke(device)
        assert there.sessions.take_over(token) == ""

    def test_what_pages_keep_takes_no_room_from_codes(self, two: tuple[Access, Access]) -> None:
        here, there = two
        seat = here.sessions.codes.offer("seat", "", "game", 2)
        for k in range(70):
            there.sessions.codes.offer("across", f"device-{k}", "game")
        assert here.sessions.codes.find(seat.text) is not None
        assert here.sessions.codes.find("") is None

    def test_pages_may_ask_the_other_hosts_and_nobody_else(self) -> None:
        access = Access(Settings(KEY, 8080, join=HERE))
        client = create_app(GameService(MemoryStore(), find), access.settings, access).test_client()
        alone = client.get("/")
        assert "elsewhere.js" not in alone.text and HERE not in alone.headers["Content-Security-Policy"]
        access.hosts = lambda: (Host("1", HERE), Host("2", THERE), Host("3", "http://x y; script-src *"))
        page = client.get("/")
        assert "elsewhere.js" in page.text
        rules = page.headers["Content-Security-Policy"].split("; ")
        assert f"connect-src 'self' {THERE}" in rules and "script-src 'self'" in rules
        assert client.get("/api/ready").headers["Access-Control-Allow-Origin"] == "*"


class TestTables:
    def test_whoever_comes_first_makes_the_tables_and_everybody_has_them(self, club: str) -> None:
        made: list[PostgresStore | Exception] = []

        def make() -> None:
            try:
                made.append(PostgresStore(club))
            except (StoreFault, psycopg.Error) as fault:
                made.append(fault)

        at_once([make] * 8)
        stores = [one for one in made if isinstance(one, PostgresStore)]
        assert len(stores) == 8, made
        with psycopg.connect(club) as line:
            assert line.execute("select format from companion_format order by 1").fetchall() == [(1,), (2,)]
        for one in stores:
            assert isinstance(one, Club)
            one.close()

    def test_the_tables_of_an_older_program_are_brought_up_to_date(self, club: str) -> None:
        with psycopg.connect(club) as line:
            line.execute((files("companion.club") / "tables.sql").read_bytes())
        store = PostgresStore(club)
        store.change("x", lambda text: text + "y")
        assert store.text("x") == "y"
        store.change("x", lambda text: "")
        assert store.text("x") == ""
        store.close()


def test_a_stream_of_the_phone_that_had_the_seat_is_cut_at_the_other_host(club: str) -> None:
    here, there = (GameService(PostgresStore(club), find) for _ in range(2))
    with served_with(here) as (port, mine), served_with(there) as (_, other):
        for tables, door, at in ((here, mine, HERE), (there, other, THERE)):
            assert isinstance(tables.store, PostgresStore)
            door.sessions.share(tables.store, at)
        game = here.open(SETUP).id
        cookie = mine.sessions.claim(game, 0)
        stream = Stream(port, game, Cookie=f"{mine.cookie_name}={cookie}")
        assert stream.version() == 1
        other.sessions.claim(game, 0)
        assert stream.version() == 0, "it has ended"
        draw = {"action": "draw", "player": "Ana"}
        own = {"Cookie": f"{mine.cookie_name}={cookie}", "Origin": f"http://127.0.0.1:{port}"}
        assert ask(port, "POST", f"/api/games/{game}/actions", draw, **own)[0] == 401
        stream.close()


def test_two_shipped_servers_have_one_key_and_one_front_door(club: str, tmp_path: Path) -> None:
    environment = {"COMPANION_DATABASE_URL": club, "COMPANION_HOST_KEY": ""}
    with table(tmp_path / "one", **environment) as one, table(tmp_path / "two", **environment) as two:
        assert one.said["host_key"] == two.said["host_key"]
        game = one.ask("POST", "/api/games", LA_COSA)[1]["id"]
        status, link = two.ask("POST", "/api/host-links")
        assert status == 201
        path = "/host/" + re.sub(r".*/", "", str(link["url"]))
        assert ask(one.port, "GET", path)[0] == 303
        assert two.ask("GET", f"/api/games/{game}")[0] == 200
        with psycopg.connect(club) as line:
            assert line.execute("select count(*) from host").fetchone() == (2,)
        assert not (tmp_path / "one" / "devices.json").exists()
    with psycopg.connect(club) as line:
        assert line.execute("select count(*) from host").fetchone() == (0,), "who ends says so"


class TestDoctor:
    """Report of the doctor on the hosts of a club."""

    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path) -> None:
        self.data = tmp_path / "data"

    def told(self, url: str, lang: str = "es") -> dict[str, str]:
        done = shell("doctor", "--json", "--lang", lang, "--data", self.data, COMPANION_DATABASE_URL=url)
        found = [one for one in json.loads(done.stdout)["checks"] if one["name"] == "club"]
        assert len(found) == 1 and "Traceback" not in done.stderr
        return found[0]  # type: ignore[no-any-return]

    def test_the_hosts_that_run_and_one_that_has_gone_without_a_word(self, club: str) -> None:
        with psycopg.connect(club, autocommit=True) as line:
            assert self.told(club)["status"] == "warn"
            assert line.execute("select to_regclass('host')").fetchone() == (None,), "it only looks"
        store = PostgresStore(club)
        store.beat(Host("a", HERE))
        store.beat(Host("b", THERE))
        with psycopg.connect(club, autocommit=True) as line:
            line.execute("update host set seen = seen - interval '2 minutes' where id = 'b'")
        said = self.told(club)
        assert said["status"] == "good"
        assert re.search(rf"{HERE} en marcha desde \d{{4}}-\d\d-\d\d \d\d:\d\d; ", said["text"]), said
        assert f"{THERE} en marcha desde" in said["text"] and said["text"].endswith("sin señales desde hace 2 min.")
        store.leave("a")
        gone = self.told(club, "en")
        assert gone["status"] == "warn" and HERE not in gone["text"] and "silent for 2 min" in gone["text"]
        store.close()

    def test_a_database_that_does_not_answer_gets_a_sentence(self, tmp_path: Path) -> None:
        said = self.told(f"postgresql://nobody@/none?host={tmp_path}")
        assert said["status"] == "bad" and "base de datos" in said["text"] and said["fix"]
        assert self.told("mysql://elsewhere")["status"] == "bad"

    def test_a_house_without_one_is_not_told_of_it(self) -> None:
        done = shell("doctor", "--json", "--data", self.data)
        assert "club" not in [one["name"] for one in json.loads(done.stdout)["checks"]]
