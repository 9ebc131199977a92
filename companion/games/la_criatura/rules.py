"""Why something is refused: each rule a named check that takes what the checks before it ask for granted (`moves`)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.actions import Action, Malformed
from companion.engine.deck import Decklist
from companion.engine.facts import Setting
from companion.engine.kit import setup
from companion.engine.kit.common_rules import refused_if
from companion.engine.rules import Moment, Rule, Violation, refuse, refuse_as, rule
from companion.games.la_criatura import queries
from companion.games.la_criatura.queries import (
    ARMED,
    AWAKE,
    EVENT,
    WEAPON,
    effect,
    eyes,
    guards,
    hits,
    is_unknown,
    marks,
)


def option(m: Moment, name: str) -> Setting:
    """Return this table's answer to a house question."""
    return setup.option(m.decklist, m.table, name)


# Who acts, and what is named


actor_out = refused_if("player.out", lambda m: m.action.player not in m.table.seats, named=True)
"""The one who acts still stands."""

first_turn = refused_if("turn.first", lambda m: m.table.step == "first")
"""In the first turn nobody plays an event and nobody votes (RB, primer turno)."""


no_token = refused_if(
    "token.none",
    lambda m: (
        (m.action.verb == "arm" or m.action.said.get("spend") is True or by_token(m))
        and not queries.tokens(m.table, m.action.player)
    ),
    named=True,
)
"""A triumph token that is spent lies before its player."""


def named(m: Moment, who: str) -> Violation | None:
    """Refuse a named player who is not at the table or has fallen."""
    if who not in m.table.players:
        return refuse_as("player.unknown", "text" if who else "nobody", player=who)
    return None if who in m.table.seats else refuse_as("player.out", player=who)


def all_named(field: str) -> Rule:
    """Make the rule that everybody in a list is at the table and stands."""

    @rule("player.unknown")
    def check(m: Moment) -> Violation | None:
        return next((fault for who in m.action.names(field) if (fault := named(m, who))), None)

    return check


def dice_are(wanted: Callable[[Moment], int | None]) -> Rule:
    """Make the rule of the number of dice; any number if `wanted` returns None."""

    @rule("dice.count")
    def check(m: Moment) -> Violation | None:
        count, said = wanted(m), len(eyes(m.action))
        if count is None or said == count:
            return None
        return refuse("text" if count else "none", count=count, said=said)

    return check


def one_die_each(decklist: Decklist, players: int, action: Action) -> None:
    """In a tie nobody rolls who does not play; raises `Malformed`."""
    if len(action.names("dice")) > players:
        raise Malformed("malformed.range", field="dice", least=0, most=players)


def by_token(m: Moment) -> bool:
    """Return True if a triumph token takes the place of dice."""
    return m.action.said.get("triumph") is True


# Events (RB, cartas de evento); what is not known of a card is not checked


too_late = refused_if("event.too-late", lambda m: m.table.step in queries.STRUGGLE)
"""Once the combat has begun no event is played."""


@rule("card.unknown")
def card_unknown(m: Moment) -> Violation | None:
    """Refuse a card that is no event of this box."""
    card = m.action.text("card")
    known = m.decklist.by_slug.get(card)
    if known is None:
        return refuse("text" if card else "none", name=card)
    return None if known.back == EVENT else refuse_as("card.not-event", card=card)


@rule("event.phase", overrulable=True)
def wrong_phase(m: Moment) -> Violation | None:
    """Refuse a card in a phase that is not printed on it."""
    card = m.action.text("card")
    printed = marks(m.decklist, card, "phase")
    if not printed or queries.PRINTED.get(m.table.step) in printed:
        return None
    return refuse(printed[0], card=card)


@rule("event.chief-only", overrulable=True)
def not_theirs(m: Moment) -> Violation | None:
    """Cards for the chief, or for everybody else: that role is public. Of the others the app never asks."""
    card, who = m.action.text("card"), m.action.player
    printed = marks(m.decklist, card, "who")
    if not printed or "all" in printed:
        return None
    is_chief = who == queries.chief(m.table)
    if "chief" in printed and not is_chief and not {"infected", "creature", "not-chief"} & set(printed):
        return refuse(card=card, player=who)
    if "not-chief" in printed and is_chief and not {"infected", "creature", "chief"} & set(printed):
        return refuse_as("event.not-chief", card=card, player=who)
    return None


