"""The questions of the leader's reader: weather, upkeep with its sums, hands and places, food, dogs, corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from companion.engine.actions import Action
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.state import Table
from companion.engine.view import Choice, Group, Question, Said
from companion.games.the_thing import base as b
from companion.games.the_thing import queries, sums
from companion.games.the_thing.board import MOST_READ
from companion.games.the_thing.days import LATER
from companion.games.the_thing.sums import SumsTold

if TYPE_CHECKING:
    from typing import Self


class Prompts(PromptBuilder):
    """One question in the making, with the rooms at hand."""

    unsettled = frozenset(
        {"target.missing", "plan.face-up", "upkeep.numbers", "alien.heaps", "test.not-most", "clash.wins", "use.into"}
    )

    def question(self) -> Question:
        over = self.table.ended and self.heard("action") not in ("show", "rename")
        return self.over() if over else super().question()

    def others(self) -> list[tuple[str, dict[str, object]]]:
        """Return how much the tablet keeps, a phase left for later, and other corrections."""
        more: list[tuple[str, dict[str, object]]] = [("depth", {"action": "depth"})]
        if self.table.step not in ("sheets", "ending", "escape", "meeting"):
            more.append(("sheet", {"action": "take-sheets"}))
        if self.table.step != "ending":
            ends = (self.anew({"action": "end", "cause": cause}) for cause in b.SAID_ENDINGS)
            more += [(f"end.{one.heard('cause')}", dict(one.said)) for one in ends if self.refusal(one.said) is None]
        return [*more, *super().others()]

    shallow = frozenset({"draw", "plan", "pack", "encounters", "rec-room", "tests", "dogs"})
    """The phases that are one touch where the tablet keeps only the sums."""
    together: ClassVar[Mapping[str, str]] = {"draw": "plan", "rec-room": "tests"}
    """The phases that are one touch with the next one, where both would be one."""

    @property
    def depth(self) -> str:
        """Depth to which the tablet keeps the game."""
        return queries.depth(self.table)

    def shown_cards(self) -> Sequence[str]:
        """All but places, which nobody holds."""
        return [card.slug for card in self.decklist.cards if card.kind not in ("location", "ufo")]

    def watched(self, player: str) -> bool:
        """Return True if a player has to show the card they hand in."""
        return queries.shows_card(self.table, player, self.said.get("light") is True)

    def room(self, slug: str) -> str:
        """Return the name of a room."""
        return self.words.raw(f"rooms.{slug}")

    def rooms(
        self, said: Said, slugs: tuple[str, ...], field: str = "at", *, done: bool = True, many: bool = False
    ) -> tuple[Choice, ...]:
        """Return a choice for each of these rooms."""
        made = []
        for slug in slugs:
            whole = {**said, field: [slug] if many else slug}
            refusal = self.refusal(whole, done=done)
            made.append(Choice(self.room(slug), whole, done, refusal=refusal, room=slug))
        return tuple(made)

    def start(self, text: str, *groups: Group, said: Said | None = None, **more: Any) -> Question:
        """Return the question of a phase, with what was forgotten and everything else that can be said."""
        quiet = (self.leaving(),) if self.table.step in LEAVABLE else ()
        return Question(text, said or {}, (*groups, *self.late(), *quiet, self.other_things()), **more)

    def late(self) -> tuple[Group, ...]:
        """Return what was forgotten: to be done now, or left at that."""
        choices = []
        for step in LATER:
            if queries.kept(self.table, f"late-{step}") and self.table.step != step:
                choices.append(Choice(self.say(f"late.{step}"), {"action": step}, step == "food", icon="late"))
                choices.append(self.plain("late.leave", {"action": "leave", "of": step}))
        if queries.dogs_are_late(self.table):
            count = queries.number(self.table, b.LOOSE)
            choices.append(Choice(self.say("late.dogs", count=count), {"action": "locate"}, icon="dog"))
        return (Group(self.say("group.late"), tuple(choices)),) if choices else ()

    def leaving_by(self) -> tuple[Group, ...]:
        """With what somebody leaves the base, which the table says where the tablet keeps only phases."""
        use: Said = {"action": "carry-out", "card": b.USE}
        ways = [self._way(self.room(slug), {**use, "at": slug}, "escape") for slug in queries.vehicles(self.table)]
        rescue = self._way(self.say("leaves.rescue"), {"action": "get-aboard"}, "boards")
        return (Group(self.say("leaves.other"), (*ways, rescue), quiet=True),)

    def _way(self, label: str, said: Said, leaves: str) -> Choice:
        """Return a way out, if anybody may take it; who does is asked next."""
        people = (self.player(p, {**said, leaves: True, "player": p}) for p in queries.characters(self.table))
        return self.leading(Choice(label, said, icon="escaped"), people)

    def after(self, said: Said, table: Table | None = None) -> Self:
        """Return prompts for the table, or for another, as an action would leave it."""
        game, rest = cast("Any", self.game), dict(said)
        action = Action(str(rest.pop("action")), rest)
        effects = game.effects(self.decklist, table or self.table, game)
        game.moves[action.verb].does(effects, action)
        return type(self)(self.game, self.decklist, effects.table, {}, self.words)

    def at_once(self, verb: str, *steps: str) -> Question | None:
        """Return the question after such an action, if it belongs to one of these steps, each of its answers said in
        one breath with the action; None if they cannot be, or something was forgotten. A phase that is but one touch
        goes with it where the tablet keeps the sums."""
        first: Said = {"action": verb}
        following = self.after(first)
        if following.table.step not in steps or following.late():
            return None
        asked = following.opening()
        found = [group for group in asked.groups if not group.quiet and all(one.done for one in group.choices)]
        ways = [one for group in found for one in group.choices if one.refusal is None]
        if not ways or not (self.depth == b.SUMS or any(one.room for one in ways)):
            return None
        return replace(
            asked,
            groups=tuple(
                replace(
                    group,
                    choices=tuple(
                        replace(
                            one,
                            said=first,
                            then=(one.said, *one.then),
                            refusal=one.refusal and replace(one.refusal, overrule=None),
                        )
                        for one in group.choices
                    ),
                )
                for group in found
            ),
        )

    def leaving(self) -> Group:
        """Return the choice of leaving the phase."""
        return Group(self.say("group.phase"), (self.plain("next.leave", {"action": "next"}),), quiet=True)


LEAVABLE = frozenset({"upkeep", "food", "draw", "plan", "pack", "encounters", "actions", "rec-room", "dogs", "alien"})


P = TypeVar("P", bound=Prompts)


def one_touch(asks: Callable[[P], Question]) -> Callable[[P], Question]:
    """Make the question of a phase that is a single touch where the tablet keeps no more of it."""

    @wraps(asks)
    def either(ask: P) -> Question:
        step, shallow = ask.table.step, ask.shallow if ask.depth == b.SUMS else None
        if ask.depth == b.COMPLETE or (shallow is not None and step not in shallow):
            return asks(ask)
        more = ask.together.get(step, "")
        if more and (shallow is None or more in shallow) and ask.after({"action": "next"}).table.step == more:
            go = ask.plain("next.done", {"action": "next"}, then=({"action": "next"},))
        else:
            go, more = ask.plain("next.done", {"action": "next"}), ""
        groups = (Group("", (go,)), *(ask.leaving_by() if step == "actions" else ()))
        detail = ask.say(f"phase.{more}") if more else ""
        return Question(
            ask.say(f"phase.{step}"), {}, (*groups, *ask.late(), ask.other_things()), detail=detail,
            player=ask.table.turn,
        )  # fmt: skip

    return either


# Before the first round


def sheets(ask: Prompts) -> Question:
    """Ask which Character each player has, one after the other, then where the leader token lies; all of it can be left
    unsaid."""
    first, who = ask.table.step == "sheets", heard_table(ask, "who")
    left = [p for p in (ask.table.players if first else ask.table.seats) if p not in who]
    said: Said = {"action": "take-sheets", "who": who}
    if not left:
        rooms = ask.rooms(said, queries.green(ask.table), "token")
        skip = ask.plain("sheets.skip-token", said)
        return Question(ask.say("sheets.token"), said, (Group("", rooms), Group("", (skip,))))
    is_last = len(left) == 1 and not first

    def has(sheet: str) -> Said:
        return {**said, "who": {**who, left[0]: sheet}}

    free = [one for one in b.SHEETS if one not in who.values()]
    choices = tuple(Choice(ask.words.raw(f"sheets.{one}"), has(one), is_last) for one in free)
    none = Choice(ask.say("sheets.unsaid"), has(""), is_last)
    skip = ask.plain("sheets.rest" if who else "sheets.skip", said)
    groups = (Group("", choices), Group("", (none, *((skip,) if len(left) > 1 and (first or who) else ()))))
    return Question(
        ask.say("sheets.whose", player=left[0]), said if who else {"action": "take-sheets"},
        (*groups, ask.other_things()) if first and not who else groups,
    )  # fmt: skip


def heard_table(ask: Prompts, key: str) -> dict[str, str]:
    """Return what has been said of people so far."""
    value = ask.said.get(key)
    return {str(name): str(one) for name, one in value.items()} if isinstance(value, dict) else {}


def numbers(
    ask: Prompts, said: Said, field: str, most: int, none: str, *, least: int = 0, done: bool
) -> tuple[Group, ...]:
    """Return a touch for each number of a field; none at all has words of its own."""
    choices = tuple(
        Choice(
            str(k) if k or not none else none, {**said, field: k}, done, kind="number" if k or not none else "",
            refusal=ask.refusal({**said, field: k}, done=done),
        )
        for k in range(least, most + 1)
    )  # fmt: skip
    return (Group("", choices[:1]), Group("", choices[1:])) if none else (Group("", choices),)


# Weather and upkeep


def face_name(ask: Prompts, face: str) -> str:
    """Return the name of a face of the weather die."""
    return ask.words.raw(f"dice.weather.{face}") if face else ""


def weather(ask: Prompts) -> Question:
    """Ask which face the die shows; the one of before can be kept if the die lay in the station."""
    faces = queries.board(ask.table).faces
    groups = [
        Group(
            "",
            tuple(
                Choice(face_name(ask, face), {"action": "weather", "face": face}, True, icon=f"weather.{face}")
                for face in faces
            ),
        )
    ]
    old = queries.face(ask.table)
    if queries.kept(ask.table, b.DIE_AT_STATION) and old:
        said = {"action": "weather", "face": old, "keep": True}
        groups.append(Group("", (ask.plain("weather.keep", said, face=face_name(ask, old)),)))
    return ask.start(ask.say("weather.roll", player=ask.table.turn), *groups, player=ask.table.turn)


@one_touch
def upkeep(ask: Prompts) -> Question:
    """Ask for the upkeep, as sums; what the board's figures do not tell is read from the table now."""
    known, want = sums.asked_of(ask.table), sums.wanted(ask.table)
    missing = [name for name in want.names if getattr(known, name) is None]
    unsure = _unsure(ask)
    if not missing and not unsure:
        costs = sums.upkeep(ask.table, known)
        told = " ".join(SumsTold(ask.words, ask.table).upkeep(costs))
        done = ask.plain("upkeep.done", {"action": "upkeep"})
        if ask.depth == b.SUMS and (draw := ask.at_once("upkeep", "draw")) is not None:
            text, detail = f"{ask.say('upkeep.text')}. {draw.text}", f"{told} {draw.detail}".strip()
            only = Group("", (replace(done, label=ask.say("upkeep.only")),))
            return ask.start(text, *draw.groups, only, detail=detail, player=ask.table.turn)
        return ask.start(ask.say("upkeep.text"), Group("", (done,)), detail=told, player=ask.table.turn)
    said = {"action": "upkeep", **{name: ask.said[name] for name in (*missing, *unsure) if name in ask.said}}
    left = [name for name in (*missing, *unsure) if name not in said]
    if doubt := _doubt(ask, missing, said):
        return doubt
    if not left:
        return ask.anew().question()
    plain, said = said, {**said, "about": ask.heard("about")} if ask.heard("about") else said
    name, is_last = left[0], len(left) == 1
    text = ask.say(f"upkeep.{name}", face=face_name(ask, queries.face(ask.table))).removeprefix(". ")  # never rolled
    if name in missing:
        none = ask.say("upkeep.no-fuel" if name in ("generator", "boiler") else "upkeep.stays")
        asked = numbers(ask, plain if is_last else said, name, MOST_READ, none, done=is_last)
        groups = tuple(
            replace(group, choices=tuple(
                replace(one, said={**said, **one.said}, done=False) if _told(ask, name, one.said) else one
                for one in group.choices
            ))
            for group in asked
        )  # fmt: skip
    else:
        answers = ((True, ask.say("yes")), (False, ask.say("no")))
        then = plain if is_last else said
        groups = (Group("", tuple(Choice(label, {**then, name: is_so}, is_last) for is_so, label in answers)),)
    if len(said) == 1:
        return ask.start(text, *groups, player=ask.table.turn)
    return Question(text, said, groups, player=ask.table.turn)


