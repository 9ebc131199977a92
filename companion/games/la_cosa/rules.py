"""Why something is refused: the rules of R §9, each a named check, and their order for each verb.

Every check looks at one thing and takes what the checks before it ask for granted: that the one who acts is living,
that the card is known, that the target is at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.la_cosa.cards import ACTIONS, ANSWERS, DEFENCES, OFFERS, copies_acting_as, effect, is_panic, reach
from companion.games.la_cosa.looks import (
    door_between,
    door_stops,
    in_play_order,
    kept_from_exchanges,
    quarantined,
    thirds,
    without_effect,
)
from companion.referee.ruling import Check, Moment, Rule, Violation

NAMES_NOBODY = frozenset({"none", "self"})
"""Cards that are aimed at nobody else: a target given with them is ignored."""

OBSTACLES = ("cuarentena", "puerta-atrancada")


def _known(moment: Moment) -> str:
    """The card whose rules the card said follows."""
    return effect(moment.decklist, moment.action.text("card"))


def _refuse(rule: str, variant: str = "text", **blanks: object) -> Violation:
    return Violation(rule, blanks, variant)


def over(m: Moment) -> Violation | None:
    """After the end nothing is done any more."""
    return _refuse("game.over") if m.table.ended else None


def actor_unknown(m: Moment) -> Violation | None:
    """The one who acts is at the table."""
    who = m.action.player
    if who in m.table.players:
        return None
    return _refuse("player.unknown", "text" if who else "nobody", player=who)


def actor_eliminated(m: Moment) -> Violation | None:
    """The one who acts still plays."""
    who = m.action.player
    return None if who in m.table.seats else _refuse("player.eliminated", player=who)


def victory_declared(m: Moment) -> Violation | None:
    """While a victory is declared nothing goes on but what settles it."""
    claim = m.table.claim
    return _refuse("step.wrong", "declared", player=claim.player) if claim else None


def alone(m: Moment) -> Violation | None:
    """With one player left there is nothing to play."""
    seats = m.table.seats
    return _refuse("step.wrong", "alone", player=seats[0]) if len(seats) == 1 else None


def turn_is_yours(m: Moment) -> Violation | None:
    """Draws, discards and plays are the turn player's."""
    who, turn = m.action.player, m.table.turn
    return None if who == turn else _refuse("turn.not-yours", player=who, turn=turn)


def asked(m: Moment) -> Violation | None:
    """Only the one who is asked answers."""
    prompt = m.table.prompt
    if prompt is None:
        return _refuse("step.wrong", "nothing-asked", turn=m.table.turn)
    who = m.action.player
    return None if who == prompt.to else _refuse("respond.not-asked", player=who, asked=prompt.to)


def _step_is(*steps: str) -> Check:
    def check(m: Moment) -> Violation | None:
        if m.table.step in steps:
            return None
        prompt = m.table.prompt
        return _refuse("step.wrong", f"in-{m.table.step}", turn=m.table.turn, asked=prompt.to if prompt else "")

    return check


def cards_left(m: Moment) -> Violation | None:
    """There is a card to draw, in the pile or among the discards."""
    if m.table.piles["draw"] or m.table.piles["discard"]:
        return None
    return _refuse("step.wrong", "no-cards", turn=m.table.turn)


def hand_empty(m: Moment) -> Violation | None:
    """A card is played or discarded from a hand that holds one (a corrected count can say that it does not)."""
    who = m.action.player
    gives = m.table.step != "panic" and (m.action.verb != "respond" or _given(m))
    return _refuse("step.wrong", "empty-hand", player=who) if gives and not m.table.hands[who] else None


def _given(m: Moment) -> str:
    """A card that was said, empty where none was."""
    return m.action.text("card")


def card_unknown(m: Moment) -> Violation | None:
    """The card is one of this decklist's; a play needs one."""
    card = _given(m)
    if card in m.decklist.by_slug or (not card and m.action.verb != "play"):
        return None
    return _refuse("card.unknown", "text" if card else "none", name=card)


def card_not_in_deck(m: Moment) -> Violation | None:
    """A copy of the card plays with so many players."""
    card, players = _given(m), len(m.table.players)
    if not card or card in m.table.open or m.decklist.how_many(card, players):
        return None
    return _refuse("card.not-in-deck", card=card, players=players)


def wrong_back(m: Moment) -> Violation | None:
    """The card drawn has the back that was seen."""
    card = _given(m)
    if not card or is_panic(m.decklist, card) == (m.action.text("back") == "panic"):
        return None
    return _refuse("card.wrong-back", "pink" if is_panic(m.decklist, card) else "green", card=card)


def panic_only_when_drawn(m: Moment) -> Violation | None:
    """A panic is resolved when drawn, and no other card in its place."""
    card = _given(m)
    if m.table.step == "panic":
        drawn = m.table.open[-1] if m.table.open else ""
        return None if card == drawn else _refuse("card.panic-only-when-drawn", "another", card=card, drawn=drawn)
    return _refuse("card.panic-only-when-drawn", card=card) if is_panic(m.decklist, card) else None


