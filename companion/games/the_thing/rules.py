"""Why something is refused: each rule a named check that takes what the checks before it ask for granted (`moves`).

R1 … R66 are the rows of the list of rules that this game was written from (docs/rules/the-thing.md has the sentences).
"""

from __future__ import annotations

from companion.engine.kit.common_rules import refused_if
from companion.engine.rules import Moment, Rule, Violation, refuse, refuse_as, rule
from companion.games.the_thing import base as b
from companion.games.the_thing import queries, sums
from companion.games.the_thing.days import said_weather


def room_of(m: Moment) -> str:
    """Return the room named."""
    return m.action.text("at")


def is_(m: Moment, field: str) -> bool:
    """Return True if a field was said to be so."""
    return m.action.said.get(field) is True


# Who acts


@rule("player.exposed", of_actor=True)
def actor_exposed(m: Moment) -> Violation | None:
    """Refuse an exposed Alien, who has no Character any more."""
    return refuse(player=m.action.player) if queries.is_exposed(m.table, m.action.player) else None


@rule("house.exposed-early", overrulable=True)
def exposed_early(m: Moment) -> Violation | None:
    """Refuse an Alien who exposes itself before the round that the table agreed on."""
    first, now = m.table.options.get("exposed_from"), queries.number(m.table, b.ROUND)
    return refuse(first=first) if isinstance(first, int) and now < first else None


def missing(field: str) -> Rule:
    """Make the rule that a field is filled in."""
    return refused_if("target.missing", lambda m: not m.action.text(field))


def named(field: str) -> Rule:
    """Whoever is named in a field is a Character that still plays."""

    @rule("player.unknown")
    def check(m: Moment) -> Violation | None:
        who = m.action.text(field)
        if not who:
            return None
        if who not in m.table.players:
            return refuse(player=who)
        return None if who in queries.characters(m.table) else refuse_as("player.out", player=who)

    return check


def table_named(field: str) -> Rule:
    """Make the rule that every key of a table is a Character that still plays."""

    @rule("player.unknown")
    def check(m: Moment) -> Violation | None:
        who = next((p for p in m.action.table(field) if p not in m.table.players), None)
        if who is not None:
            return refuse(player=who)
        who = next((p for p in m.action.table(field) if p not in m.table.seats), None)
        return refuse_as("player.out", player=who) if who is not None else None

    return check


# Weather and upkeep


@rule("weather.face")
def face_unknown(m: Moment) -> Violation | None:
    """Refuse a face that the die does not have."""
    face = m.action.text("face")
    if face in b.FACES or (not face and m.action.verb == "carry-out"):
        return None
    return refuse(face=face, faces=", ".join(b.FACES))


die_elsewhere = refused_if(
    "weather.kept", lambda m: is_(m, "keep") and not queries.kept(m.table, b.DIE_AT_STATION), overrulable=True
)
"""Refuse to keep the result of before unless the die lay in the weather station (R5)."""


@rule("weather.kept")
def kept_otherwise(m: Moment) -> Violation | None:
    """Refuse to keep another result than the die showed (R5)."""
    was = queries.face(m.table)
    other = is_(m, "keep") and was and m.action.text("face") != was
    return refuse(f"was-{was}") if other else None


def _read(m: Moment, *names: str) -> bool:
    return any(m.action.number(name) for name in names)


@rule("upkeep.dark")
def burns_in_the_dark(m: Moment) -> Violation | None:
    """Refuse fuel for a generator that has failed, or burnt down (R7)."""
    burns = _read(m, "generator") and not sums.wanted(m.table).generator
    return refuse("burnt" if queries.is_burnt(m.table, b.GENERATOR) else "text") if burns else None


@rule("upkeep.boiler")
def burns_destroyed(m: Moment) -> Violation | None:
    """Refuse fuel for a destroyed boiler, and freezing before it is: the freezing token moves instead (R9)."""
    want = sums.wanted(m.table)
    if _read(m, "boiler") and not want.boiler:
        return refuse()
    freezes = _read(m, "freezing") or is_(m, "frozen")
    return refuse("holds") if freezes and not want.freezing else None