def _told(ask: Prompts, name: str, said: Said) -> str:
    """Return what a number of the weather table does, where a room has less than it takes or a track comes to its end;
    else nothing."""
    value = {name: int(str(said[name]))}
    costs = sums.upkeep(ask.table, replace(sums.asked_of(ask.table), **value))
    cost, told = getattr(costs, name), SumsTold(ask.words, ask.table)
    if isinstance(cost, sums.Burnt):
        return told.burnt(cost) if cost.missing else ""
    return told.moved(name, cost) if cost and cost.is_at_end else ""


def _doubt(ask: Prompts, names: Sequence[str], said: Said) -> Question | None:
    """Ask back, with what comes of it, a number that takes more than there is; `about` says which were meant."""
    meant = ask.heard("about").split()
    for name in names:
        if name in said and name not in meant and (told := _told(ask, name, said)):
            anew = {key: value for key, value in said.items() if key != name}
            so = {**said, "about": " ".join((*meant, name))}
            is_last = all(one in said for one in (*names, *_unsure(ask)))
            sure = Choice(ask.say("upkeep.sure"), dict(said) if is_last else so, is_last, kind="danger")
            other = Choice(ask.say("upkeep.other"), {**anew, "about": " ".join(meant)} if meant else anew)
            return Question(
                ask.say("upkeep.doubt", count=said[name]),
                said,
                (Group("", (sure, other)),),
                detail=told,
                player=ask.table.turn,
            )
    return None


