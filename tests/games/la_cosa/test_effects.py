"""The facts, one by one, that an action of La Cosa brings about: what a record keeps and what a film shows."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.game import Setup
from companion.engine.places import DISCARD, DRAW, PLAY, front, gap, hand
from companion.engine.state import Table, replay
from companion.games.la_cosa.effects import Effects

RULES = title("la-cosa")
GAME, BOX = RULES.game, RULES.decklist
FOUR = ("Ana", "Bea", "Cid", "Dot")
ROUNDS = "cuarentena"


def opened(**options: f.Setting) -> Table:
    """Return a table at which Ana has drawn and is to act."""
    facts = RULES.game.open(BOX, Setup(FOUR, "Ana", options))
    return replay((*facts, f.CardsMoved(DRAW, hand("Ana")), f.StepBegan("act")))


def done(table: Table, verb: str, **said: object) -> list[f.Fact]:
    return list(GAME.carry_out(BOX, table, Action(verb, said)))


def after(table: Table, *facts: f.Fact) -> Table:
    return replay(facts, table)


def played(card: str) -> f.Fact:
    """Return the fact that moves the card from Ana's hand to the discards."""
    return f.CardsMoved(hand("Ana"), DISCARD, 1, (card,))


OFFER = [f.StepBegan("respond"), f.Asked("exchange", "Ana", "Bea")]
NEXT = [f.TurnBegan("Bea"), f.StepBegan("draw")]


@pytest.mark.parametrize(
    ("card", "target", "facts"),
    [
        ("analisis", "Bea", [played("analisis"), f.CardsShown("Bea", "Ana"), *OFFER]),
        ("sospecha", "Bea", [played("sospecha"), f.CardsShown("Bea", "Ana", (), 1), *OFFER]),
        ("whisky", None, [played("whisky"), f.CardsShown("Ana"), *OFFER]),
        ("vigila-tus-espaldas", None, [
            played("vigila-tus-espaldas"), f.DirectionTurned(False), f.StepBegan("respond"),
            f.Asked("exchange", "Ana", "Dot")]),
        ("lanzallamas", "Bea", [
            f.CardsMoved(hand("Ana"), PLAY, 1, ("lanzallamas",)), f.StepBegan("respond"),
            f.Asked("lanzallamas", "Ana", "Bea")]),
        ("cuarentena", "Bea", [
            f.CardsMoved(hand("Ana"), front("Bea"), 1, ("cuarentena",)), f.TrackSet(ROUNDS, "Bea", 2), *OFFER]),
        ("puerta-atrancada", "Bea", [f.CardsMoved(hand("Ana"), gap(0), 1, ("puerta-atrancada",)), *NEXT]),
        ("puerta-atrancada", "Dot", [f.CardsMoved(hand("Ana"), gap(3), 1, ("puerta-atrancada",)), *OFFER]),
        ("determinacion", None, [
            f.CardsMoved(hand("Ana"), PLAY, 1, ("determinacion",)), f.CardsMoved(DRAW, hand("Ana"), 3),
            f.CardsMoved(hand("Ana"), DISCARD, 2), f.CardsMoved(PLAY, DISCARD, 1, ("determinacion",))]),
    ],
)  # fmt: skip
def test_what_a_card_does(card: str, target: str | None, facts: list[f.Fact]) -> None:
    assert done(opened(), "play", player="Ana", card=card, target=target) == facts


def test_an_older_quarantine_goes() -> None:
    table = after(opened(), f.CardsMoved(hand("Cid"), front("Bea"), 1, ("cuarentena",)), f.TrackSet(ROUNDS, "Bea", 1))
    assert done(table, "play", player="Ana", card="cuarentena", target="Bea") == [
        f.CardsMoved(front("Bea"), DISCARD, 1, ("cuarentena",)),
        f.CardsMoved(hand("Ana"), front("Bea"), 1, ("cuarentena",)),
        f.TrackSet(ROUNDS, "Bea", 2),
        *OFFER,
    ]
    own = done(opened(self_quarantine=True), "play", player="Ana", card="cuarentena", target="Ana")
    assert own[2] == f.Noted("spared", "Ana")


