"""The log: what an action did, with its sums; and what the hands must do when it is taken back."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import facts as f
from companion.engine.kit import log as kit_log
from companion.engine.kit.log import said_as, says_nothing
from companion.engine.kit.undo_hints import UndoHints
from companion.engine.state import Table
from companion.games.the_thing import base as b
from companion.games.the_thing import queries, sums
from companion.games.the_thing.days import said_weather
from companion.games.the_thing.sums import SumsTold

__all__ = ["Log", "Undo", "says_nothing"]


class Log(kit_log.Log):
    """One entry of the log in the making."""

    weapons = b.WEAPON_SLUG
    """The card of each kind of weapon."""

    def consequences(self) -> list[str]:
        """Return what happened besides; what a correction sets is told by its reason."""
        if self.action.verb == "override":
            return [one for one in super().consequences() if one]
        return [*super().consequences(), *self.changes()]

    def consequence(self, fact: f.Fact) -> str:
        match fact:
            case f.PlayerOut(player, "assimilated"):
                return self.say("assimilated", player=player)
            case f.Noted(key, player) if key == b.TOKEN and player:
                return self.say("token", player=player)
            case f.StackShuffled() if self.action.verb != "swap":
                return self.say("shuffled")
            case _:
                return super().consequence(fact)

    def changes(self) -> Iterator[str]:
        """Yield what became of leaders, the light, the boiler, the Alien."""
        before, after = self.before, self.after
        if queries.leader(before) != queries.leader(after):
            yield self.say("leader", player=queries.leader(after))
        told = self.action.verb == "upkeep"
        if queries.is_dark(before) != queries.is_dark(after) and not told:
            yield self.say("dark" if queries.is_dark(after) else "light")
        if queries.is_destroyed(after) and not queries.is_destroyed(before) and not told:
            yield self.say("boiler-lost")
        if queries.strength(after) != queries.strength(before):
            yield self.say("pool", count=queries.strength(after))
        if queries.ending(after) and not queries.ending(before):
            yield self.say(f"comes-to.{queries.ending(after)}")

    def room(self, slug: str) -> str:
        """Return the name of a room."""
        return self.words.raw(f"rooms.{slug}")

    def at(self, slug: str) -> dict[str, str]:
        """Return a room as sentences name it: by its name, as a destination (`to`), as a place (`inside`)."""
        ways = {way: f"{way}.{slug}" for way in ("to", "inside")}
        return {
            "room": self.room(slug),
            **{way: self.words.raw(key) for way, key in ways.items() if self.words.has(key)},
        }

    def weapon(self, kind: str) -> str:
        """Return the name of a kind of weapon."""
        return self.words.card(self.weapons[kind])

    @property
    def sums(self) -> SumsTold:
        """The sums of the table before it."""
        return SumsTold(self.words, self.before)


def sheets(log: Log) -> str:
    """Tell who plays whom."""
    told = [
        log.say("sheet", player=player, sheet=log.words.raw(f"sheets.{name}"))
        for player, name in log.action.table("who").items()
        if name in b.SHEETS
    ]
    at = log.action.text("token")
    told += [log.say("token-lies", **log.at(at))] if at else []
    return " ".join(told) or log.say("sheets")


def weather(log: Log) -> str:
    """Tell what the die shows."""
    face = log.action.text("face")
    key = "weather.kept" if log.action.said.get("keep") is True else "weather.text"
    return log.say(key, face=log.words.raw(f"dice.weather.{face}"))


def upkeep(log: Log) -> str:
    """Tell what the base cost, as sums."""
    costs = sums.upkeep(log.before, said_weather(log.before, log.action))
    said = " ".join(log.sums.upkeep(costs))
    more = [log.say(f"upkeep.{name}") for name in ("arrived", "gone") if log.action.said.get(name) is True]
    return " ".join((said or log.say("upkeep.nothing"), *more))


def food(log: Log) -> str:
    """Tell what was eaten, as a sum."""
    return log.sums.meal(sums.meal(log.before))


def hide(log: Log) -> str:
    """Tell how many cards the Alien laid, and how strong."""
    value = log.action.said.get("strengths")
    laid = [str(one) for one in value] if isinstance(value, list | tuple) else []
    return log.counted("hide", len(laid), laid=", ".join(laid) or "–")


def draw(log: Log) -> str:
    """Up to how many everybody drew."""
    said = log.say("draw", count=queries.hand_limit(log.before))
    swaps = log.action.said.get("swaps") is True
    return f"{said} {log.say('swaps', player=queries.garry(log.before))}" if swaps else said


def place(log: Log) -> str:
    """Tell who went where, and whose card it was in the dark."""
    action = log.action
    if action.said.get("special") is True:
        key = "place.special"
    elif queries.whose_card(log.before, action) != action.player:
        key = "place.dark"
    else:
        key = "place.shown" if action.text("card") else "place.text"
    card = log.words.card(action.text("card")) if action.text("card") else ""
    other = queries.whose_card(log.before, action)
    return log.say(key, player=action.player, **log.at(action.text("at")), card=card, other=other)


def reveal(log: Log) -> str:
    """Tell where the Alien is."""
    heaps = zip(log.action.names("at"), queries.heaps(log.before), strict=False)
    return log.say("reveal", rooms=log.words.listed([f"{log.room(slug)} ({n})" for slug, (_, n) in heaps]))


def clash(log: Log) -> str:
    """Tell how it went with the Alien."""
    action, slug = log.action, log.action.text("at")
    strength = queries.here(log.before, b.STRENGTH, slug)
    people = queries.staying(log.before, action)
    if action.text("fire"):
        key = "clash.fire"
    elif strength > len(people):
        key = f"clash.{action.text('win') or 'nothing'}"
    else:
        key = "clash.even" if people and strength == len(people) else "clash.flees"
    victim = action.text("victim") or log.words.raw("ask.dog")
    blanks = {"room": log.room(slug), "strength": strength, "people": len(people)}
    return " ".join((*evading(log), log.say(key, player=action.text("fire"), victim=victim, **blanks)))


def evading(log: Log) -> list[str]:
    """Return who evaded with what."""
    return [
        log.say("evade", player=player, weapon=log.weapon(str(weapon)))
        for player, weapon in log.action.table("evade").items()
        if weapon in b.EVADING
    ]


def meet(log: Log) -> str:
    """Tell who met whom, and nothing of the tokens."""
    slug, before = log.action.text("at"), log.before
    people = queries.staying(before, log.action)
    dog = queries.here(before, b.DOG, slug)
    said = evading(log)
    caught, leads = queries.caught(before, slug, len(people)), queries.pack_leader(before) == slug
    if caught > (1 if leads and len(people) >= b.PACK_TAMERS else 0):
        said.append(log.say("meet.caged", **log.at(slug)))
    if leads and len(people) > 1:
        key = "meet.pack-caged" if len(people) >= b.PACK_TAMERS else "meet.pack-free"
        said.append(log.say(key, **log.at(slug)))
    if len(people) > 1:
        said.append(log.say("meet.text", **log.at(slug), players=log.words.listed(people)))
    elif dog and people and queries.sheet(before, people[0]) != b.CLARK:
        said.append(log.say("meet.dog", **log.at(slug), player=people[0]))
    else:
        said.append(log.say("meet.nobody", **log.at(slug)))
    return " ".join(said)


def turn(log: Log) -> str:
    """Tell what was done, with what it changed."""
    action, before, after = log.action, log.before, log.after
    slug = queries.where_it_is_done(before, action)
    card = log.words.card(action.text("card"))
    key = "turn.escape" if action.said.get("escape") is True else "turn.text" if action.player else "turn.room"
    said = [log.say(key, card=card, player=action.player, **log.at(slug or b.REC_ROOM))]
    said += counters(log)
    if queries.kept(after, b.SOS) and not queries.kept(before, b.SOS):
        said.append(log.say("turn.sos"))
    if action.text("face"):
        said.append(weather(log))
    if action.said.get("flamethrower") is True:
        said.append(log.say("turn.flamethrower", player=action.player))
    return " ".join(said)


def counters(log: Log) -> list[str]:
    """Return what became of damage, fuel and food."""
    return [
        log.say(f"turn.{name}", **log.at(one), was=was, now=now)
        for name in (b.DAMAGE, b.FUEL, b.FOOD_HERE)
        for one in b.ROOMS
        if (was := queries.here(log.before, name, one)) != (now := queries.here(log.after, name, one))
    ]


turn_lost = said_as("lose", card=lambda log: log.words.card(log.action.text("card")))
"""Nobody could use a card."""


def extra(log: Log) -> str:
    """Tell the use of a card of one's own."""
    slug = queries.where(log.before, log.action.player)
    key = f"extra.{log.action.text('item')}"
    return log.say(key, player=log.action.player, **log.at(slug))


