"""The questions of the two decks: the course of a round, the combat, the end, and what their forms say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.actions import Malformed
from companion.engine.deck import Decklist
from companion.engine.kit.everyday import abandoned
from companion.engine.kit.forms import Form
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.setup import option
from companion.engine.state import Table
from companion.engine.view import Choice, Field, Group, Question, Said
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.queries import COINS, CUPS, HUMAN, ROLES, SWORDS, THING, main_deck, spent

MOST_CLUBS_SHOWN = 2
"""Clubs thrown in a supply that are offered as one tap; more are rare and typed."""
MOST_SHOWN = 8
"""Cards of a hand that can be noted."""
MORE = "clubs"
"""What is said where clubs are typed in (`about`)."""
DICE = 2
MOST_TRIOS = 3


class Prompts(PromptBuilder):
    """One question in the making, with the cards of the main deck."""

    unsettled = frozenset({"target.missing"})
    most_shown = MOST_SHOWN

    def others(self) -> list[tuple[str, dict[str, object]]]:
        """Return the claim that no human is left, a new count of hands, and other corrections."""
        table = self.table
        claimed = table.step in (queries.ACCUSE, queries.SUPPLY, queries.LEAVE, queries.TAKE, queries.INVADE)
        won: dict[str, object] = {"action": "end", "cause": queries.NO_HUMANS}
        ended = [("end.no-humans", won)] if claimed else []
        return [*ended, ("fix.hands", {"action": "override", "about": "hands"}), *super().others()]

    def start(self, *groups: Group, player: str = "", fields: tuple[Field, ...] = ()) -> Question:
        """Return the question of a phase, under the heading of the table."""
        return Question(self.board.heading(), {}, (*groups, self.other_things()), fields, player=player)

    def midway(self, key: str, *groups: Group, player: str = "") -> Question:
        """Return a question in the middle of an action."""
        return Question(self.say(key, player=player), self.said, groups, player=player)

    def shown_cards(self) -> Sequence[str]:
        """Cards of the main deck."""
        return [slug for slug, _ in self.cards() if slug]

    def cards(self, *suits: str) -> tuple[tuple[str, str], ...]:
        """Cards of the main deck as the options of a field, with a first one for none."""
        slugs = dict.fromkeys(copy.slug for copy in main_deck(self.decklist, self.table.options))
        kept = [slug for slug in slugs if not suits or self.decklist.by_slug[slug].kind in suits]
        return (("", self.say("no-card")), *((slug, self.words.card(slug)) for slug in kept))

    def card_fields(self, count: int, label: str, *suits: str, quiet: bool = False) -> tuple[Field, ...]:
        """Pickers for cards that everybody sees."""
        options = self.cards(*suits)
        return tuple(Field(f"card.{k}", self.say(label, k=k + 1), "choice", options, quiet=quiet) for k in range(count))

    def trio_field(self) -> Field:
        """Return the field for the aces of a trio."""
        aces = tuple((str(k), self.say(f"trio.{k}")) for k in range(3))
        return Field("aces", self.say("trio.how"), "choice", aces)


# The course of a round


def deal(ask: Prompts) -> Question:
    """Clubs of the first hands, one after the other, until everybody has thrown theirs."""
    people = tuple(
        Choice(p, {"action": "clubs", "player": p}, player=p) for p in queries.order(ask.table) if ask.table.hands[p]
    )
    go = ask.plain("deal.done", {"action": "skip"})
    other = Choice(ask.say("deal.king", player=queries.first(ask.table)), {"action": "commander"})
    return ask.start(Group("", (go, other)), Group(ask.say("deal.who"), people))


def how_many_clubs(ask: Prompts) -> Question:
    """Ask how many clubs a player shows and discards."""
    player = ask.heard("player")
    held = ask.table.hands.get(player, 0)
    choices = tuple(ask.plain("so-many-clubs", {**ask.said, "count": k}, count=k) for k in range(1, held + 1))
    return ask.midway("clubs", Group("", choices), player=player)


def accuse(ask: Prompts) -> Question:
    """Ask if a player accuses another."""
    nobody = ask.plain("accuse.nobody", {"action": "skip"})
    people = tuple(
        _accusation(ask, p, {"action": "accuse", "player": p}, ask.table.step_from(p, 1))
        for p in queries.order(ask.table)
    )
    return ask.start(Group("", (nobody,)), Group(ask.say("accuse.who"), people))


def _accusation(ask: Prompts, player: str, said: Said, target: str) -> Choice:
    """Return the choice of an accuser or accused, refused as the cheapest accusation of `target` would be."""
    refusal = ask.refusal({**said, "target": target, "result": HUMAN, "aces": 1}, done=False)
    return Choice(player, said, player=player, refusal=refusal)


def whom_and_what(ask: Prompts) -> Question:
    """Ask whom a player points at; then what that one turns out to be."""
    player, target = ask.heard("player"), ask.heard("target")
    if not player:
        return accuse(ask.anew())
    if not target:
        people = tuple(_accusation(ask, p, {**ask.said, "target": p}, p) for p in ask.table.seats if p != player)
        return ask.midway("accuse.whom", Group("", people), player=player)
    results = (
        ask.plain("accuse.thing", {**ask.said, "result": THING}, judged=False, target=target),
        ask.plain("accuse.human", {**ask.said, "result": HUMAN}, judged=False, target=target),
    )
    shown = tuple(
        replace(one, name=f"shown.{one.name}") for one in ask.card_fields(MOST_SHOWN, "accuse.shown", quiet=True)
    )
    fields = (ask.trio_field(), *ask.card_fields(3, "trio.card", COINS, quiet=True), *shown)
    text = ask.say("accuse.result", player=player, target=target)
    return Question(text, ask.said, (Group("", results),), fields, detail=ask.say("accuse.detail"), player=target)


def supply(ask: Prompts) -> Question:
    """Ask how many cards a player takes, and the clubs they throw."""
    player = ask.table.turn
    said = {"action": "supply", "player": player}
    plain = ask.plain("supply.two", said)
    clubs = tuple(ask.plain("supply-and-clubs", {**said, "clubs": k}, count=k) for k in range(1, MOST_CLUBS_SHOWN + 1))
    cups = ask.plain("supply.cups", {**said, "cups": True}, done=False)
    more = ask.plain("supply.more", {**said, "about": MORE}, done=False)
    piles = ask.table.piles
    enough = piles["draw"] + piles["discard"] >= 2 * len(ask.table.seats) or ask.option("nothing_left") != "end"
    everybody = _everybody(ask, "supply.all", said) if enough else ()
    return ask.start(Group("", (plain, *clubs, more, cups, *everybody)), player=player)


def how_supplied(ask: Prompts) -> Question:
    """Ask for a trio of cups, or many clubs, in fields."""
    player, cups = ask.table.turn, bool(ask.said.get("cups"))
    clubs = Field("clubs", ask.say("supply.thrown"), "number", least=0, most=24)
    trio = (ask.trio_field(), *ask.card_fields(3, "trio.card", CUPS, quiet=True)) if cups else ()
    said: Said = {"action": "supply", "player": player, **({"cups": True} if cups else {"about": MORE})}
    brings = "supply.eight" if ask.option("cups") == "six-more" else "supply.six"
    text = ask.say(brings if cups else "supply.clubs-how", player=player)
    return Question(text, said, (), (clubs, *trio), ask.say("supply.submit"), player=player)


def _everybody(ask: Prompts, key: str, said: Said) -> tuple[Choice, ...]:
    """Return the choice of the same for everybody left in this phase, in one tap; not offered to the last."""
    line = queries.order(ask.table)
    left = line[line.index(str(said["player"])) :] if said["player"] in line else ()
    if len(left) < 2 or ask.refusal(said):
        return ()
    then = tuple({**said, "player": p} for p in left[1:])
    return (Choice(ask.say(key, count=len(left)), said, True, then, icon=key),)


def leave(ask: Prompts) -> Question:
    """Ask if a player leaves their cards, or starves."""
    player = ask.table.turn
    said = {"action": "leave", "player": player}
    done = ask.plain("leave.done", said)
    enough = all(held >= queries.NEEDED for held in ask.table.hands.values())
    everybody = _everybody(ask, "leave.all", said) if enough else ()
    starve = {"action": "starve", "player": player}
    dead = (
        ask.plain("starve.human", {**starve, "role": HUMAN}),
        ask.plain("starve.others", {**starve, "role": THING, "others": True}),
        ask.plain("starve.last", {**starve, "role": THING, "others": False}),
    )
    starving = Group(ask.say("starve"), dead, quiet=ask.table.hands[player] >= queries.NEEDED)
    return ask.start(Group("", (done, *everybody)), starving, player=player, fields=_open_cards(ask))


def _open_cards(ask: Prompts) -> tuple[Field, ...]:
    """Return the fields for cards left in the middle, if it lies face up."""
    if ask.option("middle") != "face-up":
        return ()
    return ask.card_fields(queries.TO_MIDDLE, "middle.card")


def take(ask: Prompts) -> Question:
    """Ask how many cards a player takes from the middle."""
    player = ask.table.turn
    said = {"action": "take", "player": player}
    each = tuple(ask.plain(f"take.{k}", {**said, "count": k}) for k in (1, 2))
    everybody = tuple(choice for k in (1, 2) for choice in _everybody(ask, f"take.all-{k}", {**said, "count": k}))
    return ask.start(Group("", (*each, *everybody)), player=player, fields=_open_cards(ask))


def invade(ask: Prompts) -> Question:
    """Ask if a Thing calls the others."""
    nobody = ask.plain("invade.nobody", {"action": "skip"})
    people = tuple(Choice(p, {"action": "invade", "player": p}, player=p) for p in queries.order(ask.table))
    return ask.start(Group("", (nobody,)), Group(ask.say("invade.who"), people))


def who_calls(ask: Prompts) -> Question:
    """Ask which Thing shows itself: combat, or everybody was one."""
    player = ask.heard("player")
    choices = (
        ask.plain("invade.combat", ask.said),
        ask.plain("invade.all", {**ask.said, "all": True}),
    )
    return ask.midway("invade.how", Group("", choices), player=player)


def answer(ask: Prompts) -> Question:
    """Ask if there are other Things."""
    choices = tuple(
        ask.plain(f"answer.{key}", {"action": "answer", "others": others})
        for key, others in (("others", True), ("none", False))
    )
    return ask.start(Group("", choices))


def count(ask: Prompts) -> Question:
    """Ask everybody to show what they are."""
    roles = Choice(ask.say("end.roles"), {"action": "end", "cause": "majority"}, icon="end.roles")
    return ask.start(Group("", (roles,)))


# The combat


def whom(ask: Prompts) -> Question:
    """Ask whom the player attacks, or if they let it go by; hidden Things may show themselves."""
    player = ask.table.turn
    said = {"action": "attack", "player": player, "dice": [1, 1]}
    people = []
    for target in ask.table.seats:
        if target != player:
            refusal = ask.refusal({**said, "target": target}, done=False)
            onward = {"action": "attack", "player": player, "target": target}
            people.append(Choice(target, onward, player=target, refusal=refusal))
    hold = ask.plain("pass", {"action": "pass", "player": player}, player=player)
    reveal = Choice(ask.say("reveal"), {"action": "reveal"}, icon="reveal")
    return ask.start(Group(ask.say("attack.whom"), tuple(people)), Group("", (hold, reveal)), player=player)


def who_reveals(ask: Prompts) -> Question:
    """Ask which hidden Thing shows itself."""
    hidden = [p for p in ask.table.seats if p not in queries.revealed(ask.table)]
    return ask.who("reveal.who", {"action": "reveal"}, hidden)


def with_what_roll(ask: Prompts) -> Question:
    """Ask for the dice and the trios of swords spent, with the chance of each number of trios."""
    player, target = ask.table.turn, ask.heard("target")
    if not target:
        return whom(ask.anew())
    most = _most_trios(ask.table, player)
    fields = [Field("dice", ask.say("attack.dice"), "dice", most=DICE)]
    need, bonus = (count(ask.table, player, False) for count in (queries.needed_to_hit, queries.bonus))
    if most:
        chances = [queries.percent(need - k * bonus, ask.words.lang) for k in range(most + 1)]
        swords = tuple((str(k), ask.say("attack.trios", trios=k, chance=one)) for k, one in enumerate(chances))
        fields.append(Field("trios", ask.say("attack.swords"), "choice", swords))
        fields.append(Field("aces", ask.say("attack.aces"), "number", least=0, most=2, quiet=True))
        fields += ask.card_fields(3 * most, "trio.card", SWORDS, quiet=True)
    if _says_side(ask.decklist, ask.table):
        sides = (("", ask.say("attack.as-human")), (THING, ask.say("attack.as-thing")))
        fields.append(Field("as", ask.say("attack.as"), "choice", sides))
    text = ask.say("attack.roll", player=player, target=target)
    return Question(
        text, ask.said, (), tuple(fields), ask.say("attack.submit"), ask.say("attack.need", need=need), player
    )


def _says_side(decklist: Decklist, table: Table) -> bool:
    """Return True if whoever attacks may be a Thing that hits as one and stays hidden."""
    return option(decklist, table, "hidden_thing") == "as-thing" and table.turn not in queries.revealed(table)


def _most_trios(table: Table, player: str) -> int:
    return max(trios for trios in range(MOST_TRIOS + 1) if spent(trios, 2) <= table.hands.get(player, 0))


# The end


def which_roles(ask: Prompts) -> Question:
    """Ask for everybody's role; or, to stop without a result, for confirmation."""
    cause = ask.heard("cause")
    if cause == queries.ABANDONED:
        return abandoned(ask)
    known = ask.table.roles
    fields = ask.role_fields(ROLES, lambda p: known[p] if known.get(p) in ROLES else "", "end.unsaid")
    return Question(ask.say(f"end.{cause}-roles"), ask.said, (), fields, ask.say("end.submit"))


