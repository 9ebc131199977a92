"""A check judged: everything known is folded twice, by the book and without it, and the cards are weighed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.hidden import Finding, Line, Phrase, Verdict
from companion.engine.kit.card_checks import discarded, players_of
from companion.games.la_cosa.cards import OFFERS, effect, is_panic
from companion.games.la_cosa.referee.recall import Knowledge, givers, recall
from companion.games.la_cosa.referee.worlds import MANY, THING, Case, Contradiction, Shown


def judge(decklist: Decklist, line: Line, check: Action) -> Finding:
    """What the cards of a check prove at the end of a line.

    Both foldings are made and weighed every time, so that the time it takes does not tell which of them answered.
    """
    loose = recall(decklist, line, by_the_book=False)
    said_loosely = _weighed(loose, check)
    try:
        strict = recall(decklist, line, by_the_book=True)
    except Contradiction:
        return finding(loose, check, *said_loosely, fits=False)
    said_strictly = _weighed(strict, check)
    if not _fits(strict, check):
        if said_loosely[0] == "legal" and check.text("what") == "hand" and not hand_suspects(strict, check):
            # Eyes say nothing against it, but by reasoning somebody else is La Cosa: something is wrong somewhere.
            said_loosely = ("undetermined", ())
        return finding(loose, check, *said_loosely, fits=False)
    return finding(strict, check, *said_strictly, fits=True)


def _weighed(known: Knowledge, check: Action) -> tuple[Verdict, tuple[str, ...]]:
    what = check.text("what")
    if what == "discard":
        return weigh(broken_by_discarding(known, check))
    if what != "hand":
        return weigh(broken_by_giving(known, check))
    certain = certain_of_hand(known, check)
    verdict, rules = weigh(broken_by_hand(known, check))
    return ("illegal", in_order({*certain, *rules})) if certain else (verdict, rules)


def _fits(known: Knowledge, check: Action) -> bool:
    what = check.text("what")
    if what == "hand":
        return hand_fits(known, check)
    return discarding_fits(known, check) if what == "discard" else giving_fits(known, check)


# From what is broken in each world to one of three verdicts

Broken = frozenset[str]
"""The rules that are broken in a world."""

RULES = (
    "hand.size",
    "hand.panic-card",
    "hand.not-in-deck",
    "hand.duplicate-copy",
    "hand.thing-missing",
    "hand.thing-moved",
    "hand.infected-keeps-one",
    "hand.thing-with-flamethrower",
    "hand.superinfection",
    "exchange.thing",
    "exchange.human-gives-infected",
    "exchange.infected-to-non-thing",
    "exchange.last-infected",
    "discard.thing",
    "discard.last-infected",
)
"""Every id, in the order of docs/rules/la-cosa.md (Refusals)."""


def weigh(worlds: Iterable[Sequence[frozenset[Broken]]]) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict, and if it is illegal the rules to name.

    `worlds`: for each suspect, for each person whose cards were shown, the sets of rules they may have broken. Rules
    broken in every world are named; where each world breaks another, all that may be are.
    """
    together = {frozenset().union(*some) for persons in worlds for some in product(*persons)}
    if not together or together == {frozenset()}:
        return "legal", ()
    if frozenset() in together:
        return "undetermined", ()
    certain = frozenset.intersection(*together)
    return "illegal", in_order(certain or frozenset().union(*together))


def in_order(rules: Iterable[str]) -> tuple[str, ...]:
    """Rules in the order of docs/rules/la-cosa.md (Refusals), each once."""
    named = set(rules)
    return tuple(rule for rule in RULES if rule in named)


# A whole hand


def certain_of_hand(known: Knowledge, check: Action) -> Broken:
    """The rules that are broken whatever the unseen cards are: by the cards themselves, and by what eyes have seen."""
    player, cards = check.player, known.shown(check.names("cards"))
    return frozenset(
        {
            *_shape(known, player, cards),
            *({"hand.duplicate-copy"} if duplicated(known, player, cards) else ()),
            *_thing(known, player, cards),
            *({"hand.thing-with-flamethrower"} if _caught(known, check, cards) else ()),
        }
    )


def _shape(known: Knowledge, player: str, cards: tuple[Shown, ...]) -> set[str]:
    """Rules about the number of cards and about the deck."""
    broken: set[str] = set()
    if len(cards) != known.table.hands[player]:
        broken.add("hand.size")
    players = len(known.table.players)
    playing = {copy.id for copy in known.decklist.in_play(players)}
    for card in cards:
        if is_panic(known.decklist, card.slug):
            broken.add("hand.panic-card")
        if card.id not in playing if card.id else not known.decklist.how_many(card.slug, players):
            broken.add("hand.not-in-deck")
    return broken


