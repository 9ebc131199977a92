"""Weapons, attacks and answers in the helicopter phase (RB, último turno de juego; cartas de armas)."""

from __future__ import annotations

from companion.games.common.acting import refuse
from companion.games.la_criatura import looks
from companion.games.la_criatura.cards import WEAPON, guards, is_unknown, marks
from companion.games.la_criatura.rules.common import option, wrong_dice
from companion.games.la_criatura.rules.who import named
from companion.games.la_criatura.strikes import hits
from companion.referee.ruling import Check, Moment, Violation


def no_weapon_left(m: Moment) -> Violation | None:
    """A weapon is drawn from a pile that has one."""
    return None if m.table.piles.get(str(looks.ARMOURY.name), 0) else refuse("weapon.none-left")


def face_down(m: Moment) -> Violation | None:
    """Weapons stay face down until the helicopter comes."""
    before = m.table.step not in (*looks.IN_FLIGHT, "respond", "landed")
    return refuse("weapon.face-down") if before else None


def weapon_unknown(field: str) -> Check:
    """The card is a weapon of this box, lying before its player or still face down there."""

    def check(m: Moment) -> Violation | None:
        card, who = m.action.text(field), m.action.player
        if not card:
            return refuse("card.unknown", "none") if m.action.verb == "uncover" else None
        known = m.decklist.by_slug.get(card)
        if known is None:
            return refuse("card.unknown", name=card)
        if known.back != WEAPON:
            return refuse("card.not-weapon", card=card)
        lies = card in m.table.fronts.get(who, ()) and m.action.verb != "uncover"
        if lies:
            return None
        if not looks.number(m.table, (looks.WEAPONS, who)):
            return refuse("weapon.none", player=who)
        shown = sum(lying.count(card) for lying in m.table.fronts.values())
        copies = m.decklist.how_many(card, len(m.table.players))
        return refuse("weapon.all-shown", card=card, copies=copies) if shown >= copies else None

    return check


def combat_over(m: Moment) -> Violation | None:
    """Nobody attacks when those who fly are found."""
    left = len(m.table.seats)
    return refuse("combat.over", "text" if left > 1 else "one", count=left) if m.table.step == "landed" else None


def target_wrong(m: Moment) -> Violation | None:
    """Somebody else who stands is attacked."""
    target = m.action.text("target")
    if not target:
        return refuse("target.missing")
    return named(m, target) or (refuse("target.self", player=target) if target == m.action.player else None)


def own_side(m: Moment) -> Violation | None:
    """Where the table forbids it nobody attacks their own side, once the sides are known."""
    if option(m, "own_side") is True or not looks.is_revealed(m.table):
        return None
    who, target = m.action.player, m.action.text("target")
    same = looks.on_creatures_side(m.table, who) == looks.on_creatures_side(m.table, target)
    return refuse("target.own-side", player=who, target=target) if same else None


def no_bonus(m: Moment) -> Violation | None:
    """An object that only parries is no help in an attack."""
    card = m.action.text("weapon")
    if not card or is_unknown(m.decklist, card) or marks(m.decklist, card, "bonus"):
        return None
    return refuse("weapon.no-bonus", card=card)


def attack_dice(m: Moment) -> Violation | None:
    """As many dice as the attack takes."""
    return wrong_dice(m, looks.dice_wanted(m.table, m.action.player, m.action.said.get("triumph") is True))


def no_hit(m: Moment) -> Violation | None:
    """If it is said that it hit or missed, the dice say the same."""
    said = m.action.said.get("hit")
    if not isinstance(said, bool) or said == hits(m.decklist, m.table, m.action):
        return None
    dice = m.action.said.get("dice")
    best = max(dice) if isinstance(dice, list | tuple) and dice else 0
    return refuse("attack.no-hit" if said else "attack.hit", eyes=best)


def shield_wrong(m: Moment) -> Violation | None:
    """As long as an infected stands, the Creature names one of them."""
    prompt = m.table.prompt
    if prompt is None or prompt.about != looks.SHIELD:
        return None
    target = m.action.text("target")
    return (
        None if target in looks.shields(m.table) else refuse("shield.name", players=", ".join(looks.shields(m.table)))
    )


def no_guard(m: Moment) -> Violation | None:
    """Only an object that parries parries, and once a blow."""
    card, who = m.action.text("card"), m.action.player
    if not card or _is_shield(m):
        return None
    if (looks.GUARDED, who) in m.table.tracks:
        return refuse("respond.once", player=who)
    return None if guards(m.decklist, card, m.action.number("from")) else refuse("respond.no-guard", card=card)


def answer_dice(m: Moment) -> Violation | None:
    """One die for an object, none for anything else."""
    return None if _is_shield(m) else wrong_dice(m, int(bool(m.action.text("card")) and not _by_token(m)))


def _is_shield(m: Moment) -> bool:
    return m.table.prompt is not None and m.table.prompt.about == looks.SHIELD


def _by_token(m: Moment) -> bool:
    return m.action.said.get("triumph") is True


def not_in_flight(m: Moment) -> Violation | None:
    """The Creature shows itself in the last phase, between two attacks."""
    return None if m.table.step in looks.IN_FLIGHT else refuse("reveal.when")


def two_seats(m: Moment) -> Violation | None:
    """With two seats aboard the Creature should keep its card hidden."""
    return refuse("reveal.two-seats") if int(option(m, "seats_aboard")) > 1 else None


def revealed_twice(m: Moment) -> Violation | None:
    """There is one Creature."""
    return refuse("reveal.twice") if looks.is_revealed(m.table) else None


def revealed_wrong(m: Moment) -> Violation | None:
    """The infected who show themselves are other people at the table."""
    for who in m.action.names("infected"):
        if who not in m.table.players:
            return refuse("player.unknown", "text" if who else "nobody", player=who)
        if who == m.action.player:
            return refuse("reveal.self", player=who)
    return None
