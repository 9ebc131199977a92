"""Why something is refused in the cooperative mode. RC1 … RC10 are the rows of the list of rules that it was written
from (docs/rules/the-thing-coop.md has the sentences)."""

from __future__ import annotations

from companion.engine.kit.common_rules import actor_unknown, refused_if
from companion.engine.kit.setup import name_fault
from companion.engine.rules import Moment, Violation, refuse, refuse_as, rule
from companion.games.the_thing import base as b
from companion.games.the_thing import queries as q
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.acting import numbers_of, sides_of

# Sheets


@rule("sheets.twice")
def sheet_twice(m: Moment) -> Violation | None:
    """There is one sheet of each Character."""
    said = [str(name) for name in m.action.table("who").values() if name in b.SHEETS]
    kept = [q.sheet(m.table, p) for p in m.table.seats if p not in m.action.table("who")]
    every = [*said, *(name for name in kept if name)]
    twice = next((name for name in every if every.count(name) > 1), None)
    return refuse(sheet=c.NAMES[b.SHEETS.index(twice)]) if twice else None


@rule("sheets.twice")
def name_taken(m: Moment) -> Violation | None:
    """Refuse the name of a Character that has left the game."""
    gone = [name for name in m.table.players if name not in m.table.seats]
    said = [c.NAMES[b.SHEETS.index(str(name))] for name in m.action.table("who").values() if name in b.SHEETS]
    taken = next((name for name in said if name in gone), None)
    return refuse(sheet=taken) if taken else None


@rule("player.unknown")
def nobody_called(m: Moment) -> Violation | None:
    """Whoever is called otherwise plays, or is a Character."""
    return None if m.action.player in queries.people(m.table) else actor_unknown(m)


@rule("setup.names")
def name_in_use(m: Moment) -> Violation | None:
    """Refuse a new name that the set-up would refuse, or that is a person's or a Character's."""
    others = (name for name in (*queries.people(m.table), *m.table.players) if name != m.action.player)
    return name_fault((*others, m.action.text("to")))


# Moving


@rule("plan.order", overrulable=True)
def not_theirs(m: Moment) -> Violation | None:
    """Refuse a Character out of order: the leader's move first, then those to the left (RC, fase 3)."""
    order = queries.planners(m.table)
    if not order or queries.number_of(m.table, m.action.player) == queries.number_of(m.table, order[0]):
        return None
    return refuse(player=m.action.player, turn=queries.person(m.table, order[0]))


@rule("room.closed")
def closed(m: Moment) -> Violation | None:
    """Characters go to the green rooms that do not burn, and to the dormitory."""
    slug = m.action.text("at")
    if slug not in (*b.OWN_GREEN, b.DORMITORY):
        return refuse(slug if slug == b.REC_ROOM else "text", room=slug)
    return refuse("burnt", room=slug) if q.is_burnt(m.table, slug) else None


@rule("rest.one", overrulable=True)
def rests_too(m: Moment) -> Violation | None:
    """One Character goes to the dormitory in a round (RC1)."""
    others = [p for p in q.there(m.table, b.DORMITORY) if p != m.action.player]
    return refuse(player=others[0]) if m.action.text("at") == b.DORMITORY and others else None


@rule("room.full", overrulable=True)
def full(m: Moment) -> Violation | None:
    """No more than three Characters in a green room."""
    slug = m.action.text("at")
    others = [p for p in q.there(m.table, slug) if p != m.action.player]
    return refuse(room=slug) if slug in b.OWN_GREEN and len(others) >= b.MOST_IN_ROOM else None


@rule("meet.nobody")
def nobody_meets(m: Moment) -> Violation | None:
    """Refuse a room without a Character alone with a dog."""
    slug = m.action.text("at")
    return None if slug in queries.dog_meetings(m.table) else refuse(room=slug)


@rule("meet.token")
def no_token(m: Moment) -> Violation | None:
    """Whoever is alone with a dog and does not evade draws a token, and what it was is said."""
    drawn = "alien" in m.action.said or not q.staying(m.table, m.action)
    return None if drawn else refuse()


# The threat


not_reached = refused_if("threat.choice", lambda m: m.action.player not in queries.sharing(m.table), named=True)
"""Refuse whom the threat cannot take: only those on its space (RC3)."""


# The Alien's attack


@rule("location.not-in-deck")
def not_drawn(m: Moment) -> Violation | None:
    """Refuse turned cards that were not in the deck, not each once, or more than lie there (RC4)."""
    seen = set[str]()
    for slug in m.action.names("at"):
        if slug not in q.drawable(m.table) or slug in seen:
            return refuse("drawn" if slug in q.locations(m.table) else "text", room=slug)
        seen.add(slug)
    have = len(q.heaps(m.table))
    return None if 0 < len(seen) <= have else refuse_as("alien.heaps", "text" if have else "none", count=have)


@rule("clash.plays", overrulable=True)
def spares(m: Moment) -> Violation | None:
    """Refuse an Alien that spares a living being, or takes one where it is alone.

    The game plays the Alien; the rulebook does not say what it prefers, the table chose.
    """
    slug, strength = m.action.text("at"), q.here(m.table, b.STRENGTH, m.action.text("at"))
    staying = q.staying(m.table, m.action)
    if m.action.text("fire") or strength <= len(staying):
        return None
    wanted = "assimilate" if queries.prey(m.table, slug, staying) else "sabotage"
    leaves_open = wanted == "assimilate" and m.table.options.get("winner") == "choice"
    return None if leaves_open or m.action.text("win") == wanted else refuse(wanted)


# Dice


@rule("dice.count")
def dice_wrong(m: Moment) -> Violation | None:
    """Three dice, two with a hungry base (RC7)."""
    need = queries.how_many_dice(m.table)
    return None if len(sides_of(m.action)) == need else refuse(count=need)


