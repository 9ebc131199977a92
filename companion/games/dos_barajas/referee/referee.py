"""What can be shown to the referee, and what it finds: rules broken for certain, and those that the unseen decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.engine.actions import Action, ActionType, FieldType, list_of, one_of, text
from companion.engine.deck import Decklist
from companion.engine.hidden import CHECK, Finding, HiddenInfo, Line, Phrase, Verdict
from companion.engine.kit.card_checks import read_by, renamed, undecided
from companion.engine.kit.common_rules import slug_of
from companion.engine.rules import Violation
from companion.engine.state import Table
from companion.games.dos_barajas import cards, queries
from companion.games.dos_barajas.referee.recall import Seen, recall

SUITS = (cards.COINS, cards.CUPS, cards.SWORDS)
"""The suits of a trio."""

_WHAT: Mapping[str, FieldType] = {"what": one_of("hand", "trio", "figures", "deck"), "cards": list_of(text)}

FORMS: Mapping[str, ActionType] = {
    "hand": ActionType(
        CHECK,
        {**_WHAT, "player": text, "figure": text, "occasion": one_of("dispute", "private")},
        ("what", "player", "cards"),
    ),
    "trio": ActionType(CHECK, {**_WHAT, "player": text, "suit": one_of(*SUITS)}, ("what", "player", "suit", "cards")),
    "figures": ActionType(CHECK, _WHAT, ("what", "cards")),
    "deck": ActionType(CHECK, _WHAT, ("what", "cards")),
}
"""The fields of each kind of check, with their shapes."""

PERSONALITIES = (cards.FIRST_THING, cards.COMMANDER_KING, *cards.FILLERS)
"""Court cards that are dealt."""


def read_check(thing: object) -> Action:
    """The check a JSON value stands for; raises `Malformed`."""
    return read_by(FORMS, _WHAT, thing)


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Why a check cannot be made: the game is over, somebody in it does not play, a card does not exist."""
    if table.ended:
        return Violation("game.over")
    if "player" in check.said and check.player not in table.seats:
        known = check.player in table.players
        return Violation("player.eliminated" if known else "player.unknown", {"player": check.player})
    figure = check.text("figure")
    for card in (*check.names("cards"), *([figure] if figure else [])):
        if slug_of(decklist, card) is None:
            return Violation("card.unknown", {"name": card})
    return None


def hands(check: Action) -> frozenset[str]:
    """Whose hand is shown."""
    return frozenset({check.player}) if check.text("what") == "hand" else frozenset()


# What they prove

RULES = (
    "hand.size",
    "hand.not-in-deck",
    "hand.duplicate-copy",
    "figure.commander",
    "figure.second-thing",
    "hand.denied",
    "hand.human-clubs",
    "trio.suit",
    "trio.short",
    "trio.surplus",
    "figures.count",
    "figures.thing",
    "figures.commander",
    "figures.others",
    "deck.figures",
    "deck.clubs-aces",
    "deck.not-in-deck",
)
"""Every id, in the order in which they are named."""

ALOUD = frozenset(RULES) - {"figure.commander", "figure.second-thing", "hand.denied", "hand.human-clubs"}
"""The rules that the table may hear by name: they give nobody's role away."""

Broken = set[str]


def judge(decklist: Decklist, line: Line, check: Action) -> Finding:
    """What the cards of a check prove at the end of a line."""
    slugs = tuple(slug_of(decklist, card) or "" for card in check.names("cards"))
    broken, open_questions = _JUDGES[check.text("what")](decklist, line, check, slugs)
    verdict: Verdict = "illegal" if broken else "undetermined" if open_questions else "legal"
    rules = tuple(rule for rule in RULES if rule in broken)
    return _finding(check, verdict, rules, () if broken else open_questions)


def _hand(decklist: Decklist, line: Line, check: Action, slugs: Sequence[str]) -> tuple[Broken, tuple[Phrase, ...]]:
    table, seen = line[-1].after, recall(line)
    player = check.player
    broken = _copies(check, slugs)
    if len(slugs) != table.hands[player]:
        broken.add("hand.size")
    there = {copy.slug for copy in cards.main_deck(decklist, table.options)}
    if any(slug not in there for slug in slugs):
        broken.add("hand.not-in-deck")
    broken |= _figure(seen, check, table.notes.get(queries.COMMANDER, ""))
    if figure := check.text("figure").partition(".")[0]:
        seen.figures[player] = figure
    if seen.first_thing() == player and player in seen.denied:
        broken.add("hand.denied")
    if not any(cards.suit(slug) == cards.CLUBS for slug in slugs) or not seen.dealt:
        return broken, ()
    return _with_clubs(seen, check, broken)


