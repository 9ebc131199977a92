"""Two hosts of one store: what one writes the other hears, shows what it heard last while the store is away, and
forgets what was forgotten. With a store in memory; the club's own is in `tests/store/test_club.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from companion.engine.actions import Malformed
from companion.service.club import SharedText
from companion.service.live import asking
from companion.service.live.games import GameService, Stale
from companion.service.live.session import Refused
from companion.service.people.figures import Figure, Figures
from companion.service.referee import checks
from companion.service.referee.memory import Sealed
from companion.store.base import EVERYTHING, FORGOTTEN, GameInfo, Kept, Row, UnknownGame, Unwritable
from companion.store.memory import MemoryStore
from tests.houses import new_house
from tests.service.toy import SETUP, find
from tests.waiting import PATIENCE, soon

TELL = {"action": "tell", "player": "Ana", "text": "…"}


class Line:
    """The line between the hosts: who listens, and whether they reach the store."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.listening: list[Callable[[str, int], None]] = []
        self.is_down = self.is_deaf = False
        self.meanwhile: Callable[[], None] = lambda: None

    def tell(self, game: str, newest: int = 0) -> None:
        for heard in () if self.is_deaf else self.listening:
            heard(game, newest)


class OneOfMany(MemoryStore):
    """Store of a host, in which others write too."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self._line = line

    def _there(self) -> MemoryStore:
        if self._line.is_down:
            raise Unwritable("store.away")
        return self._line.store

    def watch(self, heard: Callable[[str, int], None]) -> bool:
        self._line.listening.append(heard)
        return True

    def open(self, heading: GameInfo, rows: Sequence[Row]) -> None:
        self._there().open(heading, rows)

    def append(self, game: str, rows: Sequence[Row], glance: str) -> None:
        self._there().append(game, rows, glance)
        self._line.tell(game, rows[-1].entry.number)

    def rows(self, game: str, after: int = 0) -> list[Row]:
        return self._there().rows(game, after)

    def headings(self) -> list[GameInfo]:
        found = self._there().headings()
        self._line.meanwhile()
        return found

    def heading(self, game: str) -> GameInfo:
        return self._there().heading(game)

    def forget(self, what: Mapping[str, Kept | None], at: str) -> None:
        self._there().forget(what, at)
        for game in what:
            self._line.tell(FORGOTTEN + game)


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def hosts(line: Line, monkeypatch: pytest.MonkeyPatch) -> tuple[GameService, GameService]:
    monkeypatch.setattr(asking, "PATIENCE", PATIENCE)
    here, there = (GameService(OneOfMany(line), find) for _ in range(2))
    assert here.is_shared and there.is_shared
    return here, there


Hosts = tuple[GameService, GameService]


def test_who_watches_at_one_host_is_told_what_another_writes(hosts: Hosts, line: Line) -> None:
    here, there = hosts
    game = here.open(SETUP).id
    assert there.seen(game).version == 1
    assert [heading.version for heading in here.headings()] == [1]
    mine, theirs = here.hub.subscribe(game, lambda: None), there.hub.subscribe(game, lambda: None)
    here.say(game, TELL)
    there.say(game, TELL)
    for watching in (mine, theirs):
        assert [change.version for change in watching.take()] == [2, 3]
    line.is_deaf = True
    there.say(game, TELL)
    assert here.say(game, TELL).version == 5, "whoever writes asks first what others have written"
    assert [change.version for change in mine.take()] == [4, 5]
    there.say(game, TELL)
    soon(lambda: here.seen(game).version == 6)
    assert [heading.version for heading in here.headings()] == [6]
    with pytest.raises(Stale):
        here.say(game, TELL, version=5)


def test_a_long_game_that_is_not_in_memory_is_told_from_its_end(hosts: Hosts) -> None:
    here, there = hosts
    game = here.open(SETUP).id
    for _ in range(30):
        here.say(game, TELL)
    watching = there.hub.subscribe(game, lambda: None)
    here.say(game, TELL)
    assert [change.version for change in watching.take()] == [*range(13, 33)]


def test_while_the_store_is_away_everything_is_as_it_was_heard_last(hosts: Hosts, line: Line) -> None:
    here, there = hosts
    game, woken = here.open(SETUP, name="Viernes").id, list[int]()
    watching = here.hub.subscribe(game, lambda: woken.append(1))
    asked: tuple[Callable[[], Any], ...] = (here.headings, lambda: here.heading(game), lambda: here.seen(game))
    before = [ask() for ask in asked]
    line.is_down = True
    here.note_away(True)
    assert here.is_away and len(woken) == 1
    here.note_away(True)
    assert len(woken) == 1, "it is said once"
    assert [ask() for ask in asked] == before
    with pytest.raises(Unwritable):
        here.heading("another")
    with pytest.raises(Unwritable):
        here.say(game, TELL)
    assert here.seen(game).version == 1
    line.is_down, line.is_deaf = False, True
    there.say(game, TELL)
    line.is_deaf = False
    soon(lambda: here.heading(game).version == 2 and not here.is_away)  # whoever asks notices that it is back
    assert watching.take() == []
    here.note_away(False)
    assert [change.version for change in watching.take()] == [2]
    line.is_down = True
    soon(lambda: here.headings()[0].version == 2 and here.is_away)  # what was known was asked again meanwhile
    line.is_down = False
    here.note_away(False)
    line.is_down = True
    with pytest.raises(Unwritable):
        here.heading("another")
    assert here.is_away, "whoever asks in vain notices it too"


def test_what_one_host_forgets_the_others_no_longer_know(hosts: Hosts, line: Line) -> None:
    here, there = hosts
    games = [here.open(SETUP).id for _ in range(2)]
    dropped = list[str]()
    there.sealed.when_dropped = dropped.append
    for game in games:
        assert there.heading(game).id == there.seen(game).id == game
    there.headings()
    here.forget({games[0]: None})
    assert dropped == [games[0]]
    line.is_down = True
    for asked in (there.headings, lambda: there.heading(games[0]), lambda: there.seen(games[0])):
        with pytest.raises(Unwritable):
            asked()
    line.is_down = False
    for ask in (there.heading, there.seen):
        with pytest.raises(UnknownGame):
            ask(games[0])
    line.meanwhile = lambda: line.tell(FORGOTTEN + games[1])  # between the question and its answer
    assert [heading.id for heading in there.headings()] == [games[1]]
    line.is_down = True
    with pytest.raises(Unwritable):
        there.headings()


def test_a_game_that_was_taken_away_unheard_is_known_to_be_gone_and_the_others_go_on(hosts: Hosts, line: Line) -> None:
    here, there = hosts
    gone, kept = (here.open(SETUP).id for _ in range(2))
    watching = [there.hub.subscribe(game, lambda: None) for game in (gone, kept)]
    assert [there.heading(game).version for game in (gone, kept)] == [1, 1]
    line.is_deaf = True
    here.say(kept, TELL)
    here.forget({gone: None})
    line.is_deaf = False
    line.tell(EVERYTHING)
    # not in memory there, so it is told from its beginning: devices pass over what they know
    assert [[change.version for change in one.take()] for one in watching] == [[], [1, 2]]
    assert there.heading(kept).version == 2
    line.is_down = True
    with pytest.raises(Unwritable):
        there.heading(gone)


def test_a_game_that_was_taken_away_goes_from_memory_when_it_is_looked_at(hosts: Hosts, line: Line) -> None:
    here, there = hosts
    game = here.open(SETUP).id
    there.seen(game)
    line.is_deaf = True
    here.forget({game: None})
    with pytest.raises(UnknownGame):
        there.seen(game)
    line.is_down = True
    with pytest.raises(Unwritable):
        there.seen(game)


def test_a_refusal_is_one_at_every_host(hosts: Hosts) -> None:
    here, there = hosts
    game = here.open(SETUP).id
    here.say(game, {"action": "draw", "player": "Ana"})
    with pytest.raises(Refused):
        there.say(game, {"action": "draw", "player": "Ana"})
    with pytest.raises(Malformed):
        there.seen(game, 3)


class Texts:
    """The texts of a club."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    def text(self, name: str) -> str:
        return self.kept.get(name, "")

    def change(self, name: str, work: Callable[[str], str]) -> None:
        self.kept[name] = work(self.text(name))