dice_lie = refused_if("dice.lie", lambda m: queries.dice(m.table))
"""Refuse a roll before the dice of before are done with."""


dark = refused_if("dice.dark", lambda m: q.is_dark(m.table) and not queries.assigned(m.table))
"""In the dark it is said whose the dice are before they are rolled (RC7)."""


no_dice = refused_if("dice.none", lambda m: not queries.dice(m.table))
"""Dice lie there; in the dark they are given away before."""


gives_nothing = refused_if("dice.none", lambda m: not (queries.dice(m.table) or q.is_dark(m.table)))
"""Dice that were rolled are given away, in the dark before they are rolled."""


@rule("dice.given")
def somebody_elses(m: Moment) -> Violation | None:
    """All dice of a roll are for one Character."""
    whose = queries.assigned(m.table)
    return refuse(player=whose) if whose not in ("", m.action.player) else None


given_already = refused_if("dice.given-already", lambda m: queries.assigned(m.table))
"""Whose the dice are is said once."""


@rule("dice.bad", overrulable=True)
def still_bad(m: Moment) -> Violation | None:
    """With sabotage or threat that nobody cancelled a Character does nothing, and all of it takes place (RC5)."""
    left = len(queries.bad(m.table))
    return refuse(count=left) if left else None


@rule("dice.side", overrulable=True)
def not_shown(m: Moment) -> Violation | None:
    """Refuse to do what no die shows; to set fire either will do (RC, fase 5)."""
    wanted = m.action.text("card")
    fits = {*queries.dice(m.table).values()} & ({wanted} if wanted else {*c.GOOD})
    return None if fits else refuse(wanted or "any")


@rule("dice.which")
def cancels_nothing(m: Moment) -> Violation | None:
    """Dice that lie there are cancelled, each once (RC6)."""
    numbers, there = numbers_of(m.action), queries.dice(m.table)
    if not numbers:
        return refuse("none")
    wrong = len({*numbers}) != len(numbers) or any(one not in there for one in numbers)
    return refuse() if wrong or q.kept(m.table, c.SUFFERS) else None


suffers_nothing = refused_if("dice.good", lambda m: not queries.bad(m.table))
"""There is something left that was not cancelled."""


@rule("dice.reroll", overrulable=True)
def rerolls_too_many(m: Moment) -> Violation | None:
    """Norris may roll up to three dice again, Garry one, in the dark whoever has a flashlight up to three, once a
    roll."""
    most = queries.may_reroll(m.table, m.action.player)
    if not most:
        return refuse(player=m.action.player)
    too_many = len(numbers_of(m.action)) > most
    return refuse("most", player=m.action.player, count=most) if too_many else None


@rule("dice.which")
def rerolls_wrong(m: Moment) -> Violation | None:
    """Each die that is rolled again lies there, and shows a side afterwards."""
    numbers, there = numbers_of(m.action), queries.dice(m.table)
    if not numbers:
        return refuse("none")
    if len({*numbers}) != len(numbers) or any(one not in there for one in numbers):
        return refuse()
    fits = len(sides_of(m.action)) == len(numbers)
    return None if fits else refuse("sides", count=len(numbers))


not_resting = refused_if("rest.nobody", lambda m: queries.resting(m.table) != m.action.player, named=True)
"""Whoever turns a die stands in the dormitory, was not given the dice, and it is done once a round (RC1)."""


turns_nothing = refused_if("dice.which", lambda m: m.action.number("die") not in queries.dice(m.table))
"""Refuse to turn a spent die (RC1)."""


@rule("burn.elsewhere")
def not_where_it_stands(m: Moment) -> Violation | None:
    """Refuse to burn a room where the Character does not stand (RC, fase 5)."""
    here = q.where(m.table, m.action.player) or b.REC_ROOM
    return None if m.action.text("at") == here else refuse(player=m.action.player, room=here)


@rule("stop.first", overrulable=True)
def nobody_acted(m: Moment) -> Violation | None:
    """At least one Character acts before the leader stops, as long as somebody stands (RC, fase 5)."""
    missing = not q.number(m.table, b.TURNED) and queries.up(m.table) and q.depth(m.table) == b.COMPLETE
    return refuse() if missing else None


dice_waiting = refused_if("dice.lie", lambda m: queries.dice(m.table))
"""The leader stops between two rolls."""


# The way out


@rule("end.roles")
def more_aliens_than_cards(m: Moment) -> Violation | None:
    """Two of the eight role cards are an Alien's; whom the threat or a dog made one has a card of either kind."""
    roles = m.action.table("roles")
    unseen = [p for p in q.exposed(m.table) if p not in m.table.roles]
    aliens = [p for p, role in roles.items() if role == b.ALIEN_ROLE and p not in unseen]
    return refuse("aliens", count=len(aliens), most=c.ALIENS) if len(aliens) > c.ALIENS else None


@rule("block.count")
def block_wrong(m: Moment) -> Violation | None:
    """As many dice as the Alien is strong (RC10)."""
    need = queries.blocks(m.table)
    return None if len(sides_of(m.action)) == need else refuse(count=need)


@rule("step.wrong")
def leaves_undone(m: Moment) -> Violation | None:
    """Refuse to pass over what only people can decide, or the Alien's try to block a way out (RC10)."""
    open_ = m.table.step in ("choice", "block")
    return refuse(f"in-{m.table.step}", turn=m.table.turn, asked=m.table.turn) if open_ else None


@rule("dice.same")
def same_side(m: Moment) -> Violation | None:
    """Refuse to turn a die to the side it shows."""
    dice = queries.dice(m.table)
    return refuse() if dice.get(m.action.number("die")) == m.action.text("face") else None