@rule("event.sedated", overrulable=True)
def sedated(m: Moment) -> Violation | None:
    """Whoever is sedated plays events in their phase only, and for a token; Despierto in the last phase too."""
    who = m.action.player
    if not queries.is_sedated(m.table, who):
        return None
    awake = effect(m.decklist, m.action.text("card")) == AWAKE and m.table.step == "helicopter"
    if m.table.step != "events" and not awake:
        return refuse("phase", player=who)
    return None if m.action.said.get("spend") is True else refuse(player=who)


played_already = refused_if(
    "event.limit",
    lambda m: m.action.said.get("spend") is not True and queries.number(m.table, (queries.PLAYED, m.action.player)),
    named=True,
    overrulable=True,
)
"""One event a turn, and one more for each token."""

hand_empty = refused_if("hand.empty", lambda m: not m.table.hands[m.action.player], named=True)
"""An event is played from a hand that holds one."""


@rule("event.awake")
def nobody_to_wake(m: Moment) -> Violation | None:
    """Despierto wakes somebody who is sedated."""
    if effect(m.decklist, m.action.text("card")) != AWAKE:
        return None
    if not queries.sedated(m.table) and not m.action.text("target"):
        return refuse("nobody")
    whom = m.action.text("target") or m.action.player
    fault = named(m, whom)
    return fault or (None if queries.is_sedated(m.table, whom) else refuse(player=whom))


def _armoury_empty(m: Moment) -> bool:
    return not m.table.piles.get(str(queries.ARMOURY.name), 0)


no_weapon_to_draw = refused_if(
    "weapon.none-left",
    lambda m: effect(m.decklist, m.action.text("card")) == ARMED and _armoury_empty(m),
    overrulable=True,
)
"""Armado draws a weapon from a pile that has one."""


@rule("token.limit")
def too_many_tokens(m: Moment) -> Violation | None:
    """Refuse a third triumph token."""
    for who in m.action.names("gains"):
        fault = named(m, who)
        if fault:
            return fault
        spent = who == m.action.player and m.action.said.get("spend") is True
        given = m.action.names("gains").count(who)
        if queries.tokens(m.table, who) - spent + given > queries.MOST_TOKENS:
            return refuse(player=who)
    return None


# Votes, the chief's dice, discards (RB, secuencias de los turnos; sedación)


sedated_votes = refused_if("vote.sedated", lambda m: queries.is_sedated(m.table, m.action.player), named=True)
"""Whoever is sedated does not vote."""


@rule("vote.count", overrulable=True)
def votes_count(m: Moment) -> Violation | None:
    """One vote each, two the chief; fewer only where the table lets people abstain."""
    who, votes = m.action.player, m.action.names("votes")
    has = 2 if who == queries.chief(m.table) else 1
    fits = len(votes) <= has if option(m, "abstention") is True else len(votes) == has
    return None if fits else refuse("chief" if has == 2 else "text", player=who)


votes_for_oneself = refused_if(
    "vote.self",
    lambda m: m.action.player in m.action.names("votes") and option(m, "self_vote") is not True,
    named=True,
    overrulable=True,
)
"""Nobody votes for themselves, unless the table lets them."""

votes_apart = refused_if(
    "vote.together",
    lambda m: len(set(m.action.names("votes"))) > 1 and option(m, "chief_splits") is not True,
    named=True,
    overrulable=True,
)
"""The chief's two votes, where the table keeps them together."""

creature_gone = refused_if(
    "creature.gone",
    lambda m: queries.is_gone(m.table) and (m.action.verb == "reveal" or m.action.said.get("creature") is True),
)
"""After the second find there is no Creature any more."""

handed_though_still = refused_if(
    "move.still", lambda m: m.action.names("handed") and eyes(m.action)[0] not in queries.MOVING
)
"""On 5 or 6 nobody hands in a card."""