def burn(log: Log) -> str:
    """Tell which room burns."""
    weapon = log.weapon(log.action.text("with"))
    return log.say("burn", player=log.action.player, **log.at(log.action.text("at")), weapon=weapon)


def stop(log: Log) -> str:
    """Tell how many cards went unseen, where the tablet counts them."""
    piles = log.before.piles
    return log.counted("stop", piles["active"]) if piles.get("active") else log.say("stop-now")


trade = said_as(lambda log: f"trade.{log.action.text('kind')}", to=lambda log: log.action.text("to"))
"""Who gave what kind of card to whom."""


def votes(log: Log) -> str:
    """Tell what came of the votes."""
    said = [
        log.say("voted", player=p, was=queries.suspicion(log.before, p), now=queries.suspicion(log.after, p))
        for p in queries.characters(log.after)
        if queries.suspicion(log.after, p) != queries.suspicion(log.before, p)
    ]
    said += [
        log.say("watched", player=p)
        for p in queries.characters(log.after)
        if queries.is_watched(log.after, p) and not queries.is_watched(log.before, p)
    ]
    return " ".join(said) or log.say("nobody-voted")


def test(log: Log) -> str:
    """Tell who was tested by whom, and what they are."""
    key = f"test.{'alien' if log.action.said.get('alien') is True else 'human'}"
    kind = log.words.raw(f"log.test.{log.action.text('kind')}")
    return log.say(key, player=log.action.player, target=log.action.text("target"), kind=kind)