def not_playable(m: Moment) -> Violation | None:
    """Contagion and defence cards are not played in one's turn."""
    if m.table.step == "panic" or _known(m) in ACTIONS:
        return None
    return _refuse("card.not-playable", "defence" if _known(m) in DEFENCES else "contagion", card=_given(m))


def all_in_play(m: Moment) -> Violation | None:
    """An obstacle can be laid while a copy of it is not on the table yet."""
    known = _known(m)
    if known not in OBSTACLES:
        return None
    table = m.table
    laid = sum(map(len, table.gaps if known == "puerta-atrancada" else table.fronts.values()))
    copies = copies_acting_as(m.decklist, known, len(table.players))
    return _refuse("card.all-in-play", card=_given(m), copies=copies) if laid >= copies else None


def wrong_answer(m: Moment) -> Violation | None:
    """The defence answers what was played."""
    card, prompt = _given(m), m.table.prompt
    if not card or prompt is None or _known(m) in ANSWERS.get(effect(m.decklist, prompt.about), frozenset()):
        return None
    variant = "offer" if prompt.about in OFFERS else "text"
    return _refuse("respond.wrong-card", variant, card=card, against=prompt.about)


def no_elimination(m: Moment) -> Violation | None:
    """A quarantined player eliminates nobody."""
    who = m.action.player
    if quarantined(m.table, who) and reach(m.decklist, _given(m)).eliminates:
        return _refuse("quarantine.no-elimination", player=who, card=_given(m))
    return None


def no_seat_change(m: Moment) -> Violation | None:
    """A quarantined player does not play a change of seats."""
    who = m.action.player
    if m.table.step == "act" and quarantined(m.table, who) and reach(m.decklist, _given(m)).moves:
        return _refuse("quarantine.no-seat-change", player=who, card=_given(m))
    return None


def _aimed(check: Callable[[Moment, str], Violation | None]) -> Check:
    """A check of the target, asked only where the card names somebody and somebody is named."""

    def asked_of_target(m: Moment) -> Violation | None:
        if reach(m.decklist, _given(m)).target in NAMES_NOBODY or _does_nothing_unaimed(m):
            return None
        return check(m, m.action.text("target"))

    return asked_of_target


def _does_nothing_unaimed(m: Moment) -> bool:
    """A panic that can do nothing and is aimed at nobody; or ¿amigos? that this table's ruling leaves void."""
    if m.table.step != "panic":
        return False
    row, known = reach(m.decklist, _given(m)), _known(m)
    if not without_effect(m.table, known, row, m.action.player):
        return False
    void = known == "no-podemos-ser-amigos" and kept_from_exchanges(m.table, m.action.player)
    return void or not m.action.text("target")


@_aimed
def target_missing(m: Moment, target: str) -> Violation | None:
    """The card needs somebody to be aimed at."""
    return None if target else _refuse("target.missing", card=_given(m))


@_aimed
def target_unknown(m: Moment, target: str) -> Violation | None:
    """The one aimed at is at the table."""
    return None if target in m.table.players else _refuse("player.unknown", player=target)


@_aimed
def target_eliminated(m: Moment, target: str) -> Violation | None:
    """The one aimed at still plays."""
    return None if target in m.table.seats else _refuse("player.eliminated", player=target)


@_aimed
def target_self(m: Moment, target: str) -> Violation | None:
    """Most cards are not aimed at oneself."""
    if target != m.action.player or reach(m.decklist, _given(m)).target == "self-or-adjacent":
        return None
    if _known(m) == "cuarentena" and m.table.options.get("self_quarantine") is True:
        return None
    return _refuse("target.self", card=_given(m), player=target)


@_aimed
def target_not_adjacent(m: Moment, target: str) -> Violation | None:
    """Most cards reach the two neighbours only."""
    who = m.action.player
    near = reach(m.decklist, _given(m)).target in ("adjacent", "self-or-adjacent")
    if not near or target == who or m.table.adjacent(who, target):
        return None
    left, right = m.table.step_from(who, 1), m.table.step_from(who, -1)
    return _refuse("target.not-adjacent", card=_given(m), player=who, target=target, left=left, right=right)


@_aimed
def target_not_third(m: Moment, target: str) -> Violation | None:
    """Uno, dos… reaches the third player to either side."""
    who = m.action.player
    if reach(m.decklist, _given(m)).target != "third" or target in thirds(m.table, who):
        return None
    left, right = m.table.step_from(who, 3), m.table.step_from(who, -3)
    return _refuse("target.not-third", card=_given(m), target=target, left=left, right=right)


@_aimed
def target_quarantined(m: Moment, target: str) -> Violation | None:
    """Seat changes, Seducción and ¿amigos? are not aimed at somebody in quarantine."""
    if not reach(m.decklist, _given(m)).not_quarantined or not quarantined(m.table, target):
        return None
    return _refuse("target.quarantined", card=_given(m), target=target)