@rule("move.sedated", overrulable=True)
def handed_in(m: Moment) -> Violation | None:
    """If it is said who handed in a card: everybody but the sedated and who has none."""
    handed, bereft = m.action.names("handed"), queries.bereft(m.table)
    if m.action.said.get("handed") is None or eyes(m.action)[0] not in queries.MOVING:
        return None
    sleeping = next((p for p in handed if queries.is_sedated(m.table, p)), None)
    if sleeping:
        return refuse(player=sleeping)
    if bereft in handed:
        return refuse_as("move.bereft", player=bereft)
    missing = [p for p in queries.handing_in(m.table) if p not in handed]
    unknown = queries.is_gone(m.table) and not bereft
    return refuse_as("move.missing", player=missing[0]) if missing[unknown:] else None


sedated_discards = refused_if("discard.sedated", lambda m: queries.is_sedated(m.table, m.action.player), named=True)
"""Whoever is sedated discards nothing."""


@rule("discard.too-many")
def more_than_held(m: Moment) -> Violation | None:
    """Refuse a discard of more events than the player holds."""
    who = m.action.player
    held = m.table.hands[who]
    return refuse(player=who, held=held) if m.action.number("count") > held else None


@rule("player.unknown")
def chief_unknown(m: Moment) -> Violation | None:
    """If it is said who the new chief is: somebody who stands."""
    return named(m, m.action.text("player")) if m.action.text("player") else None


@rule("chief.count", overrulable=True)
def wrong_chief(m: Moment) -> Violation | None:
    """Refuse a chief other than the one the die counts to."""
    said = m.action.text("player")
    if not said:
        return None
    if queries.is_sedated(m.table, said):
        return refuse_as("chief.sedated", player=said)
    (die,) = eyes(m.action)
    found = queries.counted(m.table, die)
    return None if said == found else refuse(eyes=die, player=found, said=said)


# The helicopter phase (RB, último turno de juego; cartas de armas)


no_weapon_left = refused_if("weapon.none-left", _armoury_empty, overrulable=True)
"""A weapon is drawn from a pile that has one."""

face_down = refused_if("weapon.face-down", lambda m: m.table.step not in (*queries.IN_FLIGHT, *queries.STRUGGLE))
"""Weapons stay face down until the helicopter comes."""


def weapon_unknown(field: str) -> Rule:
    """Make the rule that the card is a weapon of this box, open before its player or still face down there."""

    @rule("weapon.none")
    def check(m: Moment) -> Violation | None:
        card, who = m.action.text(field), m.action.player
        if not card:
            return refuse_as("card.unknown", "none") if m.action.verb == "uncover" else None
        known = m.decklist.by_slug.get(card)
        if known is None:
            return refuse_as("card.unknown", name=card)
        if known.back != WEAPON:
            return refuse_as("card.not-weapon", card=card)
        hidden = _is_uncovered(m, card) and not queries.number(m.table, (queries.WEAPONS, who))
        return refuse(player=who) if hidden else None

    return check


def all_shown(field: str) -> Rule:
    """Of a weapon that is turned over a copy does not lie open yet."""

    @rule("weapon.all-shown", overrulable=True)
    def check(m: Moment) -> Violation | None:
        card = m.action.text(field)
        shown = sum(lying.count(card) for lying in m.table.fronts.values())
        copies = m.decklist.how_many(card, len(m.table.players)) if card else 1
        full = shown >= copies and _is_uncovered(m, card)
        return refuse(card=card, copies=copies) if full else None

    return check


def _is_uncovered(m: Moment, card: str) -> bool:
    return m.action.verb == "uncover" or card not in m.table.fronts.get(m.action.player, ())


@rule("combat.over")
def combat_over(m: Moment) -> Violation | None:
    """Refuse an attack once those who fly are found."""
    left = len(m.table.seats)
    return refuse("text" if left > 1 else "one", count=left) if m.table.step == "landed" else None


@rule("target.missing")
def target_wrong(m: Moment) -> Violation | None:
    """Refuse an attack on oneself or on a fallen player."""
    target = m.action.text("target")
    if not target:
        return refuse()
    return named(m, target) or (refuse_as("target.self", player=target) if target == m.action.player else None)


