"""The referee of the hidden cards: what was shown to it, and what that proves. Nobody's role is ever asked for.

A hand shown may hold the weapons, objects and laboratory tokens too, all of a kind or none; role cards among it are
passed over as if they had not been seen. A proof is what a rule has somebody show openly: the weapon that evades, the
keys, what a test takes. A role card is checked where a rule has it shown, against what was said of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.engine.actions import Action, ActionType, FieldType, list_of, one_of, text, truth
from companion.engine.deck import Decklist
from companion.engine.hidden.referee import CHECK, Finding, HiddenInfo, Line, Phrase, Verdict
from companion.engine.kit import card_checks
from companion.engine.kit.card_checks import card_id, read_by, renamed, undecided
from companion.engine.kit.common_rules import slug_of
from companion.engine.kit.known_cards import elsewhere, slug, too_many
from companion.engine.rules import Violation, refuse_as
from companion.engine.state import Table
from companion.games.the_thing import base as b
from companion.games.the_thing import queries

ACTION, ROLE = "action", "role"
HELD: Mapping[str, str] = {"weapon": b.WEAPONS, "object": b.OBJECTS, "lab": b.LAB}
"""The backs of what is held apart from the action cards, and under which name the table counts it."""
WIRE = "cable"
Proves = Mapping[str, frozenset[str]]
PROVES: Proves = {
    "evade": frozenset(b.WEAPON_SLUG[weapon] for weapon in b.EVADING),
    "fire": frozenset(b.WEAPON_SLUG[weapon] for weapon in b.BURNING),
    "test-a": frozenset({"bolsa-de-sangre"}),
    "test-b": frozenset({WIRE, b.WEAPON_SLUG[b.FLAMETHROWER]}),
    "escape": frozenset({"llaves"}),
    "light": frozenset({"linterna"}),
    "tools": frozenset({"herramientas"}),
    "fuel": frozenset({"combustible"}),
    "watched": frozenset(b.CARDS),
}
"""What each use takes: any of these cards, and for a test with the wire both."""
TOGETHER = frozenset({"test-b"})
ROLE_CARDS: Mapping[str, bool] = {"humano": False, "alienigena": True}
"""The role cards, and whether they are an Alien's."""
SHOWS_ROLE = frozenset({"rec-room", "tests", "rescue", "escape", "ending"})
"""The steps at which somebody may have to show a role card, or may show it."""

_WHAT: Mapping[str, FieldType] = {"what": one_of("hand", "proof", "role")}
_SHOWN: Mapping[str, FieldType] = {**_WHAT, "player": text, "cards": list_of(text)}
FORMS: Mapping[str, ActionType] = {
    "hand": ActionType(CHECK, {**_SHOWN, "occasion": one_of("dispute", "private")}, ("cards",)),
    "proof": ActionType(CHECK, {**_SHOWN, "use": one_of(*PROVES)}, ("cards", "use")),
    "role": ActionType(CHECK, {**_WHAT, "player": text, "card": card_id, "alien": truth}, ("card", "alien")),
}
"""The fields of each kind of check, with their shapes."""


def read_check(thing: object) -> Action:
    """Parse a JSON value as a check. Raise `Malformed`."""
    return read_by(FORMS, _WHAT, thing)


def refuse(decklist: Decklist, table: Table, check: Action) -> Violation | None:
    """Return the reason why a check cannot be made.

    Game over, an unknown player, an unknown card, or no rule has anybody show a role card now.
    """
    unknown = check.text("what") == "role" and slug_of(decklist, check.text("card")) is None
    found = card_checks.refused(decklist, table, check)
    if found is None and unknown:
        return refuse_as("card.unknown", name=check.text("card"))
    return found or too_soon(table, check.text("what"))


def too_soon(table: Table, what: str) -> Violation | None:
    """No rule has anybody show a role card now."""
    return Violation("check.when") if what == "role" and table.step not in SHOWS_ROLE else None