@rule("upkeep.no-sos")
def not_sent(m: Moment) -> Violation | None:
    """Refuse the rescue helicopter's flight before the S.O.S. (R11)."""
    flies = _read(m, "rescue") or is_(m, "arrived")
    if flies and not sums.wanted(m.table).rescue:
        return refuse("there" if queries.kept(m.table, b.SOS) else "text")
    leaves = is_(m, "gone") and not queries.kept(m.table, b.SOS)
    return refuse() if leaves else None


@rule("upkeep.numbers")
def numbers_missing(m: Moment) -> Violation | None:
    """Refuse a step without the numbers that the board's figures do not tell."""
    said = said_weather(m.table, m.action)
    missing = [name for name in sums.wanted(m.table).names if getattr(said, name) is None]
    return refuse() if missing else None


def not_now(step: str) -> Rule:
    """Make the rule that a phase is done at its step, or later if it was forgotten."""

    @rule("step.wrong")
    def check(m: Moment) -> Violation | None:
        if m.table.step == step or queries.kept(m.table, f"late-{step}"):
            return None
        return refuse(f"in-{m.table.step}", turn=m.table.turn, asked=m.table.turn)

    return check


nothing_late = refused_if("late.nothing", lambda m: not queries.kept(m.table, f"late-{m.action.text('of')}"))
"""Only what was forgotten is left at that."""

# The Alien


def strengths(m: Moment) -> tuple[int, ...]:
    """Return the strength on each card."""
    value = m.action.said.get("strengths")
    return tuple(value) if isinstance(value, list | tuple) else ()


nobody_swaps = refused_if("draw.no-garry", lambda m: m.action.said.get("swaps") is True and not queries.garry(m.table))
"""Only Garry discards a card after drawing and draws another (RB, habilidades de personaje)."""


no_alien = refused_if("alien.none", lambda m: not queries.exposed(m.table))
"""There is an exposed Alien (R12)."""


@rule("alien.strength")
def too_strong(m: Moment) -> Violation | None:
    """On each card at least one, together no more than the Alien has (R13)."""
    said, have = sum(strengths(m)), queries.number(m.table, b.POOL)
    if not strengths(m) or any(one < 1 for one in strengths(m)):
        return refuse("least")
    return refuse(said=said, have=have) if said > have else None


@rule("alien.cards")
def too_many_cards(m: Moment) -> Violation | None:
    """No more cards than are in the location deck."""
    have = len({queries.card_of(slug) for slug in queries.locations(m.table)})
    return refuse(count=len(strengths(m)), have=have) if len(strengths(m)) > have else None


@rule("location.not-in-deck")
def not_in_deck(m: Moment) -> Violation | None:
    """Refuse turned cards that were not in the deck, or not each once (R3, R13, R40)."""
    deck, seen = queries.locations(m.table), set[str]()
    for slug in m.action.names("at"):
        card = queries.card_of(slug)
        if slug not in deck or card in seen:
            return refuse("twice" if card in seen else "text", room=slug)
        seen.add(card)
    return None


@rule("alien.heaps")
def wrong_heaps(m: Moment) -> Violation | None:
    """All face-down cards are turned over."""
    have = len(queries.heaps(m.table))
    if not have:
        return refuse("none")
    return None if have == len(m.action.names("at")) else refuse(count=have)


# Planning


@rule("plan.order", overrulable=True)
def not_planner(m: Moment) -> Violation | None:
    """Whoever sits to the leader's left moves first, the leader last (R17)."""
    first = next(iter(queries.planners(m.table)), m.table.turn)
    return None if m.action.player == first else refuse(player=m.action.player, turn=first)


placed_already = refused_if("plan.twice", lambda m: queries.kept(m.table, b.PLACED, m.action.player), named=True)
"""Everybody moves once a round (R18)."""


@rule("room.closed")
def closed(m: Moment) -> Violation | None:
    """Refuse a room where Characters may not go: only the green rooms that do not burn (R20)."""
    slug = room_of(m)
    if slug not in b.GREEN:
        return refuse(slug if slug in (b.DORMITORY, b.REC_ROOM) else "text", room=slug)
    return refuse("burnt", room=slug) if queries.is_burnt(m.table, slug) else None


@rule("room.full", overrulable=True)
def full(m: Moment) -> Violation | None:
    """No more than three Characters in a green room (R19)."""
    others = [p for p in queries.there(m.table, room_of(m)) if p != m.action.player]
    return refuse(room=room_of(m)) if len(others) >= b.MOST_IN_ROOM else None