def _unsure(ask: Prompts) -> list[str]:
    """Return the ends of tracks whose length nobody has read from the board."""
    found, table = queries.board(ask.table), ask.table
    costs = sums.upkeep(table, sums.asked_of(table))
    unsure = ["frozen"] if costs.freezing and found.freezing is None else []
    unsure += ["arrived"] if costs.rescue and found.rescue is None else []
    return unsure + (["gone"] if costs.rescue_fuel and found.rescue_fuel is None else [])


# The Alien's plans


def alien(ask: Prompts) -> Question:
    """Ask how many cards the Alien lays, and how strong on each."""
    value = ask.said.get("strengths")
    laid = [one for one in value if isinstance(one, int)] if isinstance(value, list | tuple) else []
    left = queries.number(ask.table, b.POOL) - sum(laid)
    said = {"action": "hide", "strengths": laid}
    more = tuple(
        Choice(ask.say("alien.card", count=k), {**said, "strengths": [*laid, k]}, left - k <= 0)
        for k in range(1, left + 1)
    )
    enough = (ask.plain("alien.enough", said),) if laid else ()
    text = ask.say("alien.first" if not laid else "alien.more", count=left)
    detail = ask.say("alien.laid", laid=", ".join(map(str, laid))) if laid else ""
    groups = (Group("", enough), Group("", more)) if enough else (Group("", more),)
    return ask.start(text, *groups, detail=detail)


