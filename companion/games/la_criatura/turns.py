"""The turns before the helicopter: what people do in them, and how a turn goes on until they end in the last phase."""

from __future__ import annotations

from companion.engine.actions import Action
from companion.games.la_criatura import queries
from companion.games.la_criatura.cards import ARMED, ARMED_TO_THE_TEETH, AWAKE, effect
from companion.games.la_criatura.effects import Effects
from companion.games.la_criatura.queries import eyes

# What people do


def first_chief(effects: Effects, action: Action) -> None:
    """Play the first turn: a chief by lot, a triumph, the cards move without a die, the clock goes on."""
    name_chief(effects, action.player)
    if effects.option("first_hand") == "first-turn":
        effects.fill_hands()
    effects.redeal()
    end_turn(effects)


def event(effects: Effects, action: Action) -> None:
    """Play and discard an event; the four known ones take effect as well."""
    player, card = action.player, action.text("card")
    if action.said.get("spend") is True:
        effects.spend(player)
    else:
        effects.add(queries.PLAYED, player)
    effects.discard(player, 1, (card,))
    known = effect(effects.decklist, card)
    if known == ARMED_TO_THE_TEETH:
        effects.keep(queries.TWO_WEAPONS, player, 1)
    if known == ARMED:
        effects.draw_weapon(player)
    if known == AWAKE:
        effects.keep(queries.SEDATED, action.text("target") or player, None)
    for lucky in action.names("gains"):
        effects.reward(lucky)
    if effects.table.step == "events":
        # Who was asked has had their move; otherwise it is still theirs who was asked, if they may.
        if player == effects.table.turn:
            effects.keep(queries.DONE, player, 1)
        next_event(effects)


def pass_(effects: Effects, action: Action) -> None:
    """No event."""
    effects.keep(queries.DONE, action.player, 1)
    next_event(effects)


def vote(effects: Effects, action: Action) -> None:
    """Vote tokens are laid on somebody's card."""
    for target in action.names("votes"):
        effects.add(queries.VOTES, target)
    effects.keep(queries.DONE, action.player, 1)
    next_vote(effects)


def tie(effects: Effects, action: Action) -> None:
    """Roll for everybody tied: the lowest is hit; of equal lowest ones the dice decide again."""
    rolling, dice = queries.tied(effects.table), eyes(action)
    for player, eye in zip(rolling, dice, strict=False):
        effects.roll(player, "tie", (eye,))
    lowest = [p for p, eye in zip(rolling, dice, strict=False) if eye == min(dice)]
    if len(lowest) == 1:
        accuse(effects, lowest[0])
    elif effects.option("tie_again") == "lowest":
        for player in rolling:
            effects.keep(queries.TIED, player, 1 if player in lowest else None)


def declare(effects: Effects, action: Action) -> None:
    """Find the player hit by the vote to be the Creature, or sedate them."""
    player = action.player
    if action.said.get("creature") is not True:
        sedate(effects, player)
        begin_movement(effects)
        return
    found = queries.number(effects.table, queries.FOUND) + 1
    effects.keep(*queries.FOUND, found)
    if found == 1:
        effects.keep(queries.DECLARED, player, 1)
        effects.redeal()
    else:
        effects.note(queries.BEREFT, player)
    if found > 1 and effects.option("second_find") == "sedated":
        sedate(effects, player)
    begin_movement(effects)
    if found == 1 and effects.option("redeal_is_movement") is True:
        next_discard(effects)


def move(effects: Effects, action: Action) -> None:
    """Roll the chief's die: with 1 to 4 everybody not sedated who has a card hands it in and gets one."""
    effects.roll(effects.table.turn, "move", eyes(action))
    if eyes(action)[0] in queries.MOVING:
        effects.redeal()
    next_discard(effects)


def discard(effects: Effects, action: Action) -> None:
    """Move events from a hand to the discards, or none."""
    effects.discard(action.player, action.number("count"))
    effects.keep(queries.DONE, action.player, 1)
    next_discard(effects)


def elect(effects: Effects, action: Action) -> None:
    """Roll the chief's die for the next chief, and end the turn."""
    (die,) = eyes(action)
    said = action.text("player")
    after = said if action.text("anyway") and said in effects.table.seats else queries.counted(effects.table, die)
    effects.roll(queries.chief(effects.table), "chief", (die,))
    name_chief(effects, after)
    end_turn(effects)


def arm(effects: Effects, action: Action) -> None:
    """Exchange a triumph token for a weapon."""
    effects.spend(action.player)
    effects.draw_weapon(action.player)
    if effects.table.step == "events":
        next_event(effects)


# How a turn goes on


def begin_events(effects: Effects) -> None:
    """Begin a turn: who may play an event is asked in order, the chief first."""
    effects.clear(queries.PLAYED, queries.DONE)
    effects.step("events", queries.chief(effects.table))
    next_event(effects)