def duplicated(known: Knowledge, player: str, cards: tuple[Shown, ...]) -> bool:
    """Whether a copy is there twice, or is known to be elsewhere, or more copies of a card than can be there."""
    ids = Counter(card.id for card in cards if card.id)
    if any(count > 1 for count in ids.values()):
        return True
    if any(known.places.known_elsewhere(copy, player) for copy in ids):
        return True
    playing = Counter(card.slug for card in cards if card.id in known.places.slugs or not card.id)
    return any(count > _most(known, player, slug) for slug, count in playing.items() if slug in _playing(known))


def _playing(known: Knowledge) -> set[str]:
    return set(known.places.slugs.values())


def _most(known: Knowledge, player: str, slug: str) -> int:
    """How many copies of a card this hand can hold: those not seen elsewhere and not lying open on the table."""
    table = known.table
    lying = [
        *table.open,
        *(c for gap in table.gaps for c in gap),
        *(c for cards in table.fronts.values() for c in cards),
    ]
    there = sum(s == slug and not known.places.known_elsewhere(copy, player) for copy, s in known.places.slugs.items())
    return min(there, known.decklist.how_many(slug, len(table.players)) - lying.count(slug))


def _thing(known: Knowledge, player: str, cards: tuple[Shown, ...]) -> set[str]:
    """Rules about La Cosa, by what eyes alone have seen."""
    if known.thing_among(*cards):
        return set() if known.roles.may_hold_thing(player) else {"hand.thing-moved"}
    return {"hand.thing-missing"} if known.roles.known_thing(known.table.players) == player else set()


def _caught(known: Knowledge, check: Action, cards: tuple[Shown, ...]) -> bool:
    """La Cosa discovered with Lanzallamas when it is not its turn; a private look discovers nothing to anybody."""
    if check.text("occasion") == "private" or known.table.turn == check.player:
        return False
    acts = {effect(known.decklist, card.slug) for card in cards}
    return {THING, "lanzallamas"} <= acts and known.table.options.get("thing_caught_loses") is not False


def hand_fits(known: Knowledge, check: Action) -> bool:
    """Whether some world has this hand, as far as roles, ¡Infectado! and the places of copies go."""
    cards = known.shown(check.names("cards"))
    count = known.infected(*cards)
    if not all(known.places.may_be(card.id, check.player) for card in cards if card.id):
        return False
    return any(
        case.many == count or (not count and case.infected)
        for thing in hand_suspects(known, check)
        for case in known.roles.cases(thing, check.player)
    )


def broken_by_hand(known: Knowledge, check: Action) -> list[tuple[frozenset[Broken]]]:
    """For each suspect, the rules that the hand may break besides those that are certain."""
    cards = known.shown(check.names("cards"))
    count = known.infected(*cards)
    facing = _faced(known, check.player) if cards and count == len(cards) else None
    worlds = []
    for thing in hand_suspects(known, check):
        cases = _hand_cases(known, thing, check.player, count) or {Case(infected, count) for infected in (False, True)}
        options = {_breaks_by_hand(case, thing, check.player, count, facing) for case in cases}
        if not count and check.player in known.roles.shaken:
            options.add(NOTHING)
        worlds.append((frozenset(options),))
    return worlds


def _breaks_by_hand(case: Case, thing: str, player: str, count: int, facing: str | None) -> Broken:
    if player == thing:
        return NOTHING
    if facing is not None and not (case.infected and facing == thing):
        return frozenset({"hand.superinfection"})
    return frozenset({"hand.infected-keeps-one"}) if case.infected and not count else NOTHING


def _faced(known: Knowledge, player: str) -> str | None:
    """With whom an exchange is due or offered to this player."""
    prompt = known.table.prompt
    if prompt is None or effect(known.decklist, prompt.about) not in OFFERS:
        return None
    return {prompt.by: prompt.to, prompt.to: prompt.by}.get(player)


def hand_suspects(known: Knowledge, check: Action) -> list[str]:
    """Who may be La Cosa, now that this hand is seen."""
    holds = known.thing_among(*known.shown(check.names("cards")))
    return [thing for thing in known.roles.suspects if (thing == check.player) == holds]


def _hand_cases(known: Knowledge, thing: str, player: str, count: int) -> set[Case]:
    """The cases of this hand: those with as many ¡Infectado!. Where it holds none it is judged against everything
    that its owner may have been: one who was infected may have lost it unlawfully."""
    return {case for case in known.roles.cases(thing, player) if case.many == count or not count}


# A card given

Given = tuple[str, str, Shown]
"""Giver, taker, card."""


def given(known: Knowledge, check: Action) -> list[Given]:
    """Who gives what to whom."""
    return [(a, b, known.shown([card])[0]) for a, b, card in givers(known.table, check)]


