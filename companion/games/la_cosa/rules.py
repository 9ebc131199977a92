"""Why something is refused: named checks, each of one thing. Their order for each verb stands with the moves.

A check takes what those before it ask for granted: that the one who acts is living, that the card is known, that the
target is at the table.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.actions import Action
from companion.engine.rules import Moment, Violation, refuse, refuse_as, rule
from companion.games.la_cosa import cards, queries, steps

# Whether somebody may act now at all


@rule("step.wrong", of_actor=True)
def victory_declared(m: Moment) -> Violation | None:
    """While a victory is declared nothing goes on but what settles it."""
    claim = m.table.claim
    return refuse("declared", player=claim.player) if claim else None


@rule("step.wrong", of_actor=True)
def alone(m: Moment) -> Violation | None:
    """With one player left there is nothing to play."""
    seats = m.table.seats
    return refuse("alone", player=seats[0]) if len(seats) == 1 else None


@rule("step.wrong")
def cards_left(m: Moment) -> Violation | None:
    """There is a card to draw, in the pile or among the discards."""
    if m.table.piles["draw"] or m.table.piles["discard"]:
        return None
    return refuse("no-cards", turn=m.table.turn)


@rule("step.wrong")
def hand_empty(m: Moment) -> Violation | None:
    """Refuse a card from a hand that holds none (a corrected count can say so)."""
    who = m.action.player
    gives = m.table.step != "panic" and (m.action.verb != "respond" or m.card)
    return refuse("empty-hand", player=who) if gives and not m.table.hands[who] else None


# Whether a card can be drawn, played or answered with at all, whoever it is aimed at


@rule("card.unknown")
def card_unknown(m: Moment) -> Violation | None:
    """Refuse a card that is not in this decklist; a play needs one."""
    card = m.card
    if card in m.decklist.by_slug or (not card and m.action.verb != "play"):
        return None
    return refuse("text" if card else "none", name=card)


@rule("card.not-in-deck", overrulable=True)
def card_not_in_deck(m: Moment) -> Violation | None:
    """Refuse a card of which no copy plays with this number of players."""
    card, players = m.card, len(m.table.players)
    if not card or card in m.table.open or m.decklist.how_many(card, players):
        return None
    return refuse(card=card, players=players)


@rule("card.wrong-back")
def wrong_back(m: Moment) -> Violation | None:
    """Refuse a drawn card with another back than was seen."""
    card = m.card
    if not card or cards.is_panic(m.decklist, card) == (m.action.text("back") == "panic"):
        return None
    return refuse("pink" if cards.is_panic(m.decklist, card) else "green", card=card)


@rule("card.panic-only-when-drawn")
def panic_only_when_drawn(m: Moment) -> Violation | None:
    """Refuse a panic that was not drawn, and any other card in its place."""
    card = m.card
    if m.table.step == "panic":
        drawn = m.table.open[-1] if m.table.open else ""
        return None if card == drawn else refuse("another", card=card, drawn=drawn)
    return refuse(card=card) if cards.is_panic(m.decklist, card) else None


@rule("card.not-playable")
def not_playable(m: Moment) -> Violation | None:
    """Contagion and defence cards are not played in one's turn."""
    kind = cards.reach(m.decklist, m.card).kind
    if m.table.step == "panic" or kind in cards.PLAYED:
        return None
    return refuse("defence" if kind == "defence" else "contagion", card=m.card)


@rule("card.all-in-play", overrulable=True)
def all_in_play(m: Moment) -> Violation | None:
    """Refuse an obstacle of which all copies are on the table."""
    stays = cards.reach(m.decklist, m.card).traits & {steps.BARS, steps.ISOLATES}
    if not stays:
        return None
    table = m.table
    laid = sum(map(len, table.gaps if steps.BARS in stays else table.fronts.values()))
    copies = cards.copies_that(m.decklist, next(iter(stays)), len(table.players))
    return refuse(card=m.card, copies=copies) if laid >= copies else None