@rule("plan.face-up", overrulable=True)
def face_down(m: Moment) -> Violation | None:
    """Whoever is at the maximum of suspicion shows the card (R21)."""
    watched = queries.shows_card(m.table, m.action.player, is_(m, "light")) and not is_(m, "special")
    return refuse(player=m.action.player) if watched and not m.action.text("card") else None


@rule("plan.face-down", overrulable=True)
def face_up(m: Moment) -> Violation | None:
    """Refuse a card said aloud by anybody else: nobody may say what they play (R22)."""
    shows = m.action.text("card") and not queries.is_watched(m.table, m.action.player)
    return refuse(player=m.action.player) if shows else None


@rule("plan.no-card")
def no_card(m: Moment) -> Violation | None:
    """There is a card to hand in."""
    owner = queries.whose_card(m.table, m.action)
    if is_(m, "special") or m.table.hands.get(owner, 0):
        return None
    return refuse(player=owner)


no_lamp_needed = refused_if(
    "plan.light", lambda m: is_(m, "light") and not is_(m, "special") and not queries.is_dark(m.table)
)
"""A flashlight helps against the dark, and with the special action (R25, R26)."""

# Encounters


@rule("alien.early")
def too_early(m: Moment) -> Violation | None:
    """Refuse to turn the Alien's cards over before everybody has moved and handed in a card (R14)."""
    left = queries.planners(m.table)
    early = m.table.step in ("draw", "plan") and left
    return refuse(players=", ".join(left)) if early else None


@rule("clash.nobody")
def not_hunted(m: Moment) -> Violation | None:
    """Refuse a room without the exposed Alien."""
    return None if room_of(m) in queries.hunted(m.table) else refuse(room=room_of(m))


@rule("meet.alien-first", overrulable=True)
def alien_first(m: Moment) -> Violation | None:
    """Encounters with the exposed Alien come before all others (R29)."""
    if queries.heaps(m.table):
        return refuse("covered")
    left = [slug for slug in queries.hunted(m.table) if slug != room_of(m)]
    return refuse(room=left[0]) if queries.hunted(m.table) else None


@rule("meet.nobody")
def nobody_meets(m: Moment) -> Violation | None:
    """Refuse a room in which nobody meets anybody (R30 to R32, R66)."""
    return None if room_of(m) in queries.meetings(m.table) else refuse(room=room_of(m))


@rule("evade.elsewhere")
def evades_elsewhere(m: Moment) -> Violation | None:
    """Whoever evades stands there."""
    here = queries.standing(m.table, room_of(m))
    who = next((p for p in m.action.table("evade") if p not in here), None)
    return refuse(player=who, room=room_of(m)) if who else None


@rule("evade.weapon")
def evades_badly(m: Moment) -> Violation | None:
    """Pistols, melee weapons and flamethrowers evade; dynamite does not (R35, R36)."""
    wrong = [p for p, weapon in m.action.table("evade").items() if weapon not in b.EVADING]
    return refuse(player=wrong[0]) if wrong else None


@rule("evade.weapon")
def evades_the_alien(m: Moment) -> Violation | None:
    """Refuse to evade an exposed Alien without fire, where the table plays it so."""
    by_hand = (p for p, weapon in m.action.table("evade").items() if weapon != b.FLAMETHROWER)
    who = next(by_hand, None) if queries.plays(m.table, "dodge_alien", "fire") else None
    return refuse("alien", player=who) if who else None


@rule("weapon.no-charge", overrulable=True)
def no_charge(m: Moment) -> Violation | None:
    """Refuse a flamethrower without a charge (R35, R37, R57)."""
    users = [p for p, weapon in m.action.table("evade").items() if weapon == b.FLAMETHROWER]
    users += [m.action.text("fire")] if m.action.text("fire") and m.action.text("with") == b.FLAMETHROWER else []
    users += [m.action.player] if m.action.verb == "burn" and m.action.text("with") == b.FLAMETHROWER else []
    users += [m.action.player] if m.action.verb == "test" and m.action.text("kind") == b.TEST_B else []
    empty = [p for p in users if not queries.number(m.table, b.CHARGE, p)]
    return refuse(player=empty[0]) if empty else None