def broken_by_giving(known: Knowledge, check: Action) -> list[tuple[frozenset[Broken], ...]]:
    """For each suspect, the rules that each giver may break."""
    gives = given(known, check)
    unavoidable = check.text("what") == "round"
    return [
        tuple(_breaks_by_giving(known, thing, *giving, unavoidable) for giving in gives)
        for thing in _suspects(known, gives)
    ]


def giving_fits(known: Knowledge, check: Action) -> bool:
    """Whether in some world everybody has the card they give."""
    gives = given(known, check)
    return any(
        all(_holding(known, thing, giver, known.infected(card)) for giver, _, card in gives)
        for thing in _suspects(known, gives)
    )


def _suspects(known: Knowledge, gives: list[Given]) -> list[str]:
    """Who may be La Cosa; whoever gives its card holds it."""
    holders = [giver for giver, _, card in gives if known.thing_among(card)]
    fit = [thing for thing in known.roles.suspects if thing in holders]
    return fit or list(known.roles.suspects)


def _holding(known: Knowledge, thing: str, player: str, least: int) -> set[Case]:
    """The cases of a hand that holds at least so many ¡Infectado!."""
    return {case for case in known.roles.cases(thing, player) if case.many >= least}


def _breaks_by_giving(
    known: Knowledge, thing: str, giver: str, taker: str, card: Shown, unavoidable: bool
) -> frozenset[Broken]:
    """What one giver may break should `thing` be La Cosa.

    Nobody can get out of Vuelta y vuelta, and it eliminates nobody (`unavoidable`): of a hand of nothing but
    ¡Infectado! one of them is given, and that is lawful.
    """
    if known.thing_among(card):
        return frozenset({frozenset({"exchange.thing"})})
    if not known.infected(card) or giver == thing:
        return frozenset({frozenset()})
    cases = _holding(known, thing, giver, 1) or {c._replace(many=1) for c in known.roles.cases(thing, giver)}
    full = known.table.hands[giver] if unavoidable else MANY
    forced = {case for case in cases if case.many >= full}
    if forced != cases and not known.roles.by_the_book:
        forced = set()  # any hand may have been dealt then; who gives one is excused only where it was seen
    return frozenset(NOTHING if case in forced else _infected_given(case, taker == thing) for case in cases)


NOTHING: Broken = frozenset()


def _infected_given(case: Case, to_thing: bool) -> Broken:
    """Somebody who is not La Cosa gives an ¡Infectado!."""
    if not case.infected:
        return frozenset({"exchange.human-gives-infected"})
    rules = () if to_thing else ("exchange.infected-to-non-thing",)
    return frozenset({*rules, *(("exchange.last-infected",) if case.many == 1 else ())})


# Discards


def broken_by_discarding(known: Knowledge, check: Action) -> list[tuple[frozenset[Broken]]]:
    """For each suspect, the rules that the discard may break."""
    cards = known.shown(discarded(check))
    away = known.infected(*cards)
    certain: Broken = frozenset({"discard.thing"} if known.thing_among(*cards) else ())
    worlds = []
    for thing in _discard_suspects(known, check):
        cases = _discard_cases(known, check, thing)
        lost = {bool(away) and case.infected and case.many <= away and thing != check.player for case in cases}
        if _whole(known, check) is None and len(discarded(check)) == 2:
            lost.add(False)  # Determinación: among the three just drawn there may be another ¡Infectado!
        worlds.append((frozenset(certain | ({"discard.last-infected"} if last else frozenset()) for last in lost),))
    return worlds


def discarding_fits(known: Knowledge, check: Action) -> bool:
    """Whether some world has the cards that are discarded, and the hand if it was shown."""
    return any(_fitting(known, check, thing) for thing in _discard_suspects(known, check))


def _whole(known: Knowledge, check: Action) -> tuple[Shown, ...] | None:
    """The hand before the discard, if it was shown and holds what is discarded."""
    cards = list(check.names("hand"))
    for card in discarded(check):
        if card not in cards:
            return None
        cards.remove(card)
    return known.shown(check.names("hand"))


def _seen(known: Knowledge, check: Action) -> tuple[Shown, ...]:
    """The hand before the discard, or only what is discarded."""
    whole = _whole(known, check)
    return known.shown(discarded(check)) if whole is None else whole


def _discard_suspects(known: Knowledge, check: Action) -> list[str]:
    """Who may be La Cosa, as far as the cards shown leave it open."""
    holds = known.thing_among(*_seen(known, check))
    if not holds and _whole(known, check) is None:
        return list(known.roles.suspects)
    fit = [thing for thing in known.roles.suspects if (thing == check.player) == holds]
    return fit or list(known.roles.suspects)