def judge(decklist: Decklist, line: Line, check: Action, proves: Proves = PROVES) -> Finding:
    """Return what the cards of a check prove at the end of a line. `proves`: the cards each use takes."""
    table = line[-1].after
    box = decklist.answered(table.options)
    what = check.text("what")
    if what == "hand":
        return finding(check, *_hand(box, line, table, check))
    if what == "proof":
        return finding(check, *_proof(box, table, check, proves))
    is_alien, said = ROLE_CARDS.get(slug(box, check.text("card"))), check.said.get("alien") is True
    if is_alien is None:
        return finding(check, ["role.not-role"], [])
    # It is the one that was said, and once the Alien always the Alien.
    is_other = is_alien != said or (not is_alien and table.roles.get(check.player) == b.ALIEN_ROLE)
    return finding(check, ["role.other"] if is_other else [], [])


def finding(check: Action, rules: list[str], needs: list[Phrase]) -> Finding:
    """Return the answer: to the player who shows the cards the rules they break or what would settle it.

    The table hears that they were looked at.
    """
    what = check.text("what")
    verdict: Verdict = "illegal" if rules else "undetermined" if needs else "legal"
    names: dict[str, object] = {"player": check.player}
    private = (
        Phrase(f"check.private.{verdict}"),
        *(Phrase(f"check.rules.{rule}.private", names) for rule in rules),
        *needs,
    )
    # None of these rules tells what anybody is or holds: the table hears which of them it is.
    public = Phrase(f"check.rules.{rules[0]}.public" if rules else f"check.public.{what}", names)
    return Finding(verdict, tuple(rules), tuple(needs), public, private)


def _back(box: Decklist, card: str) -> str:
    return box.by_slug[slug(box, card)].back


def _hand(box: Decklist, line: Line, table: Table, check: Action) -> tuple[list[str], list[Phrase]]:
    """As many action cards as the table counts, of anything else all of a kind or none, and no copy that lies
    elsewhere."""
    shown: dict[str, list[str]] = {}
    for card in check.names("cards"):
        shown.setdefault(_back(box, card), []).append(card)
    shown.pop(ROLE, None)
    counted = queries.depth(table) == b.COMPLETE
    cards = shown.pop(ACTION, [])
    rules = ["hand.size"] if counted and len(cards) != table.hands.get(check.player, 0) else []
    if {*shown} - {*HELD}:
        rules.append("hand.not-held")
    held = {back: found for back, found in shown.items() if back in HELD}
    if counted and any(len(found) != queries.number(table, HELD[back], check.player) for back, found in held.items()):
        rules.append("held.size")
    # Weapons and objects change hands unseen by the referee: only action cards lie where they were seen.
    lying, copies = elsewhere(box, line, check.player)
    lying = Counter({name: count for name, count in lying.items() if box.by_slug[name].back == ACTION})
    copies = frozenset(card for card in copies if _back(box, card) == ACTION)
    every = [card for found in (cards, *held.values()) for card in found]
    if too_many(box, len(table.players), every, lying) or copies & {*cards}:
        rules.append("hand.duplicate-copy")
    return rules, [] if counted else [Phrase("check.needs.counted")]


def _proof(box: Decklist, table: Table, check: Action, proves: Proves) -> tuple[list[str], list[Phrase]]:
    """Check the cards that a use takes, and a charge if it takes the flamethrower."""
    use, shown = check.text("use"), Counter(slug(box, card) for card in check.names("cards"))
    wanted = proves[use]
    fits = wanted <= {*shown} if use in TOGETHER else bool(wanted & {*shown})
    if not fits or not {*shown} <= wanted:
        return ["proof.wrong"], []
    if too_many(box, len(table.players), check.names("cards"), {}):
        return ["hand.duplicate-copy"], []
    other = [card for card in shown if card not in (b.WEAPON_SLUG[b.FLAMETHROWER], WIRE)]
    if other or use not in ("evade", "fire", "test-b"):  # something but a flamethrower could do it
        return [], []
    if queries.depth(table) != b.COMPLETE:
        return [], [Phrase("check.needs.charges")]
    return ([], []) if queries.number(table, b.CHARGE, check.player) else (["proof.charge"], [])


REFEREE = HiddenInfo(
    forms=FORMS,
    read=read_check,
    refuse=refuse,
    hands=lambda check: frozenset({check.player}) if check.text("what") == "hand" else frozenset(),
    renamed=renamed,
    judge=judge,
    decided=undecided,
    whats=("hand", "proof", "role", "deal"),
    too_soon=too_soon,
)
