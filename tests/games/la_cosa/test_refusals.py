"""Whole refusals: the rule, which of its sentences, and the facts that fill its blanks."""

from __future__ import annotations

import pytest

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.places import DRAW, PLAY, gap
from companion.engine.rules import Violation
from companion.engine.state import Table
from tests.games.la_cosa.test_effects import BOX, FOUR, GAME, after, asked, opened

HUMANS = dict.fromkeys(FOUR, "human")
ROLES = {**HUMANS, "Dot": "la-cosa", "Cid": "infected"}


def refused(table: Table, verb: str, **said: object) -> Violation | None:
    return GAME.judge(BOX, table, Action(verb, said))


def to_draw() -> Table:
    return after(opened(), f.StepBegan("draw"))


def panic(card: str, **options: f.Setting) -> Table:
    """Return a table at which Ana has drawn a panic, which lies on the table."""
    return after(opened(**options), f.CardsMoved(DRAW, PLAY, 1, (card,)), f.StepBegan("panic"))


@pytest.mark.parametrize(
    ("table", "verb", "said", "found"),
    [
        (opened(), "draw", {"back": "away"}, Violation("step.wrong", {"turn": "Ana", "asked": ""}, "in-act")),
        (to_draw(), "discard", {"card": "whisky"}, Violation("step.wrong", {"turn": "Ana", "asked": ""}, "in-draw")),
        (panic("ups"), "discard", {"card": "whisky"}, Violation(
            "step.wrong", {"turn": "Ana", "asked": ""}, "in-panic")),
        (after(opened(), f.CardsMoved(DRAW, gap(0), 1, ("puerta-atrancada",))), "play",
         {"player": "Ana", "card": "sospecha", "target": "Bea"},
         Violation("target.door", {"card": "sospecha", "player": "Ana", "target": "Bea"})),
        (asked("exchange"), "draw", {"back": "away"}, Violation(
            "step.wrong", {"turn": "Ana", "asked": "Bea"}, "in-respond")),
        (opened(), "respond", {}, Violation("step.wrong", {"turn": "Ana"}, "nothing-asked")),
        (opened(), "play", {"card": "fallaste"}, Violation("card.not-playable", {"card": "fallaste"}, "defence")),
        (opened(), "play", {"card": "infectado"}, Violation("card.not-playable", {"card": "infectado"}, "contagion")),
        (opened(), "reveal", {"role": "la-cosa"}, Violation("step.wrong", {"player": "Ana"}, "living")),
        (opened(), "eliminate", {}, Violation("step.wrong", {"player": "Ana"}, "no-exchange")),
        (asked("exchange", to="Bea"), "eliminate", {"player": "Cid"}, Violation(
            "respond.not-asked", {"player": "Cid", "by": "Ana", "to": "Bea"}, "not-in-exchange")),
    ],
)  # fmt: skip
def test_why_not(table: Table, verb: str, said: dict[str, object], found: Violation) -> None:
    assert refused(table, verb, **{"player": "Ana", **said}) == found


ELIMINATED = after(opened(), f.PlayerOut("Dot", "lanzallamas"))
CLAIMED = after(opened(), f.Claimed("Dot", "no-human-left"))


@pytest.mark.parametrize(
    ("table", "said", "found"),
    [
        (opened(), {"roles": {"Ana": "human"}}, Violation("end.roles", {"players": "Bea, Cid, Dot"}, "missing")),
        (opened(), {"roles": {**ROLES, "Zoe": "human"}}, Violation("end.roles", {"players": "Zoe"}, "missing")),
        (opened(), {"roles": HUMANS}, Violation("end.roles", {"count": 0}, "one-thing")),
        (opened(), {"roles": {**ROLES, "Ana": "la-cosa"}}, Violation("end.roles", {"count": 2}, "one-thing")),
        (opened(), {"roles": ROLES}, Violation("end.roles", {"player": "Dot"}, "thing-lives")),
        (ELIMINATED, {"roles": ROLES, "cause": "la-cosa-caught"}, Violation(
            "end.roles", {"player": "Dot"}, "thing-is-out")),
        (ELIMINATED, {"roles": ROLES, "last_infected": "Ana"}, Violation(
            "end.roles", {"player": "Ana"}, "last-infected")),
        (ELIMINATED, {"roles": ROLES, "infections": {"Ana": "Dot"}}, Violation(
            "end.roles", {"player": "Ana"}, "infections-role")),
        (ELIMINATED, {"roles": ROLES, "infections": {"Cid": "Zoe"}}, Violation(
            "end.roles", {"player": "Cid", "by": "Zoe", "thing": "Dot"}, "infections-by")),
        (ELIMINATED, {"roles": ROLES, "infections": {"Cid": "Cid"}}, Violation(
            "end.roles", {"player": "Cid", "by": "Cid", "thing": "Dot"}, "infections-by")),
        (ELIMINATED, {"roles": ROLES, "infected": ["Ana"]}, Violation(
            "end.roles", {"player": "Ana"}, "infected-role")),
        (ELIMINATED, {"roles": ROLES, "infected": ["Dot"]}, Violation(
            "end.roles", {"player": "Dot"}, "infected-role")),
        (ELIMINATED, {"roles": ROLES, "infected": ["Zoe"]}, Violation(
            "end.roles", {"player": "Zoe"}, "infected-role")),
        (ELIMINATED, {"roles": ROLES, "infected": ["Cid", "Cid"]}, Violation(
            "end.roles", {"player": "Cid"}, "infected-twice")),
        (ELIMINATED, {"roles": {**ROLES, "Bea": "infected"}, "infected": ["Bea", "Cid"], "last_infected": "Bea"},
         Violation("end.roles", {"player": "Bea", "after": "Cid"}, "infected-last")),
        (ELIMINATED, {"roles": {**ROLES, "Bea": "infected"}, "infections": {"Cid": "Bea"}}, Violation(
            "end.roles", {"player": "Cid", "by": "Bea", "thing": "Dot"}, "infections-by")),
        (ELIMINATED, {"roles": {**ROLES, "Bea": "infected"}, "infected": ["Bea"], "last_infected": "Cid"}, None),
        (ELIMINATED, {"roles": ROLES, "infected": ["Cid"], "last_infected": "Cid"}, None),
        (ELIMINATED, {"roles": ROLES, "infections": {"Cid": "Dot"}, "last_infected": "Cid"}, None),
        (CLAIMED, {"roles": {**ROLES, "Dot": "infected", "Ana": "la-cosa"}, "cause": "la-cosa-declared"}, Violation(
            "end.roles", {"player": "Dot", "thing": "Ana"}, "not-the-claimed")),
        (CLAIMED, {"roles": ROLES}, Violation("step.wrong", {"player": "Dot"}, "declared")),
        (opened(), {"cause": "la-cosa-declared", "roles": ROLES}, Violation("step.wrong", {}, "not-declared")),
        (opened(thing_caught_loses=False), {"cause": "la-cosa-caught", "roles": ROLES}, Violation(
            "step.wrong", {}, "caught-does-not-end")),
        (opened(), {"cause": "abandoned"}, None),
    ],
)  # fmt: skip
def test_why_it_does_not_end_so(table: Table, said: dict[str, object], found: Violation | None) -> None:
    assert refused(table, "end", **{"cause": "la-cosa-eliminated", **said}) == found