@_aimed
def target_door(m: Moment, target: str) -> Violation | None:
    """A door stops what one of its two neighbours aims at the other."""
    who = m.action.player
    if not door_stops(m.table, reach(m.decklist, _given(m)), who, target):
        return None
    if _known(m) == "hacha" and _names_door_between(m, who, target):
        return None
    return _refuse("target.door", card=_given(m), player=who, target=target)


def _names_door_between(m: Moment, who: str, target: str) -> bool:
    """Whether the axe is to take a door of the very gap between the two."""
    door = m.action.table("remove").get("door")
    return isinstance(door, list) and set(door) == {who, target}


def axe(m: Moment) -> Violation | None:
    """The axe takes an obstacle that affects its target."""
    if _known(m) != "hacha":
        return None
    target, remove = m.action.text("target"), m.action.table("remove")
    whose, door = remove.get("quarantine"), remove.get("door")
    if whose == target and quarantined(m.table, target) and door is None:
        return None
    pair = door if isinstance(door, list) else []
    if whose is None and target in pair and all(p in m.table.seats for p in pair) and door_between(m.table, *pair):
        return None
    return _refuse("axe.nothing-there", target=target)


def shown_in_order(m: Moment) -> Violation | None:
    """Revelaciones: those who showed are at the table, in play order, the one with ¡Infectado! last."""
    if _known(m) != "revelaciones":
        return None
    shown, infected = m.action.names("shown"), m.action.text("infected")
    for player in (*shown, *((infected,) if infected else ())):
        if player not in m.table.players:
            return _refuse("player.unknown", player=player)
        if player not in m.table.seats:
            return _refuse("player.eliminated", player=player)
    order = [p for p in in_play_order(m.table, m.action.player) if p in shown]
    if list(shown) != order or infected and infected != (shown[-1] if shown else ""):
        return _refuse("step.wrong", "shown", turn=m.table.turn)
    return None


_OVERRULABLE = frozenset(
    {
        "card.not-in-deck",
        "card.all-in-play",
        "target.not-adjacent",
        "target.not-third",
        "target.door",
        "target.quarantined",
        "quarantine.no-elimination",
        "quarantine.no-seat-change",
        "respond.wrong-card",
    }
)
"""What a table can have done anyway (contract §3.1)."""


def is_overrulable(rule: str) -> bool:
    """Whether a table can have done it although this rule refuses it."""
    return rule in _OVERRULABLE


def overruled(m: Moment) -> frozenset[str]:
    """The rules this action does not ask, because the table did it anyway."""
    return _OVERRULABLE if m.action.text("anyway") else frozenset()


def _rules(*checks: tuple[str, Check]) -> tuple[Rule, ...]:
    return tuple(Rule(rule, check, rule in _OVERRULABLE) for rule, check in checks)


_LIVING = _rules(
    ("game.over", over),
    ("player.unknown", actor_unknown),
    ("player.eliminated", actor_eliminated),
    ("step.wrong", victory_declared),
    ("step.wrong", alone),
)
_MINE = (*_LIVING, Rule("turn.not-yours", turn_is_yours))
_CARD = _rules(("card.unknown", card_unknown), ("card.not-in-deck", card_not_in_deck))

ORDER: Mapping[str, tuple[Rule, ...]] = {
    "draw": (
        *_MINE,
        *_rules(("step.wrong", _step_is("draw")), ("step.wrong", cards_left)),
        *_CARD,
        *_rules(("card.wrong-back", wrong_back)),
    ),
    "discard": (*_MINE, *_rules(("step.wrong", _step_is("act")), ("step.wrong", hand_empty)), *_CARD),
    "play": (
        *_MINE,
        *_rules(("step.wrong", _step_is("act", "panic")), ("step.wrong", hand_empty)),
        *_CARD,
        *_rules(
            ("card.panic-only-when-drawn", panic_only_when_drawn),
            ("card.not-playable", not_playable),
            ("card.all-in-play", all_in_play),
            ("quarantine.no-elimination", no_elimination),
            ("quarantine.no-seat-change", no_seat_change),
            ("target.missing", target_missing),
            ("player.unknown", target_unknown),
            ("player.eliminated", target_eliminated),
            ("target.self", target_self),
            ("target.not-adjacent", target_not_adjacent),
            ("target.not-third", target_not_third),
            ("target.quarantined", target_quarantined),
            ("target.door", target_door),
            ("axe.nothing-there", axe),
            ("step.wrong", shown_in_order),
        ),
    ),
    "respond": (
        *_LIVING,
        *_rules(("respond.not-asked", asked), ("step.wrong", hand_empty)),
        *_CARD,
        *_rules(("respond.wrong-card", wrong_answer)),
    ),
}
"""The order in which R §9 gives refusals, verb by verb; endings and corrections have files of their own."""
