"""The turns before the helicopter: what people do in them, and how a turn goes on until they end in the last phase."""

from __future__ import annotations

# What people do
from companion.engine import facts as f
from companion.engine.actions import Action
from companion.games.la_criatura import queries
from companion.games.la_criatura.effects import Effects
from companion.games.la_criatura.queries import ARMED, ARMED_TO_THE_TEETH, AWAKE, effect, eyes, guards, hits


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
        effects.clear(queries.PLAYED, queries.DONE)
        effects.step("events", queries.chief(effects.table))
        next_event(effects)
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


# The helicopter phase: attacks, who saves themselves, the Creature that shows itself, who is left standing


def attack(effects: Effects, action: Action) -> None:
    """Strike at a player: after a miss the next attacks, a hit must be answered."""
    player, target, weapon = action.player, action.text("target"), action.text("weapon")
    if effects.table.step == "helicopter":
        effects.step("combat")
    if weapon and weapon not in effects.table.fronts.get(player, ()):
        effects.uncover(player, weapon)
    if action.said.get("triumph") is True:
        effects.spend(player)
    else:
        effects.roll(player, "attack", eyes(action))
    effects.keep(queries.DONE, player, 1)
    if not hits(effects.decklist, effects.table, action):
        next_attack(effects)
    elif queries.role(effects.table, target) == queries.CREATURE_ROLE and queries.shields(effects.table):
        _ask(effects, queries.SHIELD, player, target)
    else:
        _ask(effects, queries.BLOW, player, target)


def _ask(effects: Effects, about: str, by: str, to: str) -> None:
    effects.step("respond")
    effects.do(f.Asked(about, by, to))


def respond(effects: Effects, action: Action) -> None:
    """Answer a blow: the Creature names who takes it; or the target is saved by an object, by a token, or falls."""
    prompt = effects.table.prompt
    assert prompt is not None, "judged before: somebody is asked"
    if prompt.about == queries.SHIELD:
        effects.do(f.Settled())
        _ask(effects, queries.BLOW, prompt.by, action.text("target"))
    elif action.said.get("triumph") is True:
        effects.spend(prompt.to)
        _saved(effects)
    elif action.text("card"):
        player, card = prompt.to, action.text("card")
        if card not in effects.table.fronts.get(player, ()):
            effects.uncover(player, card)
        effects.roll(player, "parry", eyes(action))
        if eyes(action)[0] in guards(effects.decklist, card, action.number("from")):
            _saved(effects)
        elif effects.option("defence_and_triumph") == "both" and queries.tokens(effects.table, player):
            effects.keep(queries.GUARDED, player, 1)
        else:
            fall(effects, player)
    else:
        fall(effects, prompt.to)


def _saved(effects: Effects) -> None:
    effects.settle()
    next_attack(effects)


def fall(effects: Effects, player: str) -> None:
    """Take a player down: their events go to the discards, the seat closes, and it may be over."""
    effects.settle()
    effects.leave(player, "struck")
    if not over(effects):
        next_attack(effects)


def over(effects: Effects) -> bool:
    """End the combat if it is decided and return True; once the Creature has shown itself the winners are known at
    once."""
    table = effects.table
    if queries.is_revealed(table):
        humans = tuple(p for p in table.seats if not queries.on_creatures_side(table, p))
        roles = {p: queries.role(table, p) for p in table.players}
        if not humans:
            side = tuple(p for p in table.players if p in table.roles)
            effects.do(f.Ended("creature-left", side, roles))
        elif len(humans) == len(table.seats):
            effects.do(f.Ended("humans-left", humans, roles))
        else:
            return False
        return True
    if len(table.seats) > int(effects.option("seats_aboard")):
        return False
    effects.step("landed", table.seats[0])
    return True


def uncover(effects: Effects, action: Action) -> None:
    """Show a weapon."""
    effects.uncover(action.player, action.text("card"))


def reveal(effects: Effects, action: Action) -> None:
    """Show the Creature's card, and with it every infected's."""
    effects.do(f.RoleShown(action.player, queries.CREATURE_ROLE))
    for player in action.names("infected"):
        effects.do(f.RoleShown(player, queries.INFECTED_ROLE))
    over(effects)


def end(effects: Effects, action: Action) -> None:
    """End the game: those aboard have won, or the Creature's side if one of them belongs to it."""
    table, roles = effects.table, {player: str(role) for player, role in action.table("roles").items()}
    if action.text("cause") == "abandoned":
        effects.do(f.Ended("abandoned", (), roles if set(roles) == set(table.players) else {}))
        return
    side = tuple(p for p in table.players if roles[p] != queries.HUMAN_ROLE)
    if any(p in side for p in table.seats):
        effects.do(f.Ended("creature-flies", side, roles))
    else:
        effects.do(f.Ended("humans-fly", table.seats, roles))