def ended(table: Table, **said: object) -> f.Ended:
    (fact,) = GAME.carry_out(BOX, table, Action("end", said))
    assert isinstance(fact, f.Ended)
    return fact


def test_who_wins() -> None:
    assert ended(ELIMINATED, cause="la-cosa-eliminated", roles=ROLES).winners == ("Ana", "Bea")
    infected = {**dict.fromkeys(FOUR, "infected"), "Dot": "la-cosa"}
    assert ended(CLAIMED, cause="la-cosa-declared", roles=ROLES).winners == ("Ana", "Bea"), "humans are left"
    assert ended(CLAIMED, cause="la-cosa-declared", roles=infected).winners == ("Dot",), "nobody was eliminated"
    out = after(CLAIMED, f.PlayerOut("Bea", "lanzallamas"))
    lost = {**infected, "Bea": "human"}
    assert ended(out, cause="la-cosa-declared", roles=lost, last_infected="Ana").winners == ("Cid", "Dot")
    assert ended(out, cause="la-cosa-declared", roles=infected).winners == ("Dot",), "who left was infected"
    strict = after(opened(thing_alone="nobody-eliminated"), f.Claimed("Dot", ""), f.PlayerOut("Bea", "lanzallamas"))
    assert ended(strict, cause="la-cosa-declared", roles=infected).winners == ("Ana", "Cid", "Dot")


def test_an_abandoned_game_keeps_roles_only_if_all_were_said() -> None:
    assert ended(opened(), cause="abandoned", roles=ROLES) == f.Ended("abandoned", (), ROLES)
    assert ended(opened(), cause="abandoned", roles={"Ana": "human"}) == f.Ended("abandoned", (), {})


def test_friendship_that_this_table_rules_out_is_aimed_at_nobody() -> None:
    table = after(panic("no-podemos-ser-amigos", quarantine_exchange="blocked"), f.TrackSet("cuarentena", "Ana", 2))
    assert refused(table, "play", player="Ana", card="no-podemos-ser-amigos", target="Bea") is None
    assert refused(table, "play", player="Ana", card="no-podemos-ser-amigos") is None
    free = panic("no-podemos-ser-amigos", quarantine_exchange="blocked")
    assert refused(free, "play", player="Ana", card="no-podemos-ser-amigos") == Violation(
        "target.missing", {"card": "no-podemos-ser-amigos"}
    )


def corrected(table: Table, **said: object) -> Table:
    return after(table, *GAME.carry_out(BOX, table, Action("override", {"set": said, "reason": "looked"})))


def test_corrections() -> None:
    """Doors go where one lay before; the next player plays when the turn player is taken out; the rest is dropped."""
    two = after(
        opened(),
        f.PlayerOut("Cid", ""), f.PlayerOut("Dot", ""), f.Noted("next", "Bea"), f.Claimed("Bea", "no-human-left"),
        f.ObstaclesSet(((), ("puerta-atrancada",)), {}), f.CountsSet({"discard": 7}, {}),
    )  # fmt: skip
    assert corrected(two, doors=[["Ana", "Bea"]]).gaps == ((), ("puerta-atrancada",))
    dropped = corrected(two, step="draw")
    assert not dropped.notes and dropped.claim is None and dropped.turn == "Ana"
    assert corrected(opened(), eliminated=["Ana"]).turn == "Bea"
    assert corrected(opened(), eliminated=["Ana", "Bea"], direction="counterclockwise").turn == "Cid"
    assert corrected(asked("exchange"), eliminated=["Bea"]).prompt is None
    held = opened().hands
    impossible = refused(opened(), "override", set={"draw_pile": 0, "discard_pile": 0})
    assert impossible is not None and impossible.variant == "sum"
    hands = sum(held.values())
    assert impossible.blanks == {"draw": 0, "discard": 0, "hands": hands, "lying": 0, "size": BOX.size(4)}