# What was filled in


def fill_cards(form: Form) -> None:
    """Trios, cards, clubs: what the fields of this action hold; how a trio that is shown is made has to be said."""
    trio = form.action["action"] == "accuse" or form.action.get("cups") is True
    typed = form.action["action"] == "supply" and (trio or form.said.get("about") == MORE)
    for name in (*(["aces"] if trio else []), *(["clubs"] if typed else [])):
        form.needed(name)
    for name in ("aces", "trios", "clubs"):
        if form.first(name) not in ("", "0"):
            form.action[name] = form.number(name)
    for name, prefix in (("cards", "card"), ("shown", "shown.card")):
        if cards := form.cards(prefix, MOST_SHOWN):
            form.action[name] = cards


def fill_roll(form: Form) -> None:
    """Add the dice, and the number of trios if the player can have any."""
    if _most_trios(form.table, form.table.turn):
        form.needed("trios")
    fill_cards(form)
    if _says_side(form.decklist, form.table) and (side := form.answered("as")):
        form.action["as"] = side
    eyes = form.eyes()
    if len(eyes) != DICE or None in eyes:
        raise Malformed("malformed.dice", field="dice", dice=DICE)
    form.action["dice"] = eyes


def fill_roles(form: Form) -> None:
    """Add everybody's role."""
    if form.action.get("cause") != queries.ABANDONED:
        out = [player for player in form.table.players if player not in form.table.seats]
        form.action["roles"] = {player: role for player, role in form.roles(*out).items() if role}