def test_the_figures_of_all_hosts_are_the_same() -> None:
    texts = Texts()
    here, there = Figures(), Figures()
    for one in (here, there):
        one.share(SharedText(texts, "figures"))  # type: ignore[arg-type]
    here.choose("Ana", Figure(3, 4))
    there.choose("Beto", Figure(5, 6))
    assert there.of(["Ana", "Beto"]) == ((3, 4), (5, 6)) and texts.kept == {
        "figures": '{"ana": [3, 4], "beto": [5, 6]}'
    }
    there.forget("ANA")
    assert there.of(["Ana"]) == ((0, 0),) and "ana" not in texts.kept["figures"]
    texts.kept["figures"] = "{"
    here.choose("Ana", Figure(1, 1))
    assert here.of(["Ana"]) == ((1, 1),) and texts.kept["figures"] == '{"ana": [1, 1]}'


class OneDuty:
    """Duties of a host, of which the memory of one game is another's."""

    is_mine = True

    def take(self, game: str) -> bool:
        return self.is_mine

    mark = take

    def is_elsewhere(self, game: str) -> bool:
        return not self.is_mine

    def has_shown(self, game: str) -> bool:
        return True


def test_a_check_at_another_host_than_the_one_that_remembers_says_so_whatever_the_cards_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited = list[float]()
    monkeypatch.setattr(checks, "PACE", checks.Pace(lambda: 0.05, waited.append))
    here, duty = new_house(), OneDuty()
    here.sealed.share(duty)  # type: ignore[arg-type]
    duty.is_mine = False
    game = here.open({"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"]}).id
    told = []
    for cards in (["whisky.1"], ["whisky.1", "hacha.1", "sospecha.1", "sospecha.2"]):
        asked = {"action": "check", "what": "hand", "player": "Ana", "cards": cards}
        told.append(checks.answer(here, game, asked))
        with pytest.raises(Stale):
            checks.answer(here, game, asked, version=9)
    assert told[0] == told[1] and waited == [checks.TICK] * 2
    assert told[0].finding.verdict == "undetermined" and told[0].finding.needs == (checks.ELSEWHERE,)
    assert {who: one.verdict for who, one in told[0].told.items()} == {"Ana": "undetermined"}
    assert here.sealed.refereed.presented(game).hands == {}


def test_a_referee_remembers_at_one_host() -> None:
    sealed, duty, dropped = Sealed(), OneDuty(), list[str]()
    sealed.share(duty)  # type: ignore[arg-type]
    sealed.when_dropped = dropped.append
    assert sealed.holds("g") and sealed.close("g", sealed.open("g")) and not sealed.listens("g", 60)
    assert sealed.has_forgotten("g"), "cards were shown to a referee, and not to this one"
    duty.is_mine = False
    assert not sealed.holds("g") and dropped == ["g"] and not sealed.has_forgotten("g")
    assert not sealed.close("g", sealed.open("g")) and dropped == ["g", "g"]
    assert sealed.listens("g", 60), "nothing of it is kept here any more"