def test_seduction_of_somebody_kept_from_exchanges() -> None:
    table = after(opened(quarantine_exchange="blocked"), f.TrackSet(ROUNDS, "Ana", 2))
    assert done(table, "play", player="Ana", card="seduccion", target="Cid") == [
        played("seduccion"),
        f.TrackSet(ROUNDS, "Ana", 1),
        *NEXT,
    ]
    anyway = done(table, "play", player="Ana", card="seduccion", target="Cid", anyway="we did")
    assert f.Asked("seduccion", "Ana", "Cid") in anyway


def test_an_axe_takes_one_obstacle() -> None:
    door, two = ("puerta-atrancada",), ("puerta-atrancada", "puerta-atrancada")
    table = after(opened(), f.ObstaclesSet((two, (), (), ()), {"Bea": ("cuarentena",)}), f.TrackSet(ROUNDS, "Bea", 2))
    laid, cleared = f.CardsMoved(hand("Ana"), PLAY, 1, ("hacha",)), f.CardsMoved(PLAY, DISCARD, 1, ("hacha",))
    assert done(table, "play", player="Ana", card="hacha", remove={"door": ["Ana", "Bea"]}) == [
        laid, f.CardsMoved(gap(0), DISCARD, 1, door), cleared, *NEXT,
    ]  # fmt: skip
    assert done(table, "play", player="Ana", card="hacha", remove={"quarantine": "Bea"}) == [
        laid, f.CardsMoved(front("Bea"), DISCARD, 1, ("cuarentena",)), f.TrackSet(ROUNDS, "Bea", None), cleared, *NEXT,
    ]  # fmt: skip


def asked(about: str, by: str = "Ana", to: str = "Bea", **options: f.Setting) -> Table:
    """Return a table that waits for an answer; the card that asks lies on the table."""
    laid = () if about == "exchange" else (f.CardsMoved(hand(by), PLAY, 1, (about,)),)
    return after(opened(**options), *laid, f.StepBegan("respond"), f.Asked(about, by, to))


def drawn(player: str, card: str) -> list[f.Fact]:
    """Return the facts of a defence that is discarded and replaced."""
    return [f.CardsMoved(hand(player), DISCARD, 1, (card,)), f.CardsMoved(DRAW, hand(player))]


def test_answers_to_an_exchange() -> None:
    table = asked("exchange")
    assert done(table, "respond", player="Bea") == [
        f.CardsPassed((("Ana", "Bea"), ("Bea", "Ana"))), f.Settled(), *NEXT,
    ]  # fmt: skip
    assert done(table, "respond", player="Bea", card="no-gracias") == [*drawn("Bea", "no-gracias"), f.Settled(), *NEXT]
    assert done(table, "respond", player="Bea", card="aterrador") == [
        *drawn("Bea", "aterrador"), f.CardsShown("Ana", "Bea", (), 1), f.Settled(), *NEXT,
    ]  # fmt: skip
    passed_on = [*drawn("Bea", "fallaste"), f.Asked("exchange", "Ana", "Cid")]
    assert done(table, "respond", player="Bea", card="fallaste") == passed_on
    stopped = [*drawn("Bea", "fallaste"), f.Settled(), *NEXT]
    for between in (
        f.ObstaclesSet(((), ("puerta-atrancada",), (), ()), {}),
        f.TrackSet(ROUNDS, "Cid", 2),
    ):
        assert done(after(table, between), "respond", player="Bea", card="fallaste") == stopped
    kept = after(asked("exchange", quarantine_exchange="blocked"), f.TrackSet(ROUNDS, "Ana", 3))
    assert f.Settled() in done(kept, "respond", player="Bea", card="fallaste"), "Ana is kept from exchanges"


def test_the_flames() -> None:
    table = asked("lanzallamas")
    assert done(table, "respond", player="Bea") == [
        f.Settled(), f.CardsMoved(hand("Bea"), DISCARD, 4), f.PlayerOut("Bea", "lanzallamas"),
        f.CardsMoved(PLAY, DISCARD, 1, ("lanzallamas",)), f.Asked("exchange", "Ana", "Cid"),
        f.Noted("burned", "Bea"),
    ]  # fmt: skip
    assert done(table, "respond", player="Bea", card="nada-de-barbacoas") == [
        *drawn("Bea", "nada-de-barbacoas"), f.Settled(), f.CardsMoved(PLAY, DISCARD, 1, ("lanzallamas",)),
        f.Asked("exchange", "Ana", "Bea"),
    ]  # fmt: skip