# Hands and places


@one_touch
def draw(ask: Prompts) -> Question:
    """Ask everybody to draw."""
    limit = queries.hand_limit(ask.table)
    done = ask.plain("draw.done", {"action": "draw"})
    garry = queries.garry(ask.table)
    swaps = (ask.plain("draw.swaps", {"action": "draw", "swaps": True}, player=garry),) if garry else ()
    detail = ask.say("draw.garry", player=garry) if garry else ""
    if (move := ask.at_once("draw", "plan")) is None:
        text = ask.say("draw.text", count=limit)
        return ask.start(text, Group("", (done, *swaps)), detail=detail, player=ask.table.turn)
    drawn = replace(done, label=ask.say("draw.only"))
    text, detail = ask.say("draw.where", count=limit, player=move.player), f"{detail} {move.detail}".strip()
    return ask.start(text, *move.groups, Group("", (drawn, *swaps)), detail=detail, player=move.player)


@one_touch
def plan(ask: Prompts) -> Question:
    """Ask where a player goes, with which card."""
    player = ask.table.turn
    watched, dark = queries.shows_card(ask.table, player), queries.is_dark(ask.table)
    said: Said = {"action": "place", "player": player}
    rooms = ask.rooms(said, queries.green(ask.table), done=not watched)
    swap = replace(ask.plain("plan.swap", {"action": "swap", "player": player}), room=b.DORMITORY)
    quiet = [Choice(ask.say("plan.special"), {**said, "special": True}, icon="plan.special")]
    quiet += [Choice(ask.say("plan.light"), {**said, "light": True}, icon="plan.light")] if dark else []
    detail = ask.say("plan.watched", player=player) if watched else ""
    if dark and queries.sheet(ask.table, player) != b.NORRIS:
        other = queries.to_the_right(ask.table, player)
        detail = f"{detail} {ask.say('plan.dark', player=player, other=other)}".strip()
    groups = (Group("", (*rooms, swap)), Group(ask.say("group.instead"), tuple(quiet)))
    return ask.start(ask.say("plan.where", player=player), *groups, detail=detail, player=player)


