"""One game of La Cosa by the twin, told to the judge and to a referee, with people who show cards in every way.

What has happened before a check and what is shown is left to chance, game by game (`Habits`); that nothing is left out
is counted (`KINDS`, `EVENTS`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, cast

from tests.lab.judge.judge import ASIDE, Judge
from tests.lab.judge.table import HARMLESS, Line
from tests.lab.judge.tries import AGAIN, NOTHING, OTHERWISE, Trail
from tests.lab.twin.la_cosa.cheats import FOULS
from tests.lab.twin.la_cosa.deck import OFFERS, QUESTIONS, Piece
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.observations import (
    Sight,
    a_hand,
    broken_by_discard,
    broken_by_gift,
    checked,
    hand_of,
    named,
    probe,
    withdrawn,
)
from tests.lab.twin.la_cosa.players import givable
from tests.lab.twin.la_cosa.players_careless import set_right
from tests.lab.twin.la_cosa.world import HUMAN, World

HAND, PRIVATE = "hand", "hand, private"
OFFERED, GIVEN, FORCED = "offer, only asked", "offer, carried out", "offer by a card"
PASSED_ON, REFUSED = "offer passed on", "offer refused"
DISCARDED, WITH_HAND, SEVERAL = "discard", "discard with hand", "several discarded"
ROUND = "round"
KINDS = (HAND, PRIVATE, OFFERED, GIVEN, FORCED, PASSED_ON, REFUSED, DISCARDED, WITH_HAND, SEVERAL, ROUND)
"""The kinds of checks. Of an offer that was passed on (¡Fallaste!) or made by a card what then became of it is left."""

CORRECTED, UPSET = "a correction of what is no card", "a correction of cards or people"
EDITED, REDONE, INSTEAD = "the past edited", "undone and restored", "undone, then something else"
OVER_ILLEGAL = "undone over an illegal check"
RENAMED, TAKEN_OVER = "somebody renamed", "a late arrival with another's name"
RESTARTED = "the referee started anew"
OUT, SEATS, WENT_ROUND, BY_CARD = "an elimination", "a change of seats", "a round", "an exchange by a card"
TURNED_DOWN, PANIC, NEAR_END = "a refused exchange", "a panic", "the end near"
EVENTS = (
    NOTHING, AGAIN, OTHERWISE, CORRECTED, UPSET, EDITED, REDONE, INSTEAD, OVER_ILLEGAL, RENAMED, TAKEN_OVER, RESTARTED,
    OUT, SEATS, WENT_ROUND, BY_CARD, TURNED_DOWN, PANIC, NEAR_END,
)  # fmt: skip
"""The events, of which the last one before a check counts; but near the end (three people or fewer, or no human left)
is no moment: whatever is checked then counts there as well."""

RARE = (
    "vuelta-y-vuelta", "vuelta-y-vuelta", "olvidadizo", "no-podemos-ser-amigos", "es-aqui-la-fiesta", "uno-dos",
    "sal-de-aqui", "fallaste", "fallaste", "aterrador", "no-gracias", "seduccion", "determinacion", "lanzallamas",
)  # fmt: skip
"""Cards that come to the top of the draw pile more often than by chance, in a game that is steered."""

LAST_ACTIONS = 40
"""Actions still played after a correction by which the judge loses its way: the truth is still compared."""


class Referee(Protocol):
    """Opponent of the judge; its method `restart`, if any, makes it read anew what it keeps."""

    def check(self, said: Sequence[Line], check: Line) -> tuple[str, Collection[str]]:
        """Answer a check with a verdict and the rules that hold."""


class Findings(Protocol):
    """Counter of checks that compares the answers."""

    def acted(self) -> None:
        """Count an action."""

    def checked(self, kind: str, events: Sequence[str]) -> None:
        """Count a check of this kind after these events."""

    def compare(self, said: Sequence[Line], check: Line, mine: Any, other: Any, broken: Collection[str] | None) -> None:
        """Compare both answers with one another and with the truth; `broken` is None where that is unknown."""


@dataclass
class Habits:
    """Rates at which people show their cards, between two actions or on certain occasions, and at which something goes
    wrong."""

    looks: float = 0.25
    probes: float = 0.2
    fouls: float = 0.1
    honest: float = 0.5
    """Rate at which cards that change hands or are discarded are shown before."""
    instead: float = 0.3
    """Rate at which other cards were shown first for the same."""
    again: float = 0.1
    undo: float = 0.06
    remembers: float = 0.7
    trouble: float = 0.1
    """Rate of steps that are no play: a correction, an undo, a rename."""
    upsets: bool = False
    """True to correct cards, seats and people as well, by which the judge loses its way."""
    steered: float = 0.0
    """Rate at which a rare card lies on top of the pile."""


def some_habits(rng: Random) -> Habits:
    """Make people who show much, little, or hands only."""
    return Habits(
        looks=rng.choice((0.05, 0.15, 0.3)),
        probes=rng.choice((0.05, 0.2)),
        fouls=rng.choice((0.0, 0.1)),
        honest=rng.choice((0.0, 0.15, 0.5, 0.9)),
        instead=rng.choice((0.0, 0.3, 0.6)),
        again=rng.choice((0.0, 0.1, 0.3)),
        undo=rng.choice((0.0, 0.05, 0.12)),
        remembers=rng.choice((0.3, 0.7, 1.0)),
        trouble=rng.choice((0.0, 0.05, 0.2)),
        upsets=rng.random() < 0.15,
        steered=rng.choice((0.0, 0.3, 0.6)),
    )


@dataclass
class Done:
    """An action that stands: as it was told, what people were called before it, and how the cards lay."""

    line: Line
    names: dict[str, str]
    before: World


class Sitting:
    """One game of the twin, told to the judge (if there is one) and to a referee (if there is one)."""

    def __init__(
        self,
        evening: Evening,
        setup: Line,
        judge: Judge | None,
        referee: Referee | None,
        habits: Habits,
        found: Findings,
    ) -> None:
        self.evening, self.setup = evening, setup
        self.judge, self.referee, self.habits, self.found = judge, referee, habits, found
        self.lines: list[Line] = []
        self.done: list[Done] = []
        self.names = {name: name for name in evening.world.players}
        """Present name of each player, by the name of the set-up."""
        self.trail = Trail()
        self.on_pile: list[Piece] = []
        """Cards that a player laid on the draw pile, and knows to lie there."""
        self.must_show = False
        """True if other cards come than those shown before: every gift has to be shown again."""
        self.left: int | None = None
        """Actions still played, where the judge has lost its way."""
        self.over = False

    @property
    def world(self) -> World:
        """Give the world as it is."""
        return self.evening.world

    # ------------------------------------------------------------------ said and shown

    def called(self, thing: Any) -> Any:
        """Put the names of now in place of those of the set-up, wherever they stand."""
        if isinstance(thing, str):
            return self.names.get(thing, thing)
        if isinstance(thing, dict):
            return {self.called(key): self.called(value) for key, value in thing.items()}
        return [self.called(one) for one in thing] if isinstance(thing, list) else thing

    def tell(self, line: Line) -> None:
        """Tell both a line in the names of now."""
        self.lines.append(line)
        self.trail.acted()
        self.found.acted()

    def tell_done(self, action: Line, before: World) -> None:
        """Tell both what was done, said in the names of the set-up; `before`: how the cards lay."""
        self._did(self.called(action), before)

    def _did(self, line: Line, before: World) -> None:
        self.done.append(Done(line, dict(self.names), before))
        if line["action"] == "rename":
            self.names[next(old for old, now in self.names.items() if now == line["player"])] = str(line["to"])
        self.tell(line)

    def ask(self, world: World, sight: Sight, fate: str = OFFERED, remember: bool = True, untrue: bool = False) -> None:
        """Put a check to both; `fate`: its kind if it is about an offer.

        `untrue`: cards that need not be there, so that the truth is unknown; it is remembered only where both find it
        illegal, which teaches nothing.
        """
        if self.over:
            return
        check = self.called(dict(sight.check))
        kind, matter, cards = _kind(check, fate)
        events = [self.trail.before(matter, cards)]
        if len(world.seats) <= 3 or not world.living(HUMAN):
            events.append(NEAR_END)
        self.found.checked(kind, events)
        if self.judge is None:
            return
        mine = self.judge.check(self.lines, check)
        said = (self.setup, *self.lines)
        verdict, rules = self.referee.check(said, check) if self.referee else (mine.verdict, mine.rules)
        self.found.compare(said, check, mine, (verdict, rules), None if untrue else sight.broken)
        if mine.why == ASIDE and self.left is None:
            self.left = LAST_ACTIONS
        both_illegal = mine.verdict == verdict == "illegal"
        if remember and (both_illegal or not untrue):
            if mine.verdict != "unknown" and "illegal" in (mine.verdict, verdict) and not both_illegal:
                self.over = True  # from here on both remember something else
            self.lines.append(check)

    # ------------------------------------------------------------------ a game

    def play(self, rng: Random) -> None:
        """Play to the end, with people showing cards all along."""
        while not self.over and self.left != 0:
            world = self.world
            if world.status != "ended" and len(world.seats) > 1:
                self._steer(rng)
                if world.status == "playing" and rng.random() < self._trouble():
                    (Sitting.upset if self.habits.upsets and rng.random() < 0.4 else rng.choice(_TROUBLE))(self, rng)
                self._between(rng)
            stage = self.evening.stage
            before, staged = self.world.copy(), (list(stage.shows), stage.decided, stage.caught)
            action = self.evening.go_on()
            if action is None:
                return
            shown = self._shown_before(before, action, rng)
            self.tell_done(action, before)
            if action["action"] not in ("show", "override"):
                self.must_show = False
            self._note(before, action)
            if rng.random() < self.habits.undo and before.status == "playing" and self.world.status != "ended":
                self._taken_back(before, staged, shown, rng)
            self.left = None if self.left is None else self.left - 1

    def _trouble(self) -> float:
        """Say how likely something happens now that is no play; most likely in moments that are rare themselves."""
        world, habits = self.world, self.habits
        rare = world.step == "panic" or world.immune is not None or world.against in OFFERS - {"exchange"}
        return max(habits.trouble, 0.6) if rare and habits.trouble else habits.trouble

    def _steer(self, rng: Random) -> None:
        """Put a rare card on top of the draw pile, unless it is known what lies there."""
        world = self.world
        self.on_pile = [piece for piece in self.on_pile if piece in world.draw]
        if world.step != "draw" or not world.draw or world.draw[-1] in self.on_pile:
            return
        if rng.random() < self.habits.steered:
            slug = rng.choice(RARE)
            there = [k for k, piece in enumerate(world.draw) if piece.slug == slug and piece not in self.on_pile]
            if there:
                world.draw[there[0]], world.draw[-1] = world.draw[-1], world.draw[there[0]]

    def _note(self, before: World, action: Line) -> None:
        """Note what of all events this action was."""
        world, trail, verb = self.world, self.trail, action["action"]
        offered = before.step == "respond" and before.against in OFFERS
        if verb == "play" and action["card"] == "cita-a-ciegas":
            self.on_pile += [piece for piece in world.draw[-1:] if piece not in before.draw]
        if verb == "override":
            harmless = set(cast("dict[str, object]", action["set"])) <= HARMLESS
            trail.happened(CORRECTED if harmless else UPSET)
            if not harmless and self.left is None:
                self.left = LAST_ACTIONS
        elif len(world.seats) < len(before.seats):
            trail.happened(OUT)
        elif before.step == "panic" and action.get("card") == "vuelta-y-vuelta":
            trail.happened(WENT_ROUND)
        elif world.seats != before.seats:
            trail.happened(SEATS)
        elif before.step == "panic" and verb == "play":
            trail.happened(PANIC)
        elif verb == "respond" and offered and action["card"] in ("aterrador", "no-gracias"):
            trail.happened(TURNED_DOWN)
        elif verb == "respond" and offered and action["card"] is None and before.against != "exchange":
            trail.happened(BY_CARD)

    # ------------------------------------------------------------------ between two actions

    def _between(self, rng: Random) -> None:
        habits, world = self.habits, self.world
        if rng.random() < habits.looks:
            self._look(world, rng, remember=rng.random() < habits.remembers)
        if rng.random() < habits.probes:
            found = probe(world, rng)
            for sight in (found, *([found] * (rng.random() < habits.again)), probe(world, rng)):
                if sight is not None:
                    self.ask(world, sight, remember=False)
        if rng.random() < habits.fouls:
            self._foul(world, rng, remember=False)

    def _look(self, world: World, rng: Random, remember: bool = True) -> None:
        """Show a hand; perhaps a wrong one first, perhaps twice."""
        sight = a_hand(world, rng)
        if rng.random() < self.habits.instead / 3:
            cards = cast("list[str]", sight.check["cards"])
            self.ask(world, Sight({**sight.check, "cards": cards[:-1]}), untrue=True)
        self.ask(world, sight, remember=remember and not sight.broken)
        if rng.random() < self.habits.again:
            again = hand_of(world, str(sight.check["player"]), rng)
            self.ask(world, again, remember=not again.broken)

    def _foul(self, world: World, rng: Random, remember: bool) -> bool:
        """Show something unlawful, or with cards that are not there; tell whether there was anything."""
        for foul in rng.sample(list(FOULS.values()), len(FOULS)):
            caught = foul(world, rng)
            if caught is not None:
                self.ask(world, caught, remember=remember, untrue=True)
                return True
        return False

    # ------------------------------------------------------------------ what is shown before it is done

    def _shown_before(self, before: World, action: Line, rng: Random) -> list[Sight]:
        """Show what is given or discarded next; what else might have been first, or the same twice."""
        honest = [Sight(dict(check)) for check in self.evening.honest]
        offered = before.step == "respond" and before.against in OFFERS
        refused = offered and action["action"] == "respond" and action["card"] is not None
        if refused:
            honest = [_any_gifts(before, rng)]
        if not honest or (rng.random() >= self.habits.honest and not (self.must_show and not refused)):
            return []
        fate = PASSED_ON if before.immune else REFUSED if refused else GIVEN if before.against == "exchange" else FORCED
        for sight in honest:
            if rng.random() < self.habits.instead:
                self._otherwise_first(before, sight, refused, fate, rng)
            self._show(before, sight, fate, rng)
        return honest

    def _show(self, before: World, sight: Sight, fate: str, rng: Random) -> None:
        """Show cards before they go, by their copies or their names, perhaps twice; a discard with the hand or not."""
        check = dict(sight.check)
        if check["what"] == "discard" and rng.random() < 0.5:
            check.pop("hand", None)
        if rng.random() < 0.2:
            check = {key: _by_name(value) if key in _CARDS else value for key, value in check.items()}
        for _ in range(1 + (rng.random() < self.habits.again)):
            self.ask(before, Sight(check, sight.broken), fate, remember=not sight.broken)

    def _otherwise_first(self, before: World, sight: Sight, refused: bool, fate: str, rng: Random) -> None:
        """Show for the same what then is not done."""
        check = dict(sight.check)
        if check["what"] == "discard":
            other = _another_discard(before, check, rng)
        elif refused:
            other = _any_gifts(before, rng)
        else:
            shown = withdrawn(check, self.evening.instead, rng)
            other = None if shown is None else Sight(shown)
        if other is not None:
            self.ask(before, other, fate, remember=not other.broken)

    # ------------------------------------------------------------------ taken back

    def back(self, many: int, edit: bool = False) -> list[Done]:
        """Take the last actions back, and give them, the first one first."""
        gone = self.done[-many:]
        del self.done[-many:]
        for k in range(len(gone)):
            note = {"entry": len(self.done) + 2, "undone": many, "new": 0, "again": many, "out": list[int]()}
            self.tell({"action": "undo", "edit": note} if edit and k == 0 else {"action": "undo"})
        self.names = dict(gone[0].names)
        return gone

    def again(self, gone: Sequence[Done], anew: bool) -> None:
        """Restore what was taken back, or say it anew."""
        for one in gone:
            self.names = dict(one.names)
            self._did(one.line, one.before)
            if not anew:
                self.lines[-1] = {"action": "redo"}

    def _taken_back(self, before: World, staged: tuple[Any, ...], shown: Sequence[Sight], rng: Random) -> None:
        """Take the last action back, show cards, and restore it, say it anew, or do something else."""
        if rng.random() < 0.5:
            self._look(self.world, rng)
        gone = self.back(1)
        if rng.random() < 0.5:
            self._look(before, rng)
        if rng.random() < 0.4:
            stage = self.evening.stage
            self.evening.world = stage.world = before.copy()
            stage.shows, stage.decided, stage.caught = list(staged[0]), staged[1], staged[2]
            self.must_show = True
            self.trail.happened(INSTEAD)
            return
        fate = GIVEN if before.against == "exchange" else FORCED
        for sight in shown if rng.random() < 0.5 else ():
            self._show(before, sight, PASSED_ON if before.immune else fate, rng)
        self.again(gone, anew=rng.random() < 0.5)
        self.trail.happened(REDONE)
        if rng.random() < 0.5:
            self._look(self.world, rng)

    # ------------------------------------------------------------------ what is no play

    def undo_and_redo(self, rng: Random) -> None:
        """Take some actions back and restore them."""
        if self.done:
            gone = self.back(rng.randint(1, min(3, len(self.done))))
            if rng.random() < 0.7:
                self._look(gone[0].before, rng)
            self.again(gone, anew=False)
            self.trail.happened(REDONE)

    def undo_over_illegal(self, rng: Random) -> None:
        """Show something unlawful and take an action back over it."""
        if self.done:
            if not self._foul(self.world, rng, remember=True):
                return
            gone = self.back(1)
            self._foul(gone[0].before, rng, remember=True)
            self.again(gone, anew=rng.random() < 0.3)
            self.trail.happened(OVER_ILLEGAL)

    def edit(self, rng: Random) -> None:
        """Edit the past: note a hand that all had seen, and that was not noted."""
        if self.done:
            gone = self.back(rng.randint(1, min(5, len(self.done))), edit=True)
            before = gone[0].before
            if rng.random() < 0.5 and before.status == "playing":
                player = rng.choice(before.seats)
                cards = [piece.slug for piece in before.hands[player]]
                self.tell_done({"action": "show", "player": player, "cards": cards, "to": "all"}, before)
            if rng.random() < 0.3:
                self._look(before, rng)
            self.again(gone, anew=True)
            self.trail.happened(EDITED)

    def rename(self, rng: Random) -> None:
        """Change the name of a player."""
        self._call(rng.choice(self.world.seats), f"Otra {len(self.lines)}")
        self.trail.happened(RENAMED)

    def take_over(self, rng: Random) -> None:
        """Let a latecomer take over a hand, with the name that another had before."""
        one, other = rng.sample(self.world.seats, 2)
        name = self.names[one]
        self._call(one, f"Otra {len(self.lines)}")
        self._call(other, name)
        self.trail.happened(TAKEN_OVER)

    def _call(self, player: str, name: str) -> None:
        self._did({"action": "rename", "player": self.names[player], "to": name}, self.world.copy())

    def correct(self, rng: Random) -> None:
        """Correct by hand what is no card: the direction, an agreement, a pile that was counted."""
        world, before = self.world, self.world.copy()
        fields: dict[str, object] = {}
        if rng.random() < 0.4:
            world.clockwise = not world.clockwise
            fields["direction"] = "clockwise" if world.clockwise else "counterclockwise"
        if rng.random() < 0.4:
            name = rng.choice(sorted(QUESTIONS))
            world.options[name] = value = rng.choice(QUESTIONS[name])
            fields["options"] = {name: value}
        if not fields:
            fields = {pile: world.state()[pile] for pile in ("draw_pile", "discard_pile")}
        self.tell_done({"action": "override", "set": fields, "reason": "the table says otherwise"}, before)
        self.trail.happened(CORRECTED)

    def upset(self, rng: Random) -> None:
        """Correct cards, seats or people by hand: the judge loses its way, what is true still judges."""
        world, before = self.world, self.world.copy()
        if self.habits.upsets:
            fields = next(filter(None, (set_right(world, rng) for _ in range(5))), None)
            if fields:
                action: Line = {"action": "override", "set": fields, "reason": "the table says otherwise"}
                self.tell_done(action, before)
                self._note(before, action)

    def restart(self, rng: Random) -> None:
        """Start the referee anew: it reads again what it keeps."""
        anew = getattr(self.referee, "restart", None)
        if anew is not None:
            anew()
        self.trail.happened(RESTARTED)


_TROUBLE = (
    Sitting.undo_and_redo, Sitting.undo_over_illegal, Sitting.edit, Sitting.rename, Sitting.take_over, Sitting.correct,
    Sitting.restart,
)  # fmt: skip

_CARDS = frozenset({"cards", "card", "gives", "takes", "hand"})
"""The fields of a check that hold cards."""


def _slug(card: object) -> str:
    return str(card).partition(".")[0]


def _by_name(value: object) -> object:
    """Name cards by their kind alone; where they are given, by giver."""
    if isinstance(value, dict):
        return {giver: _slug(card) for giver, card in value.items()}
    return [_slug(card) for card in value] if isinstance(value, list) else _slug(value)


def _kind(check: Mapping[str, Any], fate: str) -> tuple[str, object, object]:
    """Give the kind of a check, what it is about, and the cards shown for it."""
    what = check["what"]
    if what == "hand":
        kind = PRIVATE if check.get("occasion") == "private" else HAND
        return kind, (what, check["player"]), sorted(map(_slug, check["cards"]))
    if what == "exchange":
        gifts = {check["from"]: _slug(check["gives"]), check["to"]: _slug(check["takes"])}
        return fate, (what, frozenset(gifts)), gifts
    if what == "round":
        return ROUND, what, {giver: _slug(card) for giver, card in check["gives"].items()}
    kind = SEVERAL if "cards" in check else WITH_HAND if "hand" in check else DISCARDED
    return kind, (what, check["player"]), sorted(map(_slug, check.get("cards") or [check["card"]]))


def _any_gifts(world: World, rng: Random) -> Sight:
    """Make a check of an offer with cards that both could give."""
    giver, taker = world.turn, str(world.partner)
    gift, back = rng.choice(givable(world, giver, taker)), rng.choice(givable(world, taker, giver))
    fields = {"from": giver, "to": taker, "gives": named(gift, rng), "takes": named(back, rng)}
    broken = broken_by_gift(world, giver, gift, taker) | broken_by_gift(world, taker, back, giver)
    return Sight(checked("exchange", **fields), frozenset(broken))


def _another_discard(world: World, check: Mapping[str, Any], rng: Random) -> Sight | None:
    """Make a check of a discard of other cards of the same hand; None where it has drawn some only then."""
    player, cards = str(check["player"]), check.get("cards") or [check["card"]]
    hand = world.hands[player]
    if len(check["hand"]) != len(hand) or len(cards) >= len(hand):
        return None
    pieces = rng.sample(hand, len(cards))
    shown = [f"{piece.slug}.{piece.k}" for piece in pieces]
    fields = {"cards": shown} if "cards" in check else {"card": shown[0]}
    return Sight({**check, **fields}, frozenset(broken_by_discard(world, player, pieces)))