def _goes_to(effects: Effects, step: str, order: tuple[str, ...]) -> bool:
    """Go on at a step with the first in the order; return False if there is none."""
    if order:
        effects.step(step, order[0])
    return bool(order)


def next_event(effects: Effects) -> None:
    """Ask the next who may play an event; after the last begin the vote."""
    if not _goes_to(effects, "events", queries.event_order(effects.table)):
        effects.clear(queries.DONE)
        next_vote(effects)


def next_vote(effects: Effects) -> None:
    """Ask the next who votes; after the chief count the votes."""
    if not _goes_to(effects, "vote", queries.vote_order(effects.table)):
        count_votes(effects)


def count_votes(effects: Effects) -> None:
    """Whoever has most votes is hit; of several the dice decide; without any vote nobody is."""
    effects.clear(queries.DONE)
    got = {player: votes for (track, player), votes in effects.table.tracks.items() if track == queries.VOTES}
    most = [p for p in effects.table.seats if got and got.get(p) == max(got.values())]
    if len(most) > 1:
        for player in most:
            effects.keep(queries.TIED, player, 1)
        effects.step("tie", queries.chief(effects.table))
    elif most:
        accuse(effects, most[0])
    else:
        begin_movement(effects)


def accuse(effects: Effects, player: str) -> None:
    """Ask the player hit by the vote if they are the Creature, unless it is gone."""
    effects.clear(queries.TIED)
    effects.note(queries.ACCUSED, player)
    if queries.is_gone(effects.table):
        sedate(effects, player)
        begin_movement(effects)
    else:
        effects.step("verdict", player)


def sedate(effects: Effects, player: str) -> None:
    """Put a sedated token before a player, with a triumph for it."""
    effects.note(queries.ACCUSED, None)
    effects.keep(queries.SEDATED, player, queries.number(effects.table, queries.TURN))
    effects.reward(player)
    if player == queries.chief(effects.table) and effects.option("sedated_chief") == "steps-down":
        awake = [p for p in queries.from_the_chief(effects.table) if not queries.is_sedated(effects.table, p)]
        if awake:
            name_chief(effects, awake[0])


def begin_movement(effects: Effects) -> None:
    """Votes are taken back; who was sedated a turn ago wakes; the chief rolls whether the cards move."""
    effects.note(queries.ACCUSED, None)
    effects.clear(queries.VOTES)
    if effects.option("sedation") == "next-movement":
        wake(effects, before=queries.number(effects.table, queries.TURN))
    effects.step("move", queries.chief(effects.table))


def wake(effects: Effects, before: int) -> None:
    """Wake everybody sedated in an earlier turn than this one."""
    for (track, player), since in tuple(effects.table.tracks.items()):
        if track == queries.SEDATED and since < before:
            effects.keep(queries.SEDATED, player, None)


def next_discard(effects: Effects) -> None:
    """Ask the next who may discard, the chief first; after the last everybody draws and the chief rolls for the
    next."""
    if not _goes_to(effects, "discard", queries.discard_order(effects.table)):
        effects.clear(queries.DONE)
        effects.fill_hands()
        effects.step("chief", queries.chief(effects.table))


def name_chief(effects: Effects, player: str) -> None:
    """Give the chief's token to a player, with a triumph if the table gives one again."""
    effects.note(queries.CHIEF, player)
    again = effects.option("chief_triumph") == "every-time"
    if (again or not queries.number(effects.table, (queries.HONOURED, player))) and effects.reward(player):
        effects.keep(queries.HONOURED, player, 1)


def end_turn(effects: Effects) -> None:
    """Move the clock on; on its last place the helicopter comes."""
    if effects.option("sedation") == "this-turn":
        wake(effects, before=queries.number(effects.table, queries.TURN) + 1)
    left = queries.number(effects.table, queries.CLOCK) - 1
    effects.keep(*queries.CLOCK, max(0, left))
    effects.keep(*queries.TURN, queries.number(effects.table, queries.TURN) + 1)
    if left > 0:
        begin_events(effects)
    else:
        begin_flight(effects)


def begin_flight(effects: Effects) -> None:
    """Begin the last phase: the order of the attacks is set now, the sedated last."""
    effects.clear(queries.PLAYED, queries.DONE)
    order = queries.sedated_last(effects.table)
    for place, player in enumerate(order, 1):
        effects.keep(queries.ORDER, player, place)
    effects.step("helicopter", order[0])


def next_attack(effects: Effects) -> None:
    """Ask the next who attacks; after the last standing the round begins again."""
    order = queries.combat_order(effects.table, effects.decklist)
    left = [p for p in order if (queries.DONE, p) not in effects.table.tracks]
    if not left:
        effects.clear(queries.DONE)
        left = list(order)
    effects.step("combat", left[0])