@rule("card.unknown")
def given_card_unknown(m: Moment) -> Violation | None:
    """Refuse a card given openly in the exchange that is not in this decklist, or is a panic."""
    for card in m.action.table("gives").values():
        if not isinstance(card, str) or card not in m.decklist.by_slug:
            return refuse("text" if card else "none", name=card or "")
        if cards.is_panic(m.decklist, card):
            return refuse_as("card.panic-only-when-drawn", card=card)
    return None


@rule("step.wrong")
def given_unseen(m: Moment) -> Violation | None:
    """Refuse an openly given card of a player who is not in quarantine, or in an exchange that is not made."""
    gives, prompt = m.action.table("gives"), m.table.prompt
    if not gives:
        return None
    made = prompt is not None and not m.card and cards.offers(m.decklist, prompt.about)
    seen = [p for p in (prompt.by, prompt.to) if queries.gives_openly(m.table, p)] if prompt and made else []
    unseen = next((player for player in gives if player not in seen), None)
    return None if unseen is None else refuse("given-unseen", player=unseen)


@rule("respond.wrong-card", overrulable=True)
def wrong_answer(m: Moment) -> Violation | None:
    """Refuse a defence that does not answer what was played."""
    card, prompt = m.card, m.table.prompt
    if not card or prompt is None or cards.answers(m.decklist, card, prompt.about):
        return None
    variant = "offer" if cards.offers(m.decklist, prompt.about) else "text"
    return refuse(variant, card=card, against=prompt.about)


# Whether it can be aimed at this player, and the axe take this obstacle


@rule("quarantine.no-elimination", overrulable=True)
def no_elimination(m: Moment) -> Violation | None:
    """Refuse an elimination by a quarantined player."""
    who = m.action.player
    if queries.quarantined(m.table, who) and steps.ELIMINATES in cards.reach(m.decklist, m.card).traits:
        return refuse(player=who, card=m.card)
    return None


@rule("quarantine.no-seat-change", overrulable=True)
def no_seat_change(m: Moment) -> Violation | None:
    """Refuse a change of seats by a quarantined player."""
    who = m.action.player
    moves = m.table.step == "act" and steps.MOVES in cards.reach(m.decklist, m.card).traits
    if moves and queries.quarantined(m.table, who):
        return refuse(player=who, card=m.card)
    return None


@rule("quarantine.no-card", overrulable=True)
def no_card(m: Moment) -> Violation | None:
    """Refuse any card of a quarantined player where the table plays so, but an axe for that very quarantine."""
    who = m.action.player
    if not m.card or m.table.step == "panic" or not queries.beyond_cards(m.table, who):
        return None
    taken = m.action.table("remove").get("quarantine", "" if m.action.table("remove") else who)
    freed = steps.AXES in cards.reach(m.decklist, m.card).traits and taken == who
    return None if freed else refuse(player=who)


def is_aimed(m: Moment) -> bool:
    """Return True if the card names a target and is not a panic that can do nothing.

    A target given with a void ¿amigos? is ignored, unless the table exchanged anyway.
    """
    row = cards.reach(m.decklist, m.card)
    if not row.target:
        return False
    if m.table.step != "panic" or not cards.without_effect(m.table, row, m.action.player):
        return True
    return bool(m.action.text("target")) and (steps.OFFERS not in row.traits or bool(m.action.text("anyway")))


@rule("target.missing")
def target_missing(m: Moment) -> Violation | None:
    """Refuse a card that needs a target and has none."""
    return None if m.action.text("target") else refuse(card=m.card)


@rule("target.self")
def target_self(m: Moment) -> Violation | None:
    """Most cards are not aimed at oneself."""
    target, row = m.action.text("target"), cards.reach(m.decklist, m.card)
    if target != m.action.player or row.target == "self-or-neighbour":
        return None
    if steps.ISOLATES in row.traits and m.table.options.get("self_quarantine") is True:
        return None
    return refuse(card=m.card, player=target)