def locate(log: Log) -> str:
    """Tell where a dog or the leader token goes, or that the kennel opens."""
    slug = log.action.text("at")
    loose = queries.number(log.before, b.LOOSE)
    key = "locate.kennel" if slug == b.KENNEL else "locate.dog" if loose else "locate.token"
    if slug != b.KENNEL and queries.pack_leader(log.after) == slug and queries.pack_leader(log.before) != slug:
        key = "locate.pack"
    elif log.before.step == b.PACK and not loose and slug != b.KENNEL:
        key = "locate.pack-stays"
    return log.say(key, **log.at(slug))


next_ = said_as("next", phase=lambda log: log.words.raw(f"phases.{log.before.step}"))
"""A phase is over, or was left."""

leave = said_as("leave", phase=lambda log: log.words.raw(f"phases.{log.action.text('of')}"))
"""What was forgotten is left at that."""

depth = said_as(lambda log: f"depth.{log.action.text('to')}")
"""How much the tablet keeps."""


def board(log: Log) -> str:
    """Tell if a player gets aboard."""
    yes = log.action.said.get("boards") is True
    key = "board.no" if not yes else "board.asks" if log.after.prompts else "board.yes"
    return log.say(key, player=log.action.player)


def consent(log: Log) -> str:
    """Tell if a player lets the next one in."""
    key = "consent.yes" if log.action.said.get("grants") is True else "consent.no"
    prompt = log.before.asked(log.action.player)
    return log.say(key, player=log.action.player, other=prompt.by if prompt else "")


role = said_as(lambda log: "role.alien" if log.action.said.get("alien") is True else "role.human")
"""What a player has shown."""

look = said_as("look", room=lambda log: log.action.text("at"))
"""Who looked at whose token."""


class Undo(UndoHints):
    """Cards return where they came from; markers and tokens lie as before."""

    seen = (f.CardsShown, f.RoleShown)

    def others(self) -> Iterator[str]:
        before, after = self.before, self.after
        for player in before.seats:
            yield from self.tokens(player)
        for name in TRACKS:
            was, now = before.tracks.get((name, "")), after.tracks.get((name, ""))
            if was != now:
                lies = was is not None or (name == b.POOL and queries.strength(before))
                yield self.say(f"track.{name}" if lies else f"no-track.{name}", count=was or 0)
        if queries.leader(before) != queries.leader(after):
            yield self.say("leader", player=queries.leader(before))

    def tokens(self, player: str) -> Iterator[str]:
        """Suspicion, figures, charges of a player, and what they gave."""
        for name in (b.SUSPICION, b.CHARGE):
            was, now = queries.number(self.before, name, player), queries.number(self.after, name, player)
            if was != now:
                yield self.say(name, player=player, count=was)
        for name in (b.WEAPONS, b.OBJECTS):
            given = queries.number(self.before, name, player) - queries.number(self.after, name, player)
            if given > 0 and self.held(self.before, name) == self.held(self.after, name):  # what was drawn is no gift
                yield self.say(f"traded.{name}", player=player, count=given)
        was_lying, lies = queries.kept(self.before, b.LYING, player), queries.kept(self.after, b.LYING, player)
        if was_lying != lies and player in self.after.seats:
            yield self.say("lying" if was_lying else "standing", player=player)

    @staticmethod
    def held(table: Table, kind: str) -> int:
        """Return how many cards of a kind people hold together."""
        return sum(queries.number(table, kind, player) for player in table.players)


TRACKS = (b.SOS, b.RESCUE_FUEL, b.FREEZING, b.POOL, b.HUNGRY, b.WEATHER)
