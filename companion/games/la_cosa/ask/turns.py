"""The course of a turn as questions: draw, play or discard, the panic drawn, the answer, the exchange."""

from __future__ import annotations

from dataclasses import replace

from companion.cards.decklist import Card
from companion.games.la_cosa.ask.others import other_things
from companion.games.la_cosa.ask.sheet import Sheet
from companion.games.la_cosa.ask.targets import axe_choices, target_choices
from companion.games.la_cosa.cards import ANSWERS, OFFERS, effect, reach
from companion.games.la_cosa.looks import in_play_order, others, quarantined, without_effect
from companion.referee.view import Choice, Field, Group, Question, Said

AWAY_KINDS = ("action", "obstacle", "defence", "contagion")


def what_is_done(sheet: Sheet) -> Question:
    """The first question: what the table does now."""
    table = sheet.table
    if table.ended:
        return Question(sheet.say("over"), {}, (other_things(sheet),), player="")
    if table.claim or len(table.seats) == 1:
        return Question(sheet.say("end.now"), {}, (other_things(sheet, quiet=False),), player="")
    by_step = {"draw": _draw, "act": _act, "panic": _panic, "respond": _respond}
    return by_step[table.step](sheet)


def _asked(sheet: Sheet, key: str, *groups: Group, fields: tuple[Field, ...] = (), **blanks: str) -> Question:
    who = sheet.table.prompt.to if sheet.table.prompt else sheet.table.turn
    text = sheet.say(key, player=who, **blanks)
    return Question(text, {}, (*groups, other_things(sheet)), fields, player=who)


def _draw(sheet: Sheet) -> Question:
    player = sheet.table.turn
    said = {"action": "draw", "player": player}
    open_draw = quarantined(sheet.table, player)
    green = sheet.plain("draw.green", {**said, "back": "away"}, done=not open_draw)
    pink = sheet.plain("draw.pink", {**said, "back": "panic"}, done=False)
    quick = () if open_draw else (_drawn_and_discarded(sheet, said, player),)
    return _asked(sheet, "draw", Group("", (*quick, green, pink)))


def _drawn_and_discarded(sheet: Sheet, said: Said, player: str) -> Choice:
    """The commonest turn of all in one tap: a green card drawn, a card discarded."""
    choice = sheet.plain("draw.discard", {**said, "back": "away"})
    return replace(choice, then=({"action": "discard", "player": player},))


def which_card_drawn(sheet: Sheet) -> Question:
    """Which card was drawn: always said of a panic, of a green one when everybody saw it."""
    panic = sheet.heard("back") == "panic"
    said = {**sheet.said}
    kinds = ("panic",) if panic else AWAY_KINDS
    cards = tuple(sheet.card_choice(card, {**said, "card": card.slug}, done=True) for card in sheet.cards(*kinds))
    foreign = tuple(
        sheet.card_choice(card, {**said, "card": card.slug}, done=True) for card in sheet.cards(*kinds, playing=False)
    )
    unseen = () if panic else (Group("", (sheet.plain("unseen", said),)),)
    groups = (*unseen, Group("", cards), *_quiet(sheet, "group.not-in-deck", foreign))
    return Question(sheet.say("draw.which", player=sheet.table.turn), said, groups, player=sheet.table.turn)


def which_card_discarded(sheet: Sheet) -> Question:
    """Which card a quarantined player discards, since everybody sees it."""
    said = {**sheet.said}
    cards = tuple(sheet.card_choice(card, {**said, "card": card.slug}, done=True) for card in sheet.cards(*AWAY_KINDS))
    groups = (Group("", (sheet.plain("unseen", said),)), Group("", cards))
    return Question(sheet.say("discard.which", player=sheet.table.turn), said, groups, player=sheet.table.turn)


def _act(sheet: Sheet) -> Question:
    player = sheet.table.turn
    said = {"action": "discard", "player": player}
    drop = sheet.plain("discard", said, done=not quarantined(sheet.table, player))
    play = {"action": "play", "player": player}

    def choices(*kinds: str, playing: bool = True) -> tuple[Choice, ...]:
        return tuple(_played(sheet, card, {**play, "card": card.slug}) for card in sheet.cards(*kinds, playing=playing))

    return _asked(
        sheet,
        "act",
        Group("", (drop,)),
        Group(sheet.words.raw("kinds.action"), choices("action")),
        Group(sheet.words.raw("kinds.obstacle"), choices("obstacle")),
        *_quiet(sheet, "group.not-now", choices("defence", "contagion")),
        *_quiet(sheet, "group.not-in-deck", choices("action", "obstacle", playing=False)),
    )


def _quiet(sheet: Sheet, key: str, choices: tuple[Choice, ...]) -> tuple[Group, ...]:
    return (Group(sheet.say(key), choices, quiet=True),) if choices else ()


def _played(sheet: Sheet, card: Card, said: Said) -> Choice:
    """A card to play; greyed where nobody and nothing can be chosen for it."""
    choice = sheet.card_choice(card, said, done=_plays_at_once(sheet, card.slug))
    if choice.done or choice.refusal or reach(sheet.decklist, card.slug).draws:
        return choice
    here = Sheet(sheet.decklist, sheet.table, said, sheet.words)
    axe = effect(sheet.decklist, card.slug) == "hacha"
    aims = axe_choices(here) if axe else target_choices(here)
    if any(aim.refusal is None or aim.refusal.overrule for aim in aims):
        return choice
    refusal = aims[0].refusal if aims else here.refusal({**said, "target": sheet.table.turn})
    return replace(choice, refusal=refusal)