def test_seats_are_swapped() -> None:
    table = asked("mas-vale-que-corras", to="Cid")
    cleared = f.CardsMoved(PLAY, DISCARD, 1, ("mas-vale-que-corras",))
    assert done(table, "respond", player="Cid") == [
        f.Settled(), f.PlayersMoved(("Cid", "Bea", "Ana", "Dot")), cleared, f.Asked("exchange", "Ana", "Dot"),
    ]  # fmt: skip
    swapped = done(asked("mas-vale-que-corras", to="Cid", after_seat_swap="swapped-player"), "respond", player="Cid")
    assert swapped[2] == f.Noted("next", "Cid")


@pytest.mark.parametrize(("player", "then"), [("Bea", [f.TurnBegan("Cid")]), ("Ana", [f.TurnBegan("Bea")])])
def test_a_superinfection_ends_the_exchange(player: str, then: list[f.Fact]) -> None:
    table = asked("exchange")
    held = table.hands[player]
    assert done(table, "eliminate", player=player, cause="superinfection") == [
        f.CardsShown(player), f.Settled(), f.CardsMoved(hand(player), DISCARD, held),
        f.PlayerOut(player, "superinfection"), *then, f.StepBegan("draw"),
    ]  # fmt: skip


def test_who_leaves_takes_down_their_doors_where_the_table_plays_so() -> None:
    door = ("puerta-atrancada",)
    doors = f.ObstaclesSet((door, (*door, *door), (), door), {"Bea": ("cuarentena",)})
    table = after(asked("lanzallamas", doors_after_elimination="discard"), doors, f.TrackSet(ROUNDS, "Bea", 2))
    facts = done(table, "respond", player="Bea")
    assert facts[1:6] == [
        f.CardsMoved(front("Bea"), DISCARD, 1, ("cuarentena",)), f.TrackSet(ROUNDS, "Bea", None),
        *(f.CardsMoved(gap(k), DISCARD, 1, door) for k in (0, 1, 1)),
    ]  # fmt: skip
    assert after(table, *facts).gaps == ((), (), door)
    stay = after(asked("lanzallamas"), doors)
    assert after(stay, *done(stay, "respond", player="Bea")).gaps == ((*door, *door, *door), (), door)


def test_an_empty_pile_is_shuffled_in_the_middle_of_a_draw() -> None:
    effects = Effects(BOX, after(opened(), f.CountsSet({"draw": 1, "discard": 5}, {})))
    effects.draw_away("Ana", 2, 1)
    assert effects.facts == [
        f.CardsMoved(DRAW, DISCARD, 1, ()), f.StackShuffled(DISCARD, DRAW), f.CardsMoved(DRAW, hand("Ana"), 2, ()),
    ]  # fmt: skip
    nothing = Effects(BOX, after(opened(), f.CountsSet({"draw": 0, "discard": 0}, {})))
    nothing.draw(hand("Ana"), 1)
    assert nothing.facts == []


def test_what_is_shown_to_all() -> None:
    effects = Effects(BOX, opened())
    effects.show_hand("Bea")
    effects.show_hand("Cid", "Ana", 1)
    assert effects.facts == [f.CardsShown("Bea"), f.CardsShown("Cid", "Ana", (), 1)]
    effects.lift_doors()
    effects.lift_quarantines()
    effects.clear_open()
    assert len(effects.facts) == 2, "there is nothing to lift"
    assert effects.option("quarantine_rounds") == 2 and effects.option("unheard-of") == ""
    assert Effects(BOX, opened(quarantine_rounds=4)).option("quarantine_rounds") == 4
    effects.give_up("Bea", count=9)
    assert effects.facts[-1] == f.CardsMoved(hand("Bea"), DISCARD, 4)


def test_the_noted_back_is_forgotten_when_a_card_is_drawn() -> None:
    table = after(opened(), f.TrackSet("next-back", "", 1), f.TurnBegan("Bea"), f.StepBegan("draw"))
    assert done(table, "draw", player="Bea", back="away") == [
        f.TrackSet("next-back", "", None), f.CardsMoved(DRAW, hand("Bea")), f.StepBegan("act"),
    ]  # fmt: skip
    assert done(opened(), "next", back="panic") == [f.TrackSet("next-back", "", 1)]
    assert done(opened(), "next", back="away") == [f.TrackSet("next-back", "", 0)]


