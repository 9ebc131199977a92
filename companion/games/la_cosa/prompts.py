"""The questions of La Cosa: the course of a turn, whom a card is aimed at, victories and roles, what is filled in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.engine.actions import Malformed
from companion.engine.kit import correcting, everyday
from companion.engine.kit.forms import Form
from companion.engine.kit.prompts import PromptBuilder
from companion.engine.kit.steps import CHOICE
from companion.engine.view import Choice, Field, Group, Question, Said
from companion.games.la_cosa import queries, steps
from companion.games.la_cosa.cards import answers, asks, effect, most_skipped, offers, passes_to, reach, without_effect
from companion.games.la_cosa.chain import who_tells
from companion.games.la_cosa.queries import CLAIMS, ROLES, ROUNDS, THING, gives_openly, quarantined

AWAY_KINDS = ("action", "obstacle", "defence", "contagion")
LOST = "lost"
"""The correction after turns that nobody noted."""


class Prompts(PromptBuilder):
    """One question in the making, with the cards of this many players."""

    unsettled = frozenset({"target.missing", "axe.nothing-there"})
    most_shown = 5

    def opening(self) -> Question:
        if self.table.ended or not (self.table.claim or len(self.table.seats) == 1):
            return super().opening()
        others = self.other_things(quiet=False)
        if not self.table.claim:
            return Question(self.say("end.now"), {}, (others,))
        settle, *rest = others.choices
        beside = replace(others, choices=tuple(rest), quiet=True)
        # Whoever declared shows their cards first, and says who else was with them: the question is theirs.
        who = self.table.claim.player if self.table.claim.player in self.table.seats else ""
        return Question(self.say("end.now"), {}, (Group("", (settle,)), beside), player=who)

    def over(self) -> Question:
        waits = who_tells(self)
        return Question(self.say("tell.start" if waits else "over"), {}, (*waits, self.other_things()))

    def others(self) -> list[tuple[str, dict[str, object]]]:
        """Victories and roles, hands and turns that were not noted, other corrections, the back of the next card."""
        table = self.table
        keys: list[tuple[str, dict[str, object]]] = []
        if table.claim:
            keys.append(("end.roles", {"action": "end", "cause": CLAIMS[table.claim.claim]}))
        else:
            keys.append(("declare", {"action": "declare"}))
            if queries.out_at_once(table):
                keys.append(("full", {"action": "eliminate", "cause": "superinfection"}))
            if table.out:
                keys.append(("reveal", {"action": "reveal", "role": THING}))
            if table.options.get("thing_caught_loses") is not False:
                keys.append(("end.caught", {"action": "end", "cause": "la-cosa-caught"}))
        keys += [(f"fix.{about}", {"action": "override", "about": about}) for about in (LOST, "hands")]
        keys += super().others()
        if "next" in self.game.moves and not table.claim and len(table.seats) > 1 and table.piles["draw"]:
            keys.append(("next", {"action": "next"}))
        return keys

    def shown_cards(self) -> Sequence[str]:
        return self.slugs("contagion", "action", "defence", "obstacle", "panic")

    def slugs(self, *kinds: str, playing: bool = True) -> list[str]:
        """Cards of these kinds, those that play with this many (or, not `playing`, those that do not)."""
        players, how_many = len(self.table.players), self.decklist.how_many
        cards = [card.slug for card in self.decklist.cards if card.kind in kinds]
        return [slug for slug in cards if bool(how_many(slug, players)) == playing]

    def leaving(self) -> list[str]:
        """Return the cards that can be drawn, discarded or given in sight of all: any but La Cosa (rulebook, "La
        Cosa")."""
        return [slug for slug in self.slugs(*AWAY_KINDS) if effect(self.decklist, slug) != THING]

    def cards(self, said: Said, slugs: Iterable[str]) -> tuple[Choice, ...]:
        """Return a choice for each of these cards."""
        return tuple(self.card(slug, {**said, "card": slug}) for slug in slugs)

    def start(self, key: str, *groups: Group, fields: tuple[Field, ...] = (), **blanks: str) -> Question:
        """Return the question of a step, and ask if a player just burned was La Cosa: whoever goes on says no."""
        who = self.game.waiting_for(self.table) or ""
        text = self.say(key, player=who, **blanks)
        if burned := queries.burned(self.table):
            said = {"action": "reveal", "player": burned, "role": THING}
            yes = Choice(self.say("burned.yes"), said, True, icon=THING, kind="danger")
            groups = (Group(self.say("burned.group", player=burned), (yes,)), *groups)
        return Question(text, {}, (*groups, self.other_things()), fields, player=who)

    def quiet(self, key: str, choices: tuple[Choice, ...]) -> tuple[Group, ...]:
        """Choices that are folded away, if there are any."""
        return (Group(self.say(key), choices, quiet=True),) if choices else ()

    def skipped_field(self, *, quiet: bool = False) -> Field:
        """Return the field for panics discarded unseen while drawing; `quiet` where most tables draw nothing."""
        most, help_ = most_skipped(self.decklist, len(self.table.players)), self.say("skipped-help")
        return Field("skipped", self.say("skipped"), "number", least=0, most=most, help=help_, quiet=quiet)

    def reveals(self) -> bool:
        """Return True if ¡Revelaciones! is played: then the question is who shows what."""
        return steps.REVEALS in reach(self.decklist, self.heard("card")).traits

    def known(self, *keys: str) -> str:
        """Return the first of these keys that has a sentence: cards of one's own are asked for in general words."""
        return self.words.first(*(f"ask.{key}" for key in keys)).removeprefix("ask.")


# Drawing


def draw(ask: Prompts) -> Question:
    """Ask for a green card or a pink one; one tap says the commonest turn, a green card drawn and a card discarded."""
    player = ask.table.turn
    said, seen = {"action": "draw", "player": player}, quarantined(ask.table, player)
    choices = [ask.plain("draw.green", {**said, "back": "away"}, done=not seen)]
    if "panic" in ask.game.phases:
        choices.append(ask.plain("draw.pink", {**said, "back": "panic"}, done=False))
    if not seen:
        drop = {"action": "discard", "player": player}
        choices.insert(0, ask.plain("draw.discard", {**said, "back": "away"}, then=(drop,)))
    return ask.start("draw", Group("", tuple(choices)))


def which_card_drawn(ask: Prompts) -> Question:
    """Ask which card was drawn: always for a panic, for a green one when everybody saw it."""
    panic, said = ask.heard("back") == "panic", {**ask.said}
    kinds = ("panic",) if panic else AWAY_KINDS
    groups = (
        *(() if panic else (Group("", (ask.plain("unseen", said),)),)),
        Group("", ask.cards(said, ask.slugs("panic") if panic else ask.leaving())),
        *ask.quiet("group.not-in-deck", ask.cards(said, ask.slugs(*kinds, playing=False))),
    )
    return Question(ask.say("draw.which", player=ask.table.turn), said, groups, player=ask.table.turn)


def which_back(ask: Prompts) -> Question:
    """Green or pink on top of the draw pile."""
    said, backs = {"action": "next"}, (("green", "away"), ("pink", "panic"))
    choices = tuple(ask.plain(f"draw.{key}", {**said, "back": back}) for key, back in backs)
    return Question(ask.say("next.which"), said, (Group("", choices),))


# Discarding and playing


def act(ask: Prompts) -> Question:
    """Ask for a card discarded, or played."""
    player, words = ask.table.turn, ask.words
    seen = quarantined(ask.table, player)
    drop = ask.plain("discard.seen" if seen else "discard", {"action": "discard", "player": player}, done=not seen)

    def choices(*kinds: str, playing: bool = True) -> tuple[Choice, ...]:
        return tuple(_played(ask, player, slug) for slug in ask.slugs(*kinds, playing=playing))

    return ask.start(
        "act",
        Group("", (drop,)),
        Group(words.raw("kinds.action"), choices("action")),
        Group(words.raw("kinds.obstacle"), choices("obstacle")),
        *ask.quiet("group.not-now", choices("defence", "contagion")),
        *ask.quiet("group.not-in-deck", choices("action", "obstacle", playing=False)),
    )


def which_card_discarded(ask: Prompts) -> Question:
    """Ask which card a quarantined player discards, since everybody sees it."""
    said = {**ask.said}
    groups = (Group("", (ask.plain("unseen", said),)), Group("", ask.cards(said, ask.leaving())))
    return Question(ask.say("discard.which", player=ask.table.turn), said, groups, player=ask.table.turn)


def _played(ask: Prompts, player: str, slug: str) -> Choice:
    """Return the choice of a card to play, closed if nobody and nothing can be chosen for it."""
    said, row = {"action": "play", "player": player, "card": slug}, reach(ask.decklist, slug)
    choice = ask.card(slug, said, done=not (row.target or row.draws or row.choices))
    if choice.done or choice.refusal or not row.target:
        return choice
    here, first = ask.anew(said), None
    for aim in _aims(here):  # up to the first that will do: the others are judged where whom at is asked
        if aim.refusal is None or aim.refusal.overrule:
            return choice
        first = first or aim.refusal
    return replace(choice, refusal=first or here.refusal({**said, "target": player}))


def how_played(ask: Prompts) -> Question:
    """Ask for what is still open about a card played: its target, the obstacle, one of its ways, the panics skipped."""
    card, player = ask.heard("card"), ask.heard("player")
    known, name, row = effect(ask.decklist, card), ask.words.card(card), reach(ask.decklist, card)
    if row.choices and CHOICE not in ask.said and not (row.target and "target" not in ask.said):
        ways = next(ways for ways in row.done.ways if len(ways) > 1)
        last = not row.draws or asks(ask.decklist, card)
        choices = (
            Choice(steps.BOOK.step_told(way, ask.words), {**ask.said, CHOICE: k}, last) for k, way in enumerate(ways, 1)
        )
        text = ask.say("play.which-way", player=player, card=name)
        return Question(text, ask.said, (Group("", tuple(choices)),), player=player)
    if row.draws and not (row.target and "target" not in ask.said):
        text = ask.say(ask.known(f"play.{known}", "play.draws"), player=player, card=name)
        return Question(text, ask.said, fields=(ask.skipped_field(),), submit=ask.say("done"), player=player)
    text = ask.say("play.axe" if steps.AXES in row.traits else "play.at-whom", player=player, card=name)
    return Question(text, ask.said, (Group("", tuple(_aims(ask))),), player=player)


def _aims(ask: Prompts) -> Iterator[Choice]:
    """Yield a card's targets, or what the axe may take: every possibility, with its reason if it is none."""
    card, player, table = ask.heard("card"), ask.heard("player"), ask.table
    row = reach(ask.decklist, card)
    if steps.AXES in row.traits:
        # Every door and quarantine, aimed at whomever of those it affects can be reached.
        for a, b in queries.doors(table):
            yield _axe(ask, ask.say("play.axe-door", a=a, b=b), (player, a, b), {"door": [a, b]}, "puerta-atrancada")
        for whose in [whose for track, whose in table.tracks if track == ROUNDS]:
            label = ask.say("play.axe-quarantine", player=whose)
            yield _axe(ask, label, (whose,), {"quarantine": whose}, "cuarentena")
    elif player in table.seats:
        last = not row.choices and (not row.draws or asks(ask.decklist, card))
        itself = (player,) if steps.ISOLATES in row.traits and table.options.get("self_quarantine") is True else ()
        for p in (*itself, *queries.others(table, player)):
            yield ask.player(p, {**ask.said, "target": p}, done=last)


def _axe(ask: Prompts, label: str, targets: tuple[str, ...], remove: dict[str, object], icon: str) -> Choice:
    """Return the choice of the first target that the rules allow, else with the refusal that says most."""
    tried = [{**ask.said, "target": target, "remove": remove} for target in targets]
    judged = [(said, ask.refusal(said)) for said in tried]
    said, refusal = next((one for one in judged if one[1] is None), judged[-1])
    return Choice(label, said, True, icon=icon, kind="obstacle", refusal=refusal)


# Panics


def panic(ask: Prompts) -> Question:
    """Ask for what a panic needs: cards shown, panics skipped, a target; or only that it is done."""
    table = ask.table
    player, card = table.turn, table.open[-1] if table.open else ""
    known, row = effect(ask.decklist, card), reach(ask.decklist, card)
    said = {"action": "play", "player": player, "card": card}
    here, name = ask.anew(said), ask.words.card(card)
    if here.reveals():
        player = here.table.turn
        names = here.names(queries.in_play_order(here.table, player))
        nobody = (("", here.say("nobody")), *names)
        fields = (
            Field("shown", here.say("panic.shown"), "checks", names),
            Field("infected", here.say("panic.infected"), "choice", nobody),
        )
        text = here.say("panic.revelaciones", player=player)
        return Question(text, here.said, (here.other_things(),), fields, here.say("done"), player=player)
    if not row.target and (row.draws or row.choices):
        question = how_played(here)
        return replace(question, groups=(*question.groups, ask.other_things()))
    text = ask.known(f"panic.{known}", "panic.own")
    if not row.target:
        question = ask.start(text, Group("", (ask.plain("panic.done", said),)), card=name)
        return replace(question, course=_course(ask, card))
    nothing, last = without_effect(table, row, player), not (row.draws or row.choices)
    groups = [Group("", (ask.plain("panic.nothing", {**said, "target": None}, done=last),))] if nothing else []
    targets = tuple(_aims(here))
    if any(choice.refusal is None for choice in targets) or not nothing:
        groups.append(Group(ask.say("panic.with-whom") if nothing else "", targets))
    return ask.start(text, *groups, card=name)


def _course(ask: Prompts, card: str) -> tuple[str, ...]:
    """Return who does what with whom, for the panics that concern everybody."""
    table = ask.table
    order = (table.turn, *queries.others(table, table.turn))
    row = reach(ask.decklist, card)
    if steps.PASSES in row.traits:
        way = passes_to(ask.decklist, card)
        return tuple(ask.say("panic.gives", a=p, b=queries.receiver(table, p, way)) for p in order)
    if steps.PAIRS in row.traits:
        pairs = tuple(ask.say("panic.swaps", a=a, b=b) for a, b in zip(order[::2], order[1::2], strict=False))
        return (*pairs, ask.say("panic.stays", a=order[-1])) if len(order) % 2 else pairs
    return ()


# Answers


def respond(ask: Prompts) -> Question:
    """Ask for no answer, a defence, or an elimination."""
    prompt = ask.table.prompt
    assert prompt is not None, "in step respond somebody is asked"
    about, both = effect(ask.decklist, prompt.about), (prompt.by, prompt.to)
    offer = offers(ask.decklist, about)
    said = {"action": "respond", "player": prompt.to}
    none = ask.plain(
        "respond.exchanged" if offer else ask.known(f"respond.{about}", "respond.own"),
        {**said, "card": None},
        player=prompt.to,
        card=ask.words.card(prompt.about),
    )
    noted = tuple(
        Choice(ask.say("given.note", player=p), {**said, "card": None, "about": p}, icon="show", player=p)
        for p in both
        if offer and gives_openly(ask.table, p)
    )
    defences = ask.slugs("defence")
    fits = [slug for slug in defences if answers(ask.decklist, slug, prompt.about)]

    overflows = offer and not queries.nobody_overflows(ask.table) and not queries.out_at_once(ask.table)

    def out(player: str) -> Choice:
        said = {"action": "eliminate", "player": player, "cause": "superinfection"}
        return Choice(ask.say("superinfection", player=player), said, True, player=player, kind="danger")

    return ask.start(
        ask.known(f"respond.to.{about}", "respond.to.offered" if offer else "respond.to.own"),
        Group("", (none, *noted)),
        Group(ask.say("group.defences"), ask.cards(said, fits)),
        *ask.quiet("group.not-now", ask.cards(said, (slug for slug in defences if slug not in fits))),
        *ask.quiet("group.superinfection", tuple(map(out, both)) if overflows else ()),
        fields=(ask.skipped_field(quiet=True),),
        by=prompt.by,
        card=ask.words.card(prompt.about),
    )


def how_answered(ask: Prompts) -> Question:
    """Ask which card everybody saw given in quarantine; any other answer is complete as soon as it is chosen.

    A stale link that leads here begins the question anew.
    """
    giver, prompt = ask.heard("about"), ask.table.prompt
    if prompt is None or giver not in (prompt.by, prompt.to) or not gives_openly(ask.table, giver):
        return ask.opening()
    said = {key: value for key, value in ask.said.items() if key != "about"}
    before = said.get("gives")
    gives = dict(before) if isinstance(before, Mapping) else {}
    other = prompt.by if giver == prompt.to else prompt.to
    asks_on = gives_openly(ask.table, other) and other not in gives

    def choice(slug: str) -> Choice:
        made = {**said, "gives": {**gives, giver: slug}}
        return ask.card(slug, {**made, "about": other} if asks_on else made, done=not asks_on)

    cards = tuple(map(choice, ask.leaving()))
    return Question(ask.say("given.which", player=giver), ask.said, (Group("", cards),), player=giver)


# Victories and roles


def which_roles(ask: Prompts) -> Question:
    """Ask for everybody's role; or, to stop without a result, for confirmation."""
    table, cause = ask.table, ask.heard("cause")
    if cause == "abandoned":
        return everyday.abandoned(ask)
    thing = table.claim.player if table.claim else ""
    left = queries.INFECTED if cause == "la-cosa-declared" else ""  # of the living: the exception is what is touched
    fields = [*ask.role_fields(ROLES, lambda p: THING if p == thing else left if p in table.seats else "")]
    if cause == "la-cosa-declared":
        people = (("", ask.say("end.last-none")), *ask.names(table.players))
        fields.append(Field("last_infected", ask.say("end.last"), "choice", people, help=ask.say("end.last-help")))
    infected, help_ = ask.names(p for p in table.players if p != thing), ask.say("end.order-help")
    fields.append(Field("infected", ask.say("end.order"), "order", infected, help=help_, quiet=True))
    who = thing if thing in table.seats else ""
    return Question(ask.say(f"end.{cause}"), ask.said, (), tuple(fields), ask.say("end.submit"), player=who)


def what_is_wrong(ask: Prompts) -> Question:
    """Ask what the table wants to correct; after unrecorded turns for the size of the pile, then for the turn player's
    seat."""
    if ask.heard("about") != LOST:
        return correcting.what_is_wrong(ask)
    question = correcting.sheet(ask)
    *fields, why = question.fields
    form = (*fields, replace(why, value=ask.say("fix.reason-lost"), quiet=True))
    if ask.said.get("set"):
        return replace(question, fields=form)
    said = {"action": "override", "about": LOST}
    choices = tuple(Choice(p, {**said, "set": {"turn": p}}, True, player=p) for p in ask.table.seats)
    return Question(ask.say("fix.lost-who"), said, (Group("", choices),), form, detail=question.detail)


# What was filled in


def fill_card(form: Form) -> None:
    """Panics that were skipped; and what was shown for ¡Revelaciones!, in play order."""
    card, table = form.action.get("card"), form.table
    about = table.prompt.about if table.prompt and not card else str(card or "")
    if (card or reach(form.decklist, about).draws) and form.first("skipped") not in ("", "0"):
        form.action["skipped"] = form.number("skipped")
    if isinstance(card, str) and steps.REVEALS in reach(form.decklist, card).traits and table.turn in table.seats:
        infected = form.answered("infected")
        showed = {*form.ticked("shown"), *((infected,) if infected else ())}
        form.action["shown"] = [p for p in queries.in_play_order(table, table.turn) if p in showed]
        form.action["infected"] = infected or None


def fill_roles(form: Form) -> None:
    """Add everybody's role, and the order of infection."""
    if form.action.get("cause") == "abandoned":
        return
    form.action["roles"] = form.roles()
    declared = form.action.get("cause") == "la-cosa-declared"
    form.action["last_infected"] = (declared and form.answered("last_infected")) or None
    if alike := form.ticked("infected.alike"):
        raise Malformed("malformed.same-place", field="infected", names=", ".join(alike))
    if order := form.ticked("infected"):
        form.action["infected"] = order