def _fitting(known: Knowledge, check: Action, thing: str) -> set[Case]:
    whole = _whole(known, check)
    away = known.infected(*known.shown(discarded(check)))
    cases = known.roles.cases(thing, check.player)
    if whole is None:
        return {case for case in cases if case.many >= away}
    count = known.infected(*whole)
    drawn = _just_drawn(known, check, whole)
    if drawn:
        return {case._replace(many=count) for case in cases if count - drawn <= case.many <= count}
    return {case for case in cases if case.many == count or (not count and case.infected)}


def _just_drawn(known: Knowledge, check: Action, whole: tuple[Shown, ...]) -> int:
    """How many cards of a hand shown for Determinación came from the pile just now: it is shown after its draws and
    without the card itself, while the table still counts the hand before them."""
    return max(0, len(whole) - known.table.hands.get(check.player, 0) + 1) if len(discarded(check)) == 2 else 0


def _discard_cases(known: Knowledge, check: Action, thing: str) -> set[Case]:
    """The cases that fit; where none does, as many ¡Infectado! as were shown, with what is known of the person."""
    fit = _fitting(known, check, thing)
    if fit:
        return fit
    count = known.infected(*_seen(known, check))
    return {case._replace(many=count) for case in known.roles.cases(thing, check.player)}


# The words of the answer

TOLD = (
    "hand.size",
    "hand.panic-card",
    "hand.not-in-deck",
    "hand.duplicate-copy",
    "hand.thing-with-flamethrower",
    "hand.superinfection",
)
"""The rules that the table may hear by name."""


def finding(known: Knowledge, check: Action, verdict: Verdict, rules: tuple[str, ...], fits: bool) -> Finding:
    """The answer in phrases. `fits`: what was seen fits together, if everybody acted lawfully."""
    needs = _needs(known, check, fits) if verdict == "undetermined" else ()
    broken = tuple(Phrase(f"check.rules.{rule}.private", _names(check)) for rule in rules)
    unfit = () if fits or verdict == "undetermined" else (Phrase("check.needs.unfit"),)
    private = (Phrase(f"check.private.{verdict}"), *broken, *needs, *unfit)
    return Finding(verdict, rules, needs, _public(check, rules), private)


_MORE = (Phrase("check.needs.more"),)


def own_words(
    known: Knowledge, check: Action, player: str, verdict: Verdict, rules: tuple[str, ...]
) -> tuple[Phrase, ...]:
    """What one who gives a card to another is told of their own card."""
    names = {"player": player, "other": player, "players": (player,)}
    broken = tuple(Phrase(f"check.rules.{rule}.private", names) for rule in rules)
    needs = (_needs_of(known, check, (player,)) or _MORE) if verdict == "undetermined" else ()
    return (Phrase(f"check.private.own-{verdict}"), *broken, *needs)


def _names(check: Action) -> dict[str, object]:
    """The blanks that hold the names of those concerned."""
    players = players_of(check)
    return {"player": players[0], "other": players[-1], "players": tuple(players)}


def _public(check: Action, rules: tuple[str, ...]) -> Phrase:
    what, names = check.text("what"), _names(check)
    if what == "round":
        return Phrase("check.public.round")
    if what != "hand":
        return Phrase(f"check.public.{what}", names)
    if not rules:
        return Phrase("check.public.hand-fine", names)
    told = next((rule for rule in TOLD if rule in rules), None)
    return Phrase(f"check.rules.{told}.public" if told else "check.public.hand-private", names)


def _needs(known: Knowledge, check: Action, fits: bool) -> tuple[Phrase, ...]:
    """What would settle it: who is La Cosa, who was infected, how many ¡Infectado! a hand holds."""
    unfit = () if fits else (Phrase("check.needs.unfit"),)
    return (*unfit, *_needs_of(known, check, players_of(check))) or _MORE


def _needs_of(known: Knowledge, check: Action, players: Iterable[str]) -> tuple[Phrase, ...]:
    needs: list[Phrase] = []
    if len(known.roles.suspects) > 1:
        # Not by name: whoever asks would learn who has been seen without La Cosa.
        needs.append(Phrase("check.needs.thing"))
    for player in dict.fromkeys(players):
        cases = _cases(known, player)
        if len({case.infected for case in cases}) > 1:
            needs.append(Phrase("check.needs.received", {"player": player}))
        if check.text("what") != "hand" and not check.names("hand") and len({case.many for case in cases}) > 1:
            needs.append(Phrase("check.needs.hand", {"player": player}))
    return tuple(needs)


def _cases(known: Knowledge, player: str) -> set[Case]:
    worlds = known.roles.suspects
    return {case for thing in worlds if thing != player for case in known.roles.cases(thing, player)}
