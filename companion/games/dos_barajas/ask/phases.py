"""The course of a round as questions: clubs of the first hand, accusations, supplies, infection, invasion."""

from __future__ import annotations

from dataclasses import replace

from companion.games.dos_barajas import looks
from companion.games.dos_barajas.ask import fighting
from companion.games.dos_barajas.ask.others import other_things
from companion.games.dos_barajas.ask.sheet import Sheet
from companion.games.dos_barajas.cards import COINS, CUPS
from companion.games.dos_barajas.looks import HUMAN, THING
from companion.games.dos_barajas.scene import heading
from companion.referee.view import Choice, Field, Group, Question, Said

MOST_CLUBS_SHOWN = 2
"""Clubs thrown in a supply that are offered as one tap; more are rare and typed."""

MOST_SHOWN = 8
"""Cards of an accused hand that can be noted."""


def what_is_done(sheet: Sheet) -> Question:
    """The first question: what the table does now."""
    if sheet.table.ended:
        return Question(sheet.say("over"), {}, (other_things(sheet),))
    by_step = {
        looks.DEAL: _deal,
        looks.ACCUSE: _accuse,
        looks.SUPPLY: _supply,
        looks.LEAVE: _leave,
        looks.TAKE: _take,
        looks.INVADE: _invade,
        looks.COMBAT: fighting.whom,
        looks.ANSWER: _answer,
        looks.COUNT: _count,
    }
    return by_step[sheet.table.step](sheet)


def _start(sheet: Sheet, *groups: Group, player: str = "", fields: tuple[Field, ...] = ()) -> Question:
    return Question(heading(sheet.table, sheet.words), {}, (*groups, other_things(sheet)), fields, player=player)


def _deal(sheet: Sheet) -> Question:
    people = tuple(
        Choice(p, {"action": "clubs", "player": p}, player=p) for p in looks.order(sheet.table) if sheet.table.hands[p]
    )
    go = sheet.plain("deal.done", {"action": "skip"})
    other = Choice(sheet.say("deal.king", player=looks.first(sheet.table)), {"action": "commander"})
    return _start(sheet, Group("", (go, other)), Group(sheet.say("deal.who"), people))


def who_is_commander(sheet: Sheet) -> Question:
    """Who shows the Rey de espadas, where it is not who was noted at the set-up."""
    said = {"action": "commander"}
    people = tuple(sheet.player(p, {**said, "player": p}) for p in sheet.table.seats)
    return Question(sheet.say("commander"), said, (Group("", people),))


def how_many_clubs(sheet: Sheet) -> Question:
    """How many clubs somebody shows and discards."""
    player = sheet.heard("player")
    held = sheet.table.hands.get(player, 0)
    choices = tuple(
        sheet.plain("clubs.one" if k == 1 else "clubs.many", {**sheet.said, "count": k}, count=k)
        for k in range(1, held + 1)
    )
    return sheet.question("clubs", Group("", choices), player=player)


def _accuse(sheet: Sheet) -> Question:
    nobody = sheet.plain("accuse.nobody", {"action": "skip"})
    said = {"action": "accuse", "result": HUMAN}
    people = tuple(
        replace(sheet.player(p, {**said, "player": p}, done=False), said={"action": "accuse", "player": p})
        for p in looks.order(sheet.table)
    )
    return _start(sheet, Group("", (nobody,)), Group(sheet.say("accuse.who"), people))


def whom_and_what(sheet: Sheet) -> Question:
    """Whom somebody points at; then what that one turns out to be."""
    player, target = sheet.heard("player"), sheet.heard("target")
    if not player:
        return _accuse(Sheet(sheet.decklist, sheet.table, {}, sheet.words))
    if not target:
        people = tuple(
            replace(
                sheet.player(p, {**sheet.said, "target": p, "result": HUMAN, "aces": 1}, done=False),
                said={**sheet.said, "target": p},
            )
            for p in sheet.table.seats
            if p != player
        )
        return sheet.question("accuse.whom", Group("", people), player=player)
    results = (
        sheet.plain("accuse.thing", {**sheet.said, "result": THING}, judged=False, target=target),
        sheet.plain("accuse.human", {**sheet.said, "result": HUMAN}, judged=False, target=target),
    )
    shown = tuple(
        replace(one, name=f"shown.{one.name}") for one in sheet.card_fields(MOST_SHOWN, "accuse.shown", quiet=True)
    )
    fields = (sheet.trio_field(), *sheet.card_fields(3, "trio.card", COINS, quiet=True), *shown)
    text = sheet.say("accuse.result", player=player, target=target)
    return Question(text, sheet.said, (Group("", results),), fields, detail=sheet.say("accuse.detail"), player=target)