def _plays_at_once(sheet: Sheet, card: str) -> bool:
    """Whether nothing more has to be asked about a card."""
    row = reach(sheet.decklist, card)
    return row.target in ("none", "self") and not row.draws


def how_played(sheet: Sheet) -> Question:
    """What is still open about a card played: whom at, which obstacle, how many panics were skipped."""
    card, player = sheet.heard("card"), sheet.heard("player")
    known, row = effect(sheet.decklist, card), reach(sheet.decklist, card)
    name = sheet.words.card(card)
    if known == "hacha":
        groups = (Group("", axe_choices(sheet)),)
        return Question(sheet.say("play.axe", player=player), sheet.said, groups, player=player)
    if row.draws:
        text = sheet.say(f"play.{known}", player=player, card=name)
        return Question(text, sheet.said, fields=(sheet.skipped_field(),), submit=sheet.say("done"), player=player)
    groups = (Group("", target_choices(sheet)),)
    return Question(sheet.say("play.at-whom", player=player, card=name), sheet.said, groups, player=player)


def _panic(sheet: Sheet) -> Question:
    table = sheet.table
    player, card = table.turn, table.open[-1] if table.open else ""
    known, row = effect(sheet.decklist, card), reach(sheet.decklist, card)
    said = {"action": "play", "player": player, "card": card}
    blanks = {"card": sheet.words.card(card)}
    here = Sheet(sheet.decklist, table, said, sheet.words)
    if known == "revelaciones":
        return _revelations(here)
    if row.draws:
        question = how_played(here)
        return Question(question.text, said, (other_things(sheet),), question.fields, question.submit, player=player)
    if row.target == "none":
        done = sheet.plain("panic.done", said)
        question = _asked(sheet, f"panic.{known}", Group("", (done,)), fields=(), **blanks)
        return replace(question, course=_course(sheet, known))
    nothing = without_effect(table, known, row, player)
    groups = [Group("", (sheet.plain("panic.nothing", {**said, "target": None}),))] if nothing else []
    targets = target_choices(here)
    if any(choice.refusal is None for choice in targets) or not nothing:
        groups.append(Group(sheet.say("panic.with-whom") if nothing else "", targets))
    return _asked(sheet, f"panic.{known}", *groups, fields=(), **blanks)


def _course(sheet: Sheet, known: str) -> tuple[str, ...]:
    """Who does what with whom, for the panics that concern everybody."""
    table = sheet.table
    order = (table.turn, *others(table, table.turn))
    if known == "vuelta-y-vuelta":
        return tuple(sheet.say("panic.gives", a=p, b=table.next_after(p)) for p in order)
    if known == "es-aqui-la-fiesta":
        pairs = tuple(sheet.say("panic.swaps", a=a, b=b) for a, b in zip(order[::2], order[1::2], strict=False))
        return (*pairs, sheet.say("panic.stays", a=order[-1])) if len(order) % 2 else pairs
    return ()


def _revelations(sheet: Sheet) -> Question:
    player = sheet.table.turn
    order = in_play_order(sheet.table, player)
    fields = (
        Field("shown", sheet.say("panic.shown"), "checks", sheet.names(order)),
        Field("infected", sheet.say("panic.infected"), "choice", (("", sheet.say("nobody")), *sheet.names(order))),
    )
    text = sheet.say("panic.revelaciones", player=player)
    return Question(text, sheet.said, (other_things(sheet),), fields, sheet.say("done"), player=player)


def _respond(sheet: Sheet) -> Question:
    prompt = sheet.table.prompt
    assert prompt is not None, "in step respond somebody is asked"
    about = effect(sheet.decklist, prompt.about)
    offer = about in OFFERS
    said = {"action": "respond", "player": prompt.to}
    none = sheet.plain("respond.exchanged" if offer else f"respond.{about}", {**said, "card": None}, player=prompt.to)
    fitting = ANSWERS[about]
    defences = sheet.cards("defence")

    def choices(fits: bool) -> tuple[Choice, ...]:
        chosen = (c for c in defences if (effect(sheet.decklist, c.slug) in fitting) == fits)
        return tuple(sheet.card_choice(c, {**said, "card": c.slug}, done=True) for c in chosen)

    superinfected = tuple(
        Choice(
            label=sheet.say("superinfection", player=p),
            said={"action": "eliminate", "player": p, "cause": "superinfection"},
            done=True,
            player=p,
            kind="danger",
        )
        for p in (prompt.by, prompt.to)
        if offer
    )
    return _asked(
        sheet,
        f"respond.to.{about}",
        Group("", (none,)),
        Group(sheet.say("group.defences"), choices(True)),
        *_quiet(sheet, "group.not-now", choices(False)),
        *_quiet(sheet, "group.superinfection", superinfected),
        fields=(sheet.skipped_field(),),
        by=prompt.by,
    )


def how_answered(sheet: Sheet) -> Question:
    """An answer is complete as soon as it is chosen; asked again if somebody comes here by a stale link."""
    return what_is_done(Sheet(sheet.decklist, sheet.table, {}, sheet.words))