def corrected(table: Table, about: str, **typed: str) -> object:
    """Return the fields set by a filled in form of the correction."""
    filled = {name: [value] for name, value in typed.items()}
    return GAME.assemble(BOX, table, {"action": "override", "about": about}, filled)["set"]


def test_what_is_neither_in_the_counted_pile_nor_in_a_hand_nor_on_the_table_is_in_the_discards() -> None:
    """Four play with 35 cards: the pile has 18, three people hold 4 and Ana, who has drawn, 5."""
    assert corrected(opened(), "lost", draw_pile="10") == {
        "step": "draw",
        "draw_pile": 10,
        "discard_pile": 35 - 10 - 16,
    }
    door = after(opened(), f.CardsMoved(DRAW, gap(0), 1, ("puerta-atrancada",)))
    assert corrected(door, "lost", draw_pile="18") == {"step": "draw", "draw_pile": 18, "discard_pile": 0}


def touched(table: Table, about: str) -> list[tuple[str, str, object]]:
    """Return what can be touched to correct it: its label, how it is now, and the correction or the next question."""
    groups = GAME.ask(BOX, table, {"action": "override", "about": about}, RULES.words["es"]).groups
    choices = [choice for group in groups for choice in group.choices]
    return [(one.label, one.detail, one.said["set"] if one.done else one.said["about"]) for one in choices]


def test_a_quarantine_more_is_put_beside_those_that_stand() -> None:
    """No round, or up to the four that a house can agree on."""
    table = after(opened(), f.TrackSet(ROUNDS, "Bea", 2))
    (_, no, ana), (_, two, bea), *_ = touched(table, "quarantine")
    assert (no, two) == ("No", "2")
    assert touched(table, str(bea)) == [
        ("No", "", {"quarantine": {}}),
        *((k, "", {"quarantine": {"Bea": int(k)}}) for k in "134"),
    ]
    assert touched(table, str(ana))[0] == ("1", "", {"quarantine": {"Ana": 1, "Bea": 2}})


def test_an_agreement_is_touched_then_its_other_answer() -> None:
    """Each stands with its answer of now; no room of a board is meant by it."""
    label, now, about = touched(opened(), "options")[1]
    assert (label, now) == ("¿Cuántas rondas dura una Cuarentena?", "Dos turnos suyos")
    (one, _, said), *_ = touched(opened(), str(about))
    assert (one, said) == ("Un turno suyo", {"options": {"quarantine_rounds": 1}})


def test_what_a_counted_hand_or_pile_has_more_lies_elsewhere_no_longer() -> None:
    """Four play with 35 cards: the pile has 18, four hands hold 16 and Ana, who has drawn, one more. A card more comes
    from the discards, or from the pile where there are none."""
    of_bea = {label: said for label, _, said in touched(opened(), "hands:hand.1")}
    assert of_bea["3"] == {"hands": {"Bea": 3}, "draw_pile": 18, "discard_pile": 1}
    assert of_bea["5"] == {"hands": {"Bea": 5}, "draw_pile": 17, "discard_pile": 0}
    pile = {label: said for label, _, said in touched(opened(), "hands:draw_pile")}
    assert pile["16"] == {"draw_pile": 16, "discard_pile": 2} and "19" not in pile


def test_an_abandoned_game_keeps_roles_only_if_all_were_said() -> None:
    roles = dict.fromkeys(FOUR, "human")
    assert done(opened(), "end", cause="abandoned", roles=roles) == [f.Ended("abandoned", (), roles)]
    assert done(opened(), "end", cause="abandoned", roles={"Ana": "human"}) == [f.Ended("abandoned", (), {})]


def test_a_door_goes_where_one_lay_and_what_was_under_way_is_dropped() -> None:
    two = after(
        opened(),
        f.PlayerOut("Cid", ""), f.PlayerOut("Dot", ""), f.Noted("next", "Bea"), f.Claimed("Bea", "no-human-left"),
        f.ObstaclesSet(((), ("puerta-atrancada",)), {}), f.CountsSet({"discard": 7}, {}),
    )  # fmt: skip
    doors = done(two, "override", set={"doors": [["Ana", "Bea"]]}, reason="")
    assert after(two, *doors).gaps == ((), ("puerta-atrancada",))
    dropped = after(two, *done(two, "override", set={"step": "draw"}, reason=""))
    assert not dropped.notes and dropped.claim is None and dropped.turn == "Ana"
