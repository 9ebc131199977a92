"""What happens while people move their Characters: who is together grows more suspicious, who is alone with a dog draws
from the contagion bag (RC, fase 3)."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.actions import Action
from companion.engine.places import Place
from companion.games.the_thing import base as b
from companion.games.the_thing import days, escape
from companion.games.the_thing import queries as q
from companion.games.the_thing.meetings import end_of_meetings, evading
from companion.games.the_thing_coop import base as c
from companion.games.the_thing_coop import queries
from companion.games.the_thing_coop.acting import goes_on, sides_of
from companion.games.the_thing_coop.effects import ORDER, Effects


def take_sheets(effects: Effects, action: Action) -> None:
    """Assign the Characters: each place is called by its own from now on.

    A place of which nothing is said gets the next sheet that is left, in the order of the box.
    """
    said = {player: b.SHEETS.index(str(name)) for player, name in action.table("who").items() if name in b.SHEETS}
    table = effects.table
    for player in table.seats:
        if player not in said and q.sheet(table, player):
            said[player] = b.SHEETS.index(q.sheet(table, player))
    left = iter(k for k in range(len(b.SHEETS)) if k not in said.values())
    chosen = {player: said[player] if player in said else next(left) for player in table.seats}
    renamed = [player for player, k in chosen.items() if player != c.NAMES[k]]
    # Two may have exchanged their sheets: a name has to be free before somebody else gets it.
    between = {player: f"({k})" for k, player in enumerate(renamed, 1)}
    for player, k in chosen.items():
        effects.keep(b.SHEET, player, k + 1)
    for player in renamed:
        effects.do(f.Renamed(player, between[player]))
    for player in renamed:
        effects.do(f.Renamed(between[player], c.NAMES[chosen[player]]))
    if effects.table.step == "take-sheets":
        effects.begin("weather")


def place(effects: Effects, action: Action) -> None:
    """Move a figure to a room; to the dormitory to turn a die later."""
    player = action.player
    effects.stand(player, action.text("at"))
    effects.keep(b.PLACED, player, 1)
    left = queries.planners(effects.table)
    if left:
        effects.turn(left[0])
    else:
        all_placed(effects)


def all_placed(effects: Effects) -> None:
    """Go on when everybody has moved: Characters who are together shut in a dog and each grow more suspicious."""
    moved: list[str] = []
    for slug in b.OWN_GREEN:
        here = q.there(effects.table, slug)
        if len(here) < 2:
            continue
        if q.here(effects.table, b.DOG, slug):
            effects.lay(b.DOG, slug, -1)
            effects.lay(b.DOG, b.KENNEL, 1)
        for player in here:
            effects.suspect(player)
            moved.append(player)
    if effects.reached(*moved) and effects.threaten("encounters"):
        return
    if not effects.is_coming_to_an_end:
        effects.go_on()


def meet(effects: Effects, action: Action) -> None:
    """Resolve a Character alone with a dog: it evades, or draws from the contagion bag.

    A healthy token only makes it more suspicious, an Alien one makes it an Alien at once.
    """
    slug = action.text("at")
    evading(effects, action)
    effects.lay(b.MET, slug, 1)
    for player in q.staying(effects.table, action):
        if action.said.get("alien") is True:
            effects.transform(player)
        else:
            effects.suspect(player)
            if effects.reached(player) and effects.threaten("encounters"):
                return
    end_of_meetings(effects)


def locate(effects: Effects, action: Action) -> None:
    """Turn a location card up for a dog; after the last dog the leader sheet goes to the left."""
    days.locate(effects, action)
    if effects.table.step == "dogs" and not q.number(effects.table, b.LOOSE):
        effects.next_leads()
        effects.go_on()


def go_on(effects: Effects, action: Action) -> None:
    """End the phase for the tablet."""
    if effects.table.step == "dogs":
        effects.next_leads()
    days.go_on(effects, action)


# How people leave the base: the Alien tries to block the way before anybody can follow


def board(effects: Effects, action: Action) -> None:
    """Record a decision to get aboard; when the first one does the Alien tries to block the way."""
    escape.rescue_begins(effects)
    first = action.said.get("boards") is True and not q.aboard(effects.table)
    if first and queries.blocks(effects.table):
        escape.come_aboard(effects, action.player)
        effects.do(f.StepBegan("block"))
    else:
        escape.board(effects, action)


def bad_among(sides: tuple[int, ...]) -> int:
    """Count the dice that show sabotage or the threat."""
    return sum(c.SIDES[side - 1] in c.BAD for side in sides)


def block(effects: Effects, action: Action) -> None:
    """Roll as many dice as the Alien is strong: with three bad sides nobody leaves this time."""
    sides = sides_of(action)
    effects.do(f.DiceRolled(q.leader(effects.table), "block", sides, tuple(c.SIDES[side - 1] for side in sides)))
    effects.keep(c.ROLLED, "", 1)
    if bad_among(sides) >= c.BLOCKS:
        effects.clear(b.ESCAPE, b.REFUSED, b.ABOARD, c.ROLLED)
        effects.begin("rec-room")
        return
    way = b.ESCAPES[max(q.number(effects.table, b.ESCAPE) - 1, 0)]
    effects.do(f.StepBegan("rescue" if way == b.RESCUE else "escape"))
    escape.next_or_away(effects)


def end(effects: Effects, action: Action) -> None:
    """End the game: everybody wins together, or nobody does."""
    if action.text("cause") != "roles":
        escape.end(effects, action)
        return
    roles = {player: str(value) for player, value in action.table("roles").items()}
    cause, side = escape.outcome(effects, roles)
    winners = queries.people(effects.table) if side == b.HUMAN_ROLE else ()
    effects.do(f.Ended(cause, winners, roles))


# The exposed Alien, whom the game plays: it attacks by the location cards and by how many are together


def choose(effects: Effects, action: Action) -> None:
    """Take the Character the leader names for the threat; play goes on where it stopped."""
    back = ORDER[max(q.number(effects.table, c.BACK) - 1, 0)]
    effects.keep(c.BACK, "", None)
    effects.transform(action.player)
    if effects.is_coming_to_an_end:
        return
    if back == "actions":
        effects.do(f.StepBegan("actions"))
        goes_on(effects)
    else:
        effects.begin(back)


def by(sharing: int) -> int:
    """Return how far the threat moves at the end of a round.

    Alone a space to the left, else to the right by as many spaces as there are tokens on its own.
    """
    return sharing or -1


def move(effects: Effects, action: Action) -> None:
    """Move the threat and begin a new round."""
    reaches = effects.move_threat(by(len(queries.sharing(effects.table))))
    if reaches and effects.threaten("weather"):
        return
    if not effects.is_coming_to_an_end:
        effects.begin("weather")


def lay(effects: Effects, action: Action) -> None:
    """Location cards are laid face down, on each the strength of the desired attack, on the last what is left."""
    for k, strength in enumerate(queries.attack(effects.table), 1):
        effects.put(b.STRENGTH, Place("pile", f"{b.HEAP}{k}"), strength)
        effects.add(b.POOL, "", -strength)
    effects.keep(c.ATTACKED, "", 1)
    effects.begin("encounters")


def reveal(effects: Effects, action: Action) -> None:
    """Turn the cards over, one after the other. The kennel gives the Alien one of the dogs that are shut in."""
    for (heap, strength), slug in zip(q.heaps(effects.table), action.names("at"), strict=False):
        effects.put(b.STRENGTH, heap, None)
        effects.lay(b.DRAWN, slug, 1)
        if slug == b.KENNEL:
            dog = -effects.lay(b.DOG, b.KENNEL, -1)
            effects.add(b.POOL, "", strength + dog)
        else:
            effects.lay(b.STRENGTH, slug, strength)
    if not q.heaps(effects.table):
        effects.begin("encounters")
