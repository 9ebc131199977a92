"""A check judged: the rules that are broken for certain, and whether something unseen could break one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.cards.decklist import Decklist
from companion.games.common.acting import slug_of
from companion.games.dos_barajas import looks
from companion.games.dos_barajas.cards import CLUBS, COMMANDER_KING, FIGURES, FIRST_THING, TRIO, main_deck, suit, units
from companion.games.dos_barajas.hidden import checks
from companion.games.dos_barajas.hidden.recall import Seen, recall
from companion.referee.actions import Action
from companion.referee.hidden import Finding, Line, Phrase, Verdict, Witness

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
    there = {copy.slug for copy in main_deck(decklist, table.options)}
    if any(slug not in there for slug in slugs):
        broken.add("hand.not-in-deck")
    broken |= _figure(seen, check, table.notes.get(looks.COMMANDER, ""))
    if figure := check.text("figure").partition(".")[0]:
        seen.figures[player] = figure
    if seen.first_thing() == player and player in seen.denied:
        broken.add("hand.denied")
    if not any(suit(slug) == CLUBS for slug in slugs) or not seen.dealt:
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
    if (figure == COMMANDER_KING) != (player == commander) or figure not in checks.PERSONALITIES:
        broken.add("figure.commander")
    first = next((p for p, seen_figure in seen.figures.items() if seen_figure == FIRST_THING), player)
    before = seen.figures.get(player, figure)
    if (figure == FIRST_THING and first != player) or before != figure:
        broken.add("figure.second-thing")
    return broken


def _copies(check: Action, slugs: Sequence[str]) -> Broken:
    """The same copy twice, or a third of a card of which there are two."""
    twice = any(count > 1 for card, count in Counter(check.names("cards")).items() if "." in card)
    return {"hand.duplicate-copy"} if twice or any(count > 2 for count in Counter(slugs).values()) else set()


def _trio(decklist: Decklist, line: Line, check: Action, slugs: Sequence[str]) -> tuple[Broken, tuple[Phrase, ...]]:
    broken = _copies(check, slugs)
    there = {copy.slug for copy in main_deck(decklist, line[-1].after.options)}
    if any(slug not in there for slug in slugs):
        broken.add("hand.not-in-deck")
    if any(suit(slug) != check.text("suit") for slug in slugs):
        broken.add("trio.suit")
    together = units(slugs)
    if together < TRIO:
        broken.add("trio.short")
    elif any(together - units((slug,)) >= TRIO for slug in slugs):
        broken.add("trio.surplus")
    return broken, ()


def _figures(decklist: Decklist, line: Line, check: Action, slugs: Sequence[str]) -> tuple[Broken, tuple[Phrase, ...]]:
    """The court cards before they are dealt: one for each player, exactly one of either king."""
    counts, broken = Counter(slugs), _copies(check, slugs)
    if len(slugs) != len(line[-1].after.players):
        broken.add("figures.count")
    if counts[FIRST_THING] != 1:
        broken.add("figures.thing")
    if counts[COMMANDER_KING] != 1:
        broken.add("figures.commander")
    if any(slug not in checks.PERSONALITIES for slug in slugs):
        broken.add("figures.others")
    return broken, ()


def _deck(decklist: Decklist, line: Line, check: Action, slugs: Sequence[str]) -> tuple[Broken, tuple[Phrase, ...]]:
    """The main deck before it is dealt: what lies in it that should not; whether all of it was seen."""
    mine = main_deck(decklist, line[-1].after.options)
    broken = _copies(check, slugs)
    there = {copy.slug for copy in mine}
    for slug in slugs:
        if decklist.by_slug[slug].kind == FIGURES:
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


def undecided(decklist: Decklist, line: Line) -> bool:
    """The referee never says by itself that no human is left."""
    return False


WITNESS = Witness(
    read=checks.read_check,
    refuse=checks.refuse,
    hands=checks.hands,
    renamed=checks.renamed,
    judge=judge,
    decided=undecided,
    whats=("hand", "deal"),
)