@rule("target.not-adjacent", overrulable=True)
def target_not_adjacent(m: Moment) -> Violation | None:
    """Most cards reach the two neighbours only."""
    target = m.action.text("target")
    who = m.action.player
    near = cards.reach(m.decklist, m.card).target in ("neighbour", "self-or-neighbour")
    if not near or target == who or m.table.adjacent(who, target):
        return None
    left, right = m.table.step_from(who, 1), m.table.step_from(who, -1)
    return refuse(card=m.card, player=who, target=target, left=left, right=right)


@rule("target.not-third", overrulable=True)
def target_not_third(m: Moment) -> Violation | None:
    """Uno, dos… reaches the third player to either side."""
    target = m.action.text("target")
    who, far = m.action.player, cards.FAR.get(cards.reach(m.decklist, m.card).target, 0)
    if not far or target in queries.both_ways(m.table, who, far):
        return None
    left, right = m.table.step_from(who, far), m.table.step_from(who, -far)
    return refuse("text" if far == 3 else "second", card=m.card, target=target, left=left, right=right)


@rule("target.quarantined", overrulable=True)
def target_quarantined(m: Moment) -> Violation | None:
    """Seat changes, Seducción and ¿amigos? are not aimed at somebody in quarantine; at some tables no card is, but an
    axe for it and a door, which is not aimed."""
    target, row = m.action.text("target"), cards.reach(m.decklist, m.card)
    freed = steps.BARS in row.traits or m.action.table("remove").get("quarantine") == target
    beyond = m.table.step == "act" and queries.beyond_cards(m.table, target) and not freed
    kept = row.not_quarantined and queries.quarantined(m.table, target)
    return refuse(card=m.card, target=target) if beyond or kept else None


@rule("target.door", overrulable=True)
def target_door(m: Moment) -> Violation | None:
    """Refuse what one neighbour of a door aims at the other."""
    target = m.action.text("target")
    who = m.action.player
    row = cards.reach(m.decklist, m.card)
    if not cards.door_stops(m.table, row, who, target):
        return None
    door = m.action.table("remove").get("door")
    if steps.AXES in row.traits and isinstance(door, list) and set(door) == {who, target}:
        return None  # the axe takes the very door between the two
    return refuse(card=m.card, player=who, target=target)


@rule("axe.nothing-there")
def axe(m: Moment) -> Violation | None:
    """Refuse an axe for an obstacle that does not affect its target."""
    if steps.AXES not in cards.reach(m.decklist, m.card).traits:
        return None
    target, remove = m.action.text("target"), m.action.table("remove")
    whose, door = remove.get("quarantine"), remove.get("door")
    if whose == target and queries.quarantined(m.table, target) and door is None:
        return None
    pair = door if isinstance(door, list) else []
    living = whose is None and target in pair and set(pair) <= set(m.table.seats)
    if living and queries.door_between(m.table, *pair):
        return None
    return refuse(target=target)


@rule("step.wrong")
def shown_in_order(m: Moment) -> Violation | None:
    """Revelaciones: those who showed are at the table, in play order, the one with ¡Infectado! last."""
    if steps.REVEALS not in cards.reach(m.decklist, m.card).traits:
        return None
    shown, infected = m.action.names("shown"), m.action.text("infected")
    for player in (*shown, *((infected,) if infected else ())):
        if player not in m.table.players:
            return refuse_as("player.unknown", player=player)
        if player not in m.table.seats:
            return refuse_as("player.eliminated", player=player)
    order = [p for p in queries.in_play_order(m.table, m.action.player) if p in shown]
    if list(shown) != order or (infected and infected != (shown[-1] if shown else "")):
        return refuse("shown", turn=m.table.turn)
    return None


# Who goes out, and how it ends


