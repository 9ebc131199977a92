"""People leave the base where the tablet keeps only the sums, or only the phases: who, with what, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.decks.catalog import title
from companion.engine.actions import read
from companion.engine.view import Choice
from tests.games.play import Sitting

GAMES: Mapping[str, tuple[list[str], dict[str, object]]] = {
    "the-thing": (["Ana", "Berto", "Ciro", "Dora"], {"action": "take-sheets"}),
    "the-thing-coop": (["Ana", "Berto"], {"action": "take-sheets", "who": {}}),
    "the-thing-outpost": (["Ana", "Berto", "Ciro", "Dora"], {"action": "take-sheets"}),
}


class Table:
    """A table at the actions of its first round, tapped at a depth."""

    def __init__(self, slug: str, depth: str, **set_: object) -> None:
        self.here = title(slug)
        players, first = GAMES[slug]
        setup = {"players": players, "options": {"depth": depth}}
        self.at = Sitting(self.here.game, self.here.decklist, setup)
        if slug == "the-thing-coop":
            first = {**first, "who": dict(zip(self.at.course.table.seats, SHEETS, strict=False))}
        self.at.do(first, {"action": "override", "set": {"step": "actions", **set_}, "reason": "t"})
        self.said: dict[str, object] = {}

    @property
    def people(self) -> tuple[str, ...]:
        """Characters at the base."""
        return tuple(self.at.course.table.seats)

    @property
    def step(self) -> str:
        """The phase."""
        return self.at.course.table.step

    def offered(self) -> list[Choice]:
        """Return the choices that can be tapped now."""
        question = self.here.game.ask(self.here.decklist, self.at.course.table, self.said, self.here.words["es"])
        return [one for group in question.groups for one in group.choices if one.refusal is None]

    def tap(self, **fields: object) -> None:
        """Tap the one choice that says this, for as many as it can."""
        found = [one for one in self.offered() if all(one.said.get(key) == value for key, value in fields.items())]
        found = [one for one in found if len(one.then) == max(len(other.then) for other in found)]
        assert len(found) == 1, (fields, [one.said for one in self.offered()])
        self.said = {} if found[0].done else dict(found[0].said)
        if found[0].done:
            for said in (found[0].said, *found[0].then):
                assert self.at.say(**said) == "ok", said

    def board(self, *aboard: str, alien: str = "") -> None:
        """Answer the boarding: `aboard` get in with every consent and show their roles, the others stay."""
        for _ in range(60):
            table = self.at.course.table
            if self.step not in ("escape", "rescue") or table.ended:
                return
            if table.prompts and table.prompts[0].about == "role":
                self.tap(action="show-role", alien=table.prompts[0].to == alien)
            elif table.prompts:
                self.tap(action="consent", player=table.prompts[0].to, grants=True)
            else:
                who = str(next(one for one in self.offered() if one.said["action"] == "get-aboard").said["player"])
                self.tap(action="get-aboard", boards=who in aboard)
        raise AssertionError("nobody ever leaves")


SHEETS = ("macready", "blair", "windows", "nauls", "garry", "norris")
READY = {"damage": {"shed": 0}, "fuel": {"shed": 4}}


@pytest.mark.parametrize("slug", GAMES)
def test_a_vehicle_leaves_where_the_tablet_keeps_only_sums(slug: str) -> None:
    """It is asked what the vehicle is used for, and who leaves."""
    table = Table(slug, "sums", **READY)
    first = table.people[1]
    table.tap(card="usar")
    table.tap(at="shed")
    table.tap(escape=True, player=first)
    assert table.step == "escape"
    assert [one.said.get("player") for one in table.offered() if one.said.get("boards")] != [first]


@pytest.mark.parametrize("slug", GAMES)
def test_a_vehicle_leaves_where_the_tablet_keeps_only_phases(slug: str) -> None:
    """The damage and the fuel of the set-up, which were not counted since, hold the vehicle back for no one."""
    table = Table(slug, "phases")
    first = table.people[1]
    table.tap(card="usar", at="shed")
    before, leaves = table.at.course.table, {"action": "carry-out", "card": "usar", "at": "shed", "escape": True}
    table.tap(escape=True, player=first)
    action, facts = read(table.here.game.verbs, {**leaves, "player": first}), table.at.course.entries[-1].facts
    told = table.here.game.tell(table.here.decklist, before, action, facts, table.here.words["es"])
    assert told.startswith(f"{first} enseña las Llaves para escapar, en ")
    table.board(*table.people)
    assert table.step == ("escape" if slug == "the-thing-outpost" else "ending")


def test_all_humans_away_have_won() -> None:
    table = Table("the-thing", "phases")
    table.tap(card="usar", at="helicopter")
    table.tap(escape=True, player="Berto")
    table.board("Ana", "Ciro")
    roles = dict.fromkeys(table.people, "human") | {"Dora": "alien"}
    assert table.at.say(action="end", cause="roles", roles=roles) == "ok"
    assert (table.at.state["cause"], table.at.state["winners"]) == ("humans-away", ["Ana", "Berto", "Ciro"])


@pytest.mark.parametrize("slug", GAMES)
def test_the_rescue_helicopter_leaves_where_the_tablet_keeps_only_phases(slug: str) -> None:
    table = Table(slug, "phases")
    first, *others = table.people
    table.tap(action="get-aboard")
    table.tap(action="get-aboard", player=first)
    assert table.step == "rescue"
    table.board(*others)
    assert table.step == "ending"


def test_an_alien_aboard_ends_it() -> None:
    table = Table("the-thing", "phases")
    table.tap(action="get-aboard")
    table.tap(action="get-aboard", player="Ciro")
    table.board("Ana", alien="Ana")
    assert table.step == "ending"
    roles = dict.fromkeys(table.people, "human") | {"Ana": "alien"}
    assert table.at.say(action="end", cause="roles", roles=roles) == "ok"
    assert (table.at.state["cause"], table.at.state["winners"]) == ("alien-aboard", ["Ana"])


def test_the_norwegians_who_flew_have_won_and_the_others_play_on() -> None:
    table = Table("the-thing-outpost", "phases")
    table.tap(card="usar", at="shed")
    table.tap(escape=True, player="Ana")
    table.board("Berto")
    assert table.people == ("Ciro", "Dora") and table.step == "actions"
    assert table.at.say(action="next") == "ok" and table.step == "rec-room"


@pytest.mark.parametrize(("slug", "depth"), [("the-thing", "complete"), ("the-thing", "sums")])
def test_where_the_tablet_counts_it_says_itself_when_the_rescue_is_there(slug: str, depth: str) -> None:
    table = Table(slug, depth)
    assert table.at.say(action="get-aboard", player="Ana", boards=True) == "step.wrong"
    assert table.at.say(action="carry-out", card="usar", at="shed", escape=True) == "player.unknown"


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("cause", ["assimilated", "frozen"])
def test_the_table_says_how_it_ended_where_the_tablet_keeps_only_phases(slug: str, cause: str) -> None:
    table = Table(slug, "phases")
    table.tap(action="end", cause=cause)
    table.tap(action="end", cause=cause)
    people = table.at.course.table.players
    if cause == "assimilated":  # in the cooperative mode all were taken, and none is left to count
        out = {"out": list(people[1:])} if slug == "the-thing-coop" else {}
        roles = dict.fromkeys(people, "human" if out else "alien") | {people[0]: "alien"}
        assert not out or table.at.say(action="override", set=out, reason="taken") == "ok"
        assert not out or table.at.say(action="end", cause=cause) == "ok"
    else:
        roles = dict.fromkeys(people, "human") | {people[0]: "alien"}
    assert table.at.say(action="end", cause="roles", roles=roles) == "ok"
    assert table.at.state["cause"] == cause
    winners = [p for p in people if roles[p] == "alien"]
    assert table.at.state["winners"] == ([] if slug == "the-thing-coop" else winners)


@pytest.mark.parametrize("depth", ["sums", "complete"])
def test_where_the_tablet_counts_nobody_has_to_say_that_the_base_is_frozen(depth: str) -> None:
    table = Table("the-thing", depth)
    assert table.at.say(action="end", cause="frozen") == "step.wrong"