def _with_clubs(seen: Seen, check: Action, broken: Broken) -> tuple[Broken, tuple[Phrase, ...]]:
    """Clubs in a hand: lawful for a Thing, and for nobody else."""
    player = check.player
    if seen.must_be_human(player):
        broken.add("hand.human-clubs")
        return broken, ()
    if seen.is_thing(player):
        return broken, ()
    key = "figure" if player in seen.untouched else "middle"
    return broken, (Phrase(f"check.needs.{key}", {"player": player}),)


def _figure(seen: Seen, check: Action, commander: str) -> Broken:
    """What is wrong with the court card shown beside a hand."""
    figure, player = check.text("figure").partition(".")[0], check.player
    if not figure:
        return set()
    broken: Broken = set()
    if (figure == cards.COMMANDER_KING) != (player == commander) or figure not in PERSONALITIES:
        broken.add("figure.commander")
    first = next((p for p, seen_figure in seen.figures.items() if seen_figure == cards.FIRST_THING), player)
    before = seen.figures.get(player, figure)
    if (figure == cards.FIRST_THING and first != player) or before != figure:
        broken.add("figure.second-thing")
    return broken


def _copies(check: Action, slugs: Sequence[str]) -> Broken:
    """The same copy twice, or a third of a card of which there are two."""
    twice = any(count > 1 for card, count in Counter(check.names("cards")).items() if "." in card)
    return {"hand.duplicate-copy"} if twice or any(count > 2 for count in Counter(slugs).values()) else set()


def _trio(decklist: Decklist, line: Line, check: Action, slugs: Sequence[str]) -> tuple[Broken, tuple[Phrase, ...]]:
    broken = _copies(check, slugs)
    there = {copy.slug for copy in cards.main_deck(decklist, line[-1].after.options)}
    if any(slug not in there for slug in slugs):
        broken.add("hand.not-in-deck")
    if any(cards.suit(slug) != check.text("suit") for slug in slugs):
        broken.add("trio.suit")
    together = cards.units(slugs)
    if together < cards.TRIO:
        broken.add("trio.short")
    elif any(together - cards.units((slug,)) >= cards.TRIO for slug in slugs):
        broken.add("trio.surplus")
    return broken, ()


def _figures(decklist: Decklist, line: Line, check: Action, slugs: Sequence[str]) -> tuple[Broken, tuple[Phrase, ...]]:
    """The court cards before they are dealt: one for each player, exactly one of either king."""
    counts, broken = Counter(slugs), _copies(check, slugs)
    if len(slugs) != len(line[-1].after.players):
        broken.add("figures.count")
    if counts[cards.FIRST_THING] != 1:
        broken.add("figures.thing")
    if counts[cards.COMMANDER_KING] != 1:
        broken.add("figures.commander")
    if any(slug not in PERSONALITIES for slug in slugs):
        broken.add("figures.others")
    return broken, ()


def _deck(decklist: Decklist, line: Line, check: Action, slugs: Sequence[str]) -> tuple[Broken, tuple[Phrase, ...]]:
    """The main deck before it is dealt: what lies in it that should not; whether all of it was seen."""
    mine = cards.main_deck(decklist, line[-1].after.options)
    broken = _copies(check, slugs)
    there = {copy.slug for copy in mine}
    for slug in slugs:
        if decklist.by_slug[slug].kind == cards.FIGURES:
            broken.add("deck.figures")
        elif slug == "as-de-bastos":
            broken.add("deck.clubs-aces")
        elif slug not in there:
            broken.add("deck.not-in-deck")
    left = len(mine) - len(slugs)
    return broken, (Phrase("check.needs.deck", {"left": left}),) if left > 0 else ()


_JUDGES: Mapping[str, Callable[[Decklist, Line, Action, Sequence[str]], tuple[Broken, tuple[Phrase, ...]]]] = {
    "hand": _hand,
    "trio": _trio,
    "figures": _figures,
    "deck": _deck,
}


def _finding(check: Action, verdict: Verdict, rules: tuple[str, ...], needs: tuple[Phrase, ...]) -> Finding:
    """The answer in phrases: what the table hears, and what is for those whose cards were shown."""
    what, blanks = check.text("what"), {"player": check.player}
    aloud = next((rule for rule in rules if rule in ALOUD), None)
    if aloud:
        public = Phrase(f"check.rules.{aloud}.public", blanks)
    else:
        public = Phrase(f"check.public.{what}{'-private' if rules else '-fine'}", blanks)
    broken = tuple(Phrase(f"check.rules.{rule}.private", blanks) for rule in rules)
    return Finding(verdict, rules, needs, public, (Phrase(f"check.private.{verdict}"), *broken, *needs))


REFEREE = HiddenInfo(
    forms=FORMS,
    read=read_check,
    refuse=refuse,
    hands=hands,
    renamed=renamed,
    judge=judge,
    decided=undecided,
    whats=("hand", "deal"),
)