@rule("respond.not-asked")
def not_superinfectable(m: Moment) -> Violation | None:
    """Superinfection strikes one of the two of an exchange that is offered, unless the table plays without it; or
    whoever holds four, if it plays so."""
    prompt, who = m.table.prompt, m.action.player
    if queries.out_at_once(m.table):
        return None
    if queries.nobody_overflows(m.table):
        return refuse_as("step.wrong", "three-at-most", player=who)
    if prompt is None or not cards.offers(m.decklist, prompt.about):
        return refuse_as("step.wrong", "no-exchange", player=who)
    if who not in (prompt.by, prompt.to):
        return refuse("not-in-exchange", player=who, by=prompt.by, to=prompt.to)
    return None


@rule("declare.early", overrulable=True)
def declared_early(m: Moment) -> Violation | None:
    """Refuse a declaration before the round, or the first death, that the table agreed on."""
    said, table = m.table.options.get("first_declaration"), m.table
    if said == "first-out":
        return None if table.out else refuse("first-out")
    first = queries.EARLIEST.get(str(said), 1)
    return refuse(first=first) if table.tracks.get(queries.TURNS, 0) < (first - 1) * len(table.players) else None


@rule("step.wrong")
def reveal_of_the_living(m: Moment) -> Violation | None:
    """Refuse to reveal a living player's role this way."""
    who = m.action.player
    return refuse("living", player=who) if who in m.table.seats else None


@rule("step.wrong")
def end_at_wrong_moment(m: Moment) -> Violation | None:
    """Refuse to settle a victory that was not declared, or as another than was declared."""
    cause, claim = m.action.text("cause"), m.table.claim
    if cause == "abandoned":
        return None
    if cause == "la-cosa-caught" and m.table.options.get("thing_caught_loses") is False:
        return refuse("caught-does-not-end")
    if claim is None:
        return refuse("not-declared") if cause == "la-cosa-declared" else None
    return None if cause == queries.CLAIMS[claim.claim] else refuse("declared", player=claim.player)


@rule("end.roles")
def end_roles(m: Moment) -> Violation | None:
    """Refuse roles that do not cover every player with exactly one La Cosa, or do not fit the cause."""
    cause, table, roles = m.action.text("cause"), m.table, m.action.table("roles")
    if cause == "abandoned":
        return None
    missing = [player for player in table.players if player not in roles]
    if missing or set(roles) - set(table.players):
        return refuse("missing", players=", ".join(missing) or ", ".join(sorted(set(roles) - set(table.players))))
    things = [player for player, role in roles.items() if role == queries.THING]
    if len(things) != 1:
        return refuse("one-thing", count=len(things))
    thing = things[0]
    if (cause == "la-cosa-eliminated") != (thing in table.eliminated):
        return refuse("thing-lives" if thing in table.seats else "thing-is-out", player=thing)
    if table.claim is not None and table.claim.player != thing:
        return refuse("not-the-claimed", player=table.claim.player, thing=thing)
    last = m.action.text("last_infected")
    if last and roles.get(last) != queries.INFECTED:
        return refuse("last-infected", player=last)
    return _misfit_order(m.action, roles) or _misfit_infections(m.action, roles, thing)


def _misfit_order(action: Action, roles: Mapping[str, object]) -> Violation | None:
    """Refuse an order of infection with players who did not end infected, twice the same, or more after the last."""
    order, last = action.names("infected"), action.text("last_infected")
    for place, player in enumerate(order):
        if roles.get(player) != queries.INFECTED:
            return refuse("infected-role", player=player)
        if player in order[:place]:
            return refuse("infected-twice", player=player)
    return refuse("infected-last", player=last, after=order[-1]) if last in order[:-1] else None


def _misfit_infections(action: Action, roles: Mapping[str, object], thing: str) -> Violation | None:
    """Only who ended infected was infected, and by nobody but La Cosa; games say it so that were written down before
    the order was asked for."""
    for player, by in action.table("infections").items():
        if by and roles.get(player) != queries.INFECTED:
            return refuse("infections-role", player=player)
        if by and by != thing:
            return refuse("infections-by", player=player, by=by, thing=thing)
    return None