def placing(ask: Prompts) -> Question:
    """Ask for the rest of it: the room, then the card if it is shown."""
    player = ask.heard("player")
    if ask.table.step != "plan" or player not in queries.characters(ask.table):
        return ask.opening()
    if not ask.heard("at"):
        done = ask.said.get("special") is True or not ask.watched(player)
        rooms = ask.rooms(ask.said, queries.green(ask.table), done=done)
        return Question(ask.say("plan.where", player=player), ask.said, (Group("", rooms),), player=player)
    cards = tuple(Choice(ask.words.card(card), {**ask.said, "card": card}, True, icon=card) for card in b.CARDS)
    return Question(ask.say("plan.shown", player=player), ask.said, (Group("", cards),), player=player)


# Food and dogs


@one_touch
def food(ask: Prompts) -> Question:
    """Ask for the meal, as a sum."""
    told = SumsTold(ask.words, ask.table).meal(sums.meal(ask.table))
    done, text = ask.plain("food.done", {"action": "food"}), ask.say("food.text")
    if (card := ask.at_once("food", "dogs")) is None:
        return ask.start(text, Group("", (done,)), detail=told, player=ask.table.turn)
    eaten = Group("", (replace(done, label=ask.say("food.only")),))
    detail = f"{told} {card.detail}".strip()
    return ask.start(f"{text}. {card.text}", *card.groups, eaten, detail=detail, player=card.player)


@one_touch
def dogs(ask: Prompts) -> Question:
    """Ask for the next location card: for a dog, or at last for the leader token."""
    if ask.table.step != "dogs" and not queries.dogs_are_late(ask.table):
        return ask.opening()
    loose = queries.number(ask.table, b.LOOSE)
    leads = queries.pack_is_loose(ask.table) and (loose == 1 or ask.said.get("pack") is True)
    said: Said = {"action": "locate", "pack": True} if leads else {"action": "locate"}
    key = "pack.where" if leads else "dogs.where" if loose else "dogs.token"
    next_ = ask.table.notes.get(b.TOKEN) or queries.leader(ask.table)
    groups = [Group("", ask.rooms(said, queries.drawable(ask.table)))]
    if queries.pack_is_loose(ask.table) and not leads:
        groups.append(Group(ask.say("group.instead"), (Choice(ask.say("pack.this"), {**said, "pack": True}),)))
    return ask.start(ask.say(key, count=loose, player=next_), *groups, player=ask.table.turn)


@one_touch
def pack_leader(ask: Prompts) -> Question:
    """Ask where the pack leader goes by itself; first for dogs that the kennel lets out on the way, if the table lets
    it."""
    loose = queries.number(ask.table, b.LOOSE)
    text = ask.say("dogs.where", count=loose) if loose else ask.say("pack.where")
    detail = ask.say("pack.kennel") if queries.kennel_is_in_deck(ask.table) else ""
    rooms = ask.rooms({"action": "locate"}, queries.drawable(ask.table))
    return ask.start(text, Group("", rooms), detail=detail, player=ask.table.turn)


# How much the tablet keeps


def depth(ask: Prompts) -> Question:
    """Ask how much of the game the tablet keeps from now on."""
    said = {"action": "depth"}
    choices = tuple(ask.plain(f"depth.{to}", {**said, "to": to}) for to in b.DEPTHS)
    return Question(ask.say("depth.which"), said, (Group("", choices),))
