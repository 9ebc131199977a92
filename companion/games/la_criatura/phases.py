"""How a turn goes on: events, vote, movement, discards, new chief; and how the turns end in the helicopter phase."""

from __future__ import annotations

from companion.games.la_criatura import looks
from companion.games.la_criatura.deed import Deed
from companion.table import facts as f


def begin_events(deed: Deed) -> None:
    """A turn begins: who may play an event is asked in order, the chief first."""
    deed.clear(looks.PLAYED, looks.DONE)
    deed.step("events", looks.chief(deed.table))
    next_event(deed)


def next_event(deed: Deed) -> None:
    """The next who may play an event; after the last the vote begins."""
    order = looks.event_order(deed.table)
    if order:
        deed.step("events", order[0])
    else:
        deed.clear(looks.DONE)
        next_vote(deed)


def next_vote(deed: Deed) -> None:
    """The next who votes; after the chief the votes are counted."""
    order = looks.vote_order(deed.table)
    if order:
        deed.step("vote", order[0])
    else:
        count_votes(deed)


def count_votes(deed: Deed) -> None:
    """Whoever has most votes is hit; of several the dice decide; without any vote nobody is."""
    deed.clear(looks.DONE)
    got = {player: votes for (track, player), votes in deed.table.tracks.items() if track == looks.VOTES}
    most = [p for p in deed.table.seats if got and got.get(p) == max(got.values())]
    if len(most) > 1:
        for player in most:
            deed.keep(looks.TIED, player, 1)
        deed.step("tie", looks.chief(deed.table))
    elif most:
        accuse(deed, most[0])
    else:
        begin_movement(deed)


def accuse(deed: Deed, player: str) -> None:
    """The vote has hit somebody: they say whether they are the Creature, unless it is gone."""
    deed.clear(looks.TIED)
    deed.note(looks.ACCUSED, player)
    if looks.is_gone(deed.table):
        sedate(deed, player)
        begin_movement(deed)
    else:
        deed.step("verdict", player)


def sedate(deed: Deed, player: str) -> None:
    """A sedated token before somebody, and a triumph for it."""
    deed.note(looks.ACCUSED, None)
    deed.keep(looks.SEDATED, player, looks.number(deed.table, looks.TURN))
    deed.reward(player)
    if player == looks.chief(deed.table) and deed.option("sedated_chief") == "steps-down":
        awake = [p for p in looks.from_the_chief(deed.table) if not looks.is_sedated(deed.table, p)]
        if awake:
            name_chief(deed, awake[0])


def begin_movement(deed: Deed) -> None:
    """Votes are taken back; who was sedated a turn ago wakes; the chief rolls whether the cards move."""
    deed.note(looks.ACCUSED, None)
    deed.clear(looks.VOTES)
    if deed.option("sedation") == "next-movement":
        wake(deed, before=looks.number(deed.table, looks.TURN))
    deed.step("move", looks.chief(deed.table))


def wake(deed: Deed, before: int) -> None:
    """Everybody sedated in an earlier turn than this one wakes."""
    for (track, player), since in tuple(deed.table.tracks.items()):
        if track == looks.SEDATED and since < before:
            deed.keep(looks.SEDATED, player, None)


def begin_discards(deed: Deed) -> None:
    """The chief discards first, then everybody to the right."""
    next_discard(deed)


def next_discard(deed: Deed) -> None:
    """The next who may discard; after the last everybody draws and the chief rolls for the next one."""
    order = looks.discard_order(deed.table)
    if order:
        deed.step("discard", order[0])
        return
    deed.clear(looks.DONE)
    deed.fill_hands()
    deed.step("chief", looks.chief(deed.table))


def name_chief(deed: Deed, player: str) -> None:
    """The chief's token goes to somebody, with a triumph if the table gives one again."""
    deed.note(looks.CHIEF, player)
    again = deed.option("chief_triumph") == "every-time"
    if (again or not looks.number(deed.table, (looks.HONOURED, player))) and deed.reward(player):
        deed.keep(looks.HONOURED, player, 1)


def end_turn(deed: Deed) -> None:
    """The clock moves on; on its last place it is the helicopter that comes."""
    if deed.option("sedation") == "this-turn":
        wake(deed, before=looks.number(deed.table, looks.TURN) + 1)
    left = looks.number(deed.table, looks.CLOCK) - 1
    deed.keep(*looks.CLOCK, max(0, left))
    deed.keep(*looks.TURN, looks.number(deed.table, looks.TURN) + 1)
    if left > 0:
        begin_events(deed)
    else:
        begin_flight(deed)


def begin_flight(deed: Deed) -> None:
    """The last phase: the order of the attacks is set now, whoever is sedated last."""
    deed.clear(looks.PLAYED, looks.DONE)
    order = looks.sedated_last(deed.table)
    for place, player in enumerate(order, 1):
        deed.keep(looks.ORDER, player, place)
    deed.step("helicopter", order[0])


def next_attack(deed: Deed) -> None:
    """The next who attacks; after the last standing the round begins again."""
    order = looks.combat_order(deed.table, deed.decklist)
    left = [p for p in order if (looks.DONE, p) not in deed.table.tracks]
    if not left:
        deed.clear(looks.DONE)
        left = list(order)
    deed.step("combat", left[0])


def settle(deed: Deed) -> None:
    """Nothing is asked any more."""
    deed.clear(looks.GUARDED)
    if deed.table.prompt is not None:
        deed.do(f.Settled())