@rule("target.own-side", overrulable=True)
def own_side(m: Moment) -> Violation | None:
    """Refuse an attack on one's own side, once the sides are known, if the table forbids it."""
    if option(m, "own_side") is True or not queries.is_revealed(m.table):
        return None
    who, target = m.action.player, m.action.text("target")
    same = queries.on_creatures_side(m.table, who) == queries.on_creatures_side(m.table, target)
    return refuse(player=who, target=target) if same else None


@rule("weapon.no-bonus")
def no_bonus(m: Moment) -> Violation | None:
    """Refuse an attack with an object that only parries."""
    card = m.action.text("weapon")
    if not card or is_unknown(m.decklist, card) or marks(m.decklist, card, "bonus"):
        return None
    return refuse(card=card)


@rule("attack.no-hit")
def no_hit(m: Moment) -> Violation | None:
    """If it is said that it hit or missed, the dice say the same."""
    said = m.action.said.get("hit")
    if not isinstance(said, bool) or said == hits(m.decklist, m.table, m.action):
        return None
    return refuse_as("attack.no-hit" if said else "attack.hit", eyes=max(eyes(m.action), default=0))


@rule("shield.name")
def shield_wrong(m: Moment) -> Violation | None:
    """As long as an infected stands, the Creature names one of them."""
    can = queries.shields(m.table)
    fits = not _is_shield(m) or m.action.text("target") in can
    return None if fits else refuse(players=", ".join(can))


@rule("respond.no-guard")
def no_guard(m: Moment) -> Violation | None:
    """Only an object that parries parries, and once a blow."""
    card, who = m.action.text("card"), m.action.player
    if not card or _is_shield(m):
        return None
    if (queries.GUARDED, who) in m.table.tracks:
        return refuse_as("respond.once", player=who)
    return None if guards(m.decklist, card, m.action.number("from")) else refuse(card=card)


def dice_to_answer(m: Moment) -> int | None:
    """One die for an object, none for anything else."""
    return None if _is_shield(m) else int(bool(m.action.text("card")) and not by_token(m))


def _is_shield(m: Moment) -> bool:
    return m.table.prompt is not None and m.table.prompt.about == queries.SHIELD


not_in_flight = refused_if("reveal.when", lambda m: m.table.step not in queries.IN_FLIGHT)
"""The Creature shows itself in the last phase, between two attacks."""

two_seats = refused_if("reveal.two-seats", lambda m: int(option(m, "seats_aboard")) > 1, overrulable=True)
"""With two seats aboard the Creature should keep its card hidden."""

revealed_twice = refused_if("reveal.twice", lambda m: queries.is_revealed(m.table))
"""There is one Creature."""


@rule("player.unknown")
def revealed_wrong(m: Moment) -> Violation | None:
    """Refuse infected who are not other people at the table."""
    for who in m.action.names("infected"):
        if who not in m.table.players:
            return named(m, who)
        if who == m.action.player:
            return refuse_as("reveal.self", player=who)
    return None


# The end


@rule("step.wrong")
def end_at_wrong_moment(m: Moment) -> Violation | None:
    """Refuse a landing while the fight goes on."""
    known = m.action.text("cause") == "abandoned" or m.table.step == "landed"
    return None if known else refuse("still-fighting")


@rule("end.roles")
def end_roles(m: Moment) -> Violation | None:
    """Refuse roles that do not name everybody, with one Creature unless it was eliminated."""
    if m.action.text("cause") == "abandoned":
        return None
    roles, players = m.action.table("roles"), m.table.players
    missing = [p for p in players if p not in roles] or sorted(set(roles) - set(players))
    if missing:
        return refuse("missing", players=", ".join(missing))
    off = [p for p, role in m.table.roles.items() if roles[p] != role]
    if off:
        return refuse("shown", players=", ".join(off))
    count = list(roles.values()).count(queries.CREATURE_ROLE)
    wanted = 0 if queries.is_gone(m.table) else 1
    if count != wanted:
        return refuse("one-creature" if wanted else "gone", count=count)
    return None