def _supply(sheet: Sheet) -> Question:
    player = sheet.table.turn
    said = {"action": "supply", "player": player}
    plain = sheet.plain("supply.two", said)
    clubs = tuple(
        sheet.plain("supply.club" if k == 1 else "supply.clubs", {**said, "clubs": k}, count=k)
        for k in range(1, MOST_CLUBS_SHOWN + 1)
    )
    cups = sheet.plain("supply.cups", {**said, "cups": True}, done=False)
    more = sheet.plain("supply.more", said, done=False)
    piles = sheet.table.piles
    enough = piles["draw"] + piles["discard"] >= 2 * len(sheet.table.seats) or sheet.option("nothing_left") != "end"
    everybody = _everybody(sheet, "supply.all", said) if enough else ()
    return _start(sheet, Group("", (plain, *clubs, more, cups, *everybody)), player=player)


def how_supplied(sheet: Sheet) -> Question:
    """A trio of cups, or many clubs: what is typed in about a supply."""
    player, cups = sheet.table.turn, bool(sheet.said.get("cups"))
    clubs = Field("clubs", sheet.say("supply.thrown"), "number", value="0", least=0, most=24)
    trio = (sheet.trio_field(), *sheet.card_fields(3, "trio.card", CUPS, quiet=True)) if cups else ()
    said: Said = {"action": "supply", "player": player, **({"cups": True} if cups else {})}
    brings = "supply.eight" if sheet.option("cups") == "six-more" else "supply.six"
    text = sheet.say(brings if cups else "supply.clubs-how", player=player)
    return Question(text, said, (), (clubs, *trio), sheet.say("supply.submit"), player=player)


def _everybody(sheet: Sheet, key: str, said: Said) -> tuple[Choice, ...]:
    """The same for everybody who is left in this phase, in one tap; not offered to the last."""
    line = looks.order(sheet.table)
    left = line[line.index(str(said["player"])) :] if said["player"] in line else ()
    if len(left) < 2 or sheet.refusal(said):
        return ()
    then = tuple({**said, "player": p} for p in left[1:])
    return (Choice(sheet.say(key, count=len(left)), said, True, then, icon=key),)


def _leave(sheet: Sheet) -> Question:
    player = sheet.table.turn
    said = {"action": "leave", "player": player}
    done = sheet.plain("leave.done", said)
    enough = all(held >= looks.NEEDED for held in sheet.table.hands.values())
    everybody = _everybody(sheet, "leave.all", said) if enough else ()
    starve = {"action": "starve", "player": player}
    dead = (
        sheet.plain("starve.human", {**starve, "role": HUMAN}),
        sheet.plain("starve.others", {**starve, "role": THING, "others": True}),
        sheet.plain("starve.last", {**starve, "role": THING, "others": False}),
    )
    starving = Group(sheet.say("starve"), dead, quiet=sheet.table.hands[player] >= looks.NEEDED)
    return _start(sheet, Group("", (done, *everybody)), starving, player=player, fields=_open_cards(sheet))


def _open_cards(sheet: Sheet) -> tuple[Field, ...]:
    """Where the middle lies face up, its cards can be noted."""
    if sheet.option("middle") != "face-up":
        return ()
    return sheet.card_fields(looks.TO_MIDDLE, "middle.card")


def _take(sheet: Sheet) -> Question:
    player = sheet.table.turn
    said = {"action": "take", "player": player}
    each = tuple(sheet.plain(f"take.{k}", {**said, "count": k}) for k in (1, 2))
    everybody = tuple(choice for k in (1, 2) for choice in _everybody(sheet, f"take.all-{k}", {**said, "count": k}))
    return _start(sheet, Group("", (*each, *everybody)), player=player, fields=_open_cards(sheet))


def _invade(sheet: Sheet) -> Question:
    nobody = sheet.plain("invade.nobody", {"action": "skip"})
    people = tuple(Choice(p, {"action": "invade", "player": p}, player=p) for p in looks.order(sheet.table))
    return _start(sheet, Group("", (nobody,)), Group(sheet.say("invade.who"), people))


def who_calls(sheet: Sheet) -> Question:
    """A Thing shows itself: combat, or everybody was one."""
    player = sheet.heard("player")
    choices = (
        sheet.plain("invade.combat", sheet.said),
        sheet.plain("invade.all", {**sheet.said, "all": True}),
    )
    return sheet.question("invade.how", Group("", choices), player=player)


def _answer(sheet: Sheet) -> Question:
    choices = tuple(
        sheet.plain(f"answer.{key}", {"action": "answer", "others": others})
        for key, others in (("others", True), ("none", False))
    )
    return _start(sheet, Group("", choices))


def _count(sheet: Sheet) -> Question:
    roles = Choice(sheet.say("end.roles"), {"action": "end", "cause": "majority"}, icon="end.roles")
    return _start(sheet, Group("", (roles,)))