@rule("weapon.none", overrulable=True)
def no_weapon(m: Moment) -> Violation | None:
    """Whoever uses a card of a kind holds one of the kind."""
    users = [p for p, weapon in m.action.table("evade").items() if weapon in (b.PISTOL, b.MELEE)]
    users += [m.action.text("fire")] if m.action.text("fire") and m.action.text("with") == b.EXPLOSIVE else []
    users += [m.action.player] if m.action.verb == "burn" and m.action.text("with") == b.EXPLOSIVE else []
    without = [p for p in users if not queries.number(m.table, b.WEAPONS, p)]
    return refuse(player=without[0]) if without else None


@rule("fire.no-card", overrulable=True)
def no_active_card(m: Moment) -> Violation | None:
    """Fire costs one of the face-down action cards (R37)."""
    burns = m.action.verb == "burn" or m.action.text("fire")
    return refuse() if burns and not m.table.piles.get("active", 0) else None


@rule("evade.elsewhere")
def fights_elsewhere(m: Moment) -> Violation | None:
    """Whoever fights the Alien stands there."""
    who = m.action.text("fire")
    away = who and who not in queries.standing(m.table, room_of(m))
    return refuse(player=who, room=room_of(m)) if away else None


@rule("fire.weapon")
def fights_with_nothing(m: Moment) -> Violation | None:
    """Refuse to fight the Alien without a flamethrower or an explosive (R37)."""
    bare = m.action.text("fire") and not m.action.text("with")
    return refuse(player=m.action.text("fire")) if bare else None


@rule("clash.wins")
def wins_wrongly(m: Moment) -> Violation | None:
    """Refuse an outcome that is not one thing for a stronger Alien, nothing for a weaker or equal one (R38)."""
    strength, people = queries.here(m.table, b.STRENGTH, room_of(m)), len(queries.staying(m.table, m.action))
    win = m.action.text("win")
    if m.action.text("fire"):
        return refuse("fire", player=m.action.text("fire")) if win else None
    if strength <= people:
        return refuse("not", room=room_of(m), strength=strength, people=people) if win else None
    alone = not people and not queries.here(m.table, b.DOG, room_of(m))
    return None if win or alone else refuse(strength=strength, people=people)


@rule("clash.victim")
def victim_wrong(m: Moment) -> Violation | None:
    """Refuse a victim who is not there: a Character, or the dog (R38)."""
    if m.action.text("win") != "assimilate":
        return None
    victim = m.action.text("victim")
    here = victim in queries.staying(m.table, m.action)
    dog = not victim and queries.here(m.table, b.DOG, room_of(m))
    return None if here or dog else refuse(room=room_of(m))


@rule("look.elsewhere")
def looks_elsewhere(m: Moment) -> Violation | None:
    """One token of somebody else in the same encounter (R33)."""
    at = m.action.text("at")
    here = queries.where(m.table, m.action.player)
    met = at != m.action.player and at in queries.there(m.table, here)
    return None if met else refuse(player=m.action.player)


@rule("look.proven")
def looks_at_proven(m: Moment) -> Violation | None:
    """Whoever is on the green space, or evades, offers no tokens (R32)."""
    at = m.action.text("at")
    if at in queries.looks_at(m.table, m.action.player):
        return None
    return refuse("evaded" if queries.suspicion(m.table, at) else "text", other=at)


# The phases


@rule("room.closed")
def token_closed(m: Moment) -> Violation | None:
    """Refuse a leader token in a room without a card, or in the kennel."""
    at = m.action.text("token")
    return refuse("token", room=at) if at and at not in b.GREEN else None


@rule("location.not-in-deck", overrulable=True)
def card_gone(m: Moment) -> Violation | None:
    """Refuse a location card that was not in the deck, or was turned up before (R61)."""
    slug = room_of(m)
    drawn = queries.here(m.table, b.DRAWN, queries.card_of(slug))
    if slug not in queries.locations(m.table) or drawn:
        return refuse("drawn" if drawn else "text", room=slug)
    return None


@rule("step.wrong")
def not_left(m: Moment) -> Violation | None:
    """Refuse to go past what only people can decide."""
    if m.table.step in ("sheets", "meeting", "escape", "ending", "weather"):
        return refuse(f"in-{m.table.step}", turn=m.table.turn, asked=m.table.turn)
    return None
