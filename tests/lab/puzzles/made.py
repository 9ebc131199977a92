"""Puzzles out of the twin's games: what everybody saw and one seat's own cards leave one player who can be La Cosa.

A puzzle is kept as lines, as a playthrough has them, with what the seat saw as checks among them: whoever shows it says
them in any language. It is one only if three ways to look agree that La Cosa can be one player alone: all states
counted (`known.Knowing`), the referee's clauses, and the judge of `tests/lab/judge`, which shares nothing with either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.decks.catalog import title
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import CHECK, Memory
from companion.games.la_cosa.known import Knowing
from companion.games.la_cosa.referee.story import told
from tests.lab.harness.harness import CompanionSide
from tests.lab.judge.judge import Judge
from tests.lab.judge.solver import OutOfPatience
from tests.lab.twin.la_cosa.deal import NAMES, deal
from tests.lab.twin.la_cosa.game import Evening
from tests.lab.twin.la_cosa.players import Fair, Move
from tests.lab.twin.la_cosa.players_sensible import Sensible
from tests.lab.twin.la_cosa.world import THING, World

Line = dict[str, Any]

MOST_LINES, MOST_STATES = 44, 40_000
LEAST = 3
"""So many inferences a puzzle needs at least."""
SICK = "infectado"
SHOWING = frozenset({"whisky", "analisis", "cuarentena", "vigila-tus-espaldas"})
DRAWS = {"determinacion": 3, "olvidadizo": 3, "cita-a-ciegas": 1}
OWN_LOOKS = frozenset({"sospecha", "aterrador"})
"""Cards after which a seat may know more than a puzzle says."""


@dataclass
class Reason:
    """Why somebody cannot be La Cosa from a line on: the line, the player, the key of its sentence and its blanks."""

    line: int
    player: str
    key: str
    blanks: dict[str, Any] = field(default_factory=dict)


@dataclass
class Puzzle:
    """A set-up, what was said and seen by one seat, who alone can be La Cosa, and why nobody else can."""

    setup: Line
    lines: list[Line]
    seat: str
    answer: str
    reasons: list[Reason]

    @property
    def grade(self) -> int:
        """Count the inferences: what was seen at once is one, what has to be put together is two."""
        return sum(1 if one.key in ("own", "hand", "out") else 2 for one in self.reasons)

    def json(self) -> Line:
        """Return the puzzle as it is kept."""
        reasons = [[one.line, one.player, one.key, one.blanks] for one in self.reasons]
        return {
            "setup": self.setup, "seat": self.seat, "answer": self.answer, "grade": self.grade,
            "reasons": reasons, "lines": self.lines,
        }  # fmt: skip


class Open(Sensible):
    """Player who likes cards that show something, whatever they show."""

    def wish(self, world: World, me: str, move: Move) -> float:
        """Return how much the turn player would like to make this move."""
        if move.piece.slug == "whisky" and world.roles[me] == THING:
            return -1.0
        return 3.0 if move.piece.slug in SHOWING else super().wish(world, me, move)


def hand_of(world: World, player: str) -> Line:
    """Say what a hand holds, by the names of its cards."""
    return {"action": CHECK, "what": "hand", "player": player, "cards": sorted(p.slug for p in world.hands[player])}


def lines_for(world: World, evening: Evening, seat: str) -> Iterator[Line]:
    """Play on, and yield what a seat hears and sees, until it may see more than can be said here."""
    yield hand_of(world, seat)
    held = hand_of(world, seat)
    while True:
        partner_before = {p: [c.slug for c in world.hands[p]] for p in world.seats}
        said = evening.go_on()
        if said is None or said["action"] == "override":
            return
        if (said.get("card") in OWN_LOOKS and seat in (said.get("player"), world.partner)) or said.get(
            "card"
        ) == "vuelta-y-vuelta":
            return
        if evening.honest and said["action"] == "respond":
            check = evening.honest[0]
            pair = (check.get("from"), check.get("to"))
            if check["what"] == "exchange" and seat in pair:
                yield {**check, "gives": str(check["gives"]).split(".")[0], "takes": str(check["takes"]).split(".")[0]}
        yield dict(said)
        if said["action"] == "play" and said["card"] in ("analisis", "que-quede-entre-nosotros"):
            seer, seen = str(said["player"]), str(said["target"])
            if said["card"] != "analisis":
                seer, seen = seen, seer
            if seer == seat and seen in world.hands:
                cards = sorted(partner_before[seen])
                yield {"action": CHECK, "what": "hand", "player": seen, "cards": cards}
        if seat not in world.hands:
            return
        if hand_of(world, seat) != held:
            held = hand_of(world, seat)
            yield held


class Beholder:
    """What a seat can know, line by line, as all states counted have it."""

    def __init__(self, setup: Line) -> None:
        here = title("la-cosa")
        self.side = CompanionSide(here.game, here.decklist)
        self.side.begin(setup)
        entry, table = self.side.course.standing[0]
        self.knowing = Knowing(here.decklist, table, MOST_STATES)
        self.knowing.hear(entry, type(table)())

    def hear(self, said: Line) -> None:
        """One line more."""
        table = self.side.course.table
        if said["action"] != CHECK:
            self.side.record(said)
            self.knowing.hear(self.side.course.standing[-1][0], table)
        elif said["what"] == "hand":
            self.knowing.table = table
            self.knowing.see(said["player"], said["cards"])
        else:
            for player, card in ((said["from"], said["gives"]), (said["to"], said["takes"])):
                self.knowing.shown[self.knowing.place[player]] = card

    def suspects(self) -> set[str]:
        """Return who may be La Cosa."""
        chances = self.knowing.now().root
        return {player for player, place in self.knowing.place.items() if chances[place]}


def by_clauses(setup: Line, lines: Sequence[Line]) -> set[str]:
    """Return who may be La Cosa by the referee's clauses."""
    here = title("la-cosa")
    side, memory, referee = CompanionSide(here.game, here.decklist), Memory(), here.game.referee
    assert referee is not None
    side.begin(setup)
    for said in lines:
        if said["action"] == CHECK:
            check = referee.read(said)
            found = referee.judge(here.decklist, line(side.course, memory, referee), check)
            memory = memory.with_sight(check, side.course.version, found)
        else:
            side.record(said)
    worlds = told(here.decklist, line(side.course, memory, referee)).worlds
    return {player for player, lit in worlds.thing.items() if worlds.possible([worlds.book, lit])}


def by_judge(setup: Line, lines: Sequence[Line]) -> set[str]:
    """Return who may be La Cosa by the judge; nobody where it takes too long."""
    judge = Judge(setup)
    try:
        judge.catch_up(lines)
        binding = judge.course.binding()
        return {player for player, lit in judge.worlds.thing.items() if judge.worlds.possible([*binding, lit])}
    except OutOfPatience:
        return set()
    finally:
        judge.close()


def puzzle_of(seed: str, players: int, place: int) -> Puzzle | None:
    """Return the puzzle that a game of the twin holds for one of its seats; None where it holds none."""
    dice = Random(seed)
    names = list(NAMES[:players])
    dice.shuffle(names)
    world = deal(names, dice.choice(names), {}, dice)
    people = dice.choice((Open, Open, Fair))(dice)
    seat = names[place]
    if world.roles[seat] == THING:
        return None
    setup: Line = {"playthrough": 1, "game": "la-cosa", "players": names, "first": world.first, "options": {}}
    lines = until_sure(setup, lines_for(world, Evening(world, people), seat), seat)
    return explained(setup, lines, seat) if lines else None


def until_sure(setup: Line, told_: Iterator[Line], seat: str) -> list[Line]:
    """Return the lines until what a person can say of them leaves one player; none where it never does."""
    here = title("la-cosa")
    side, met, lines, ruled_out = (
        CompanionSide(here.game, here.decklist),
        Met(setup["players"]),
        list[Line](),
        set[str](),
    )
    side.begin(setup)
    for said in told_:
        if len(lines) == MOST_LINES or said["action"] in ("declare", "end", "reveal", "rename"):
            return []
        before = side.course.table
        if said["action"] != CHECK:
            side.record(said)
        lines.append(said)
        met.hear(said, before, side.course.table)
        ruled_out |= {player for player in setup["players"] if met.reason(player, seat)}
        if len(ruled_out) == len(setup["players"]) - 1:
            return lines
    return []


def explained(setup: Line, lines: list[Line], seat: str) -> Puzzle | None:
    """Return the puzzle of some lines if all states counted leave one player with the last of them, and each of the
    others is gone for a reason that can be said."""
    beholder, met, reasons = Beholder(setup), Met(setup["players"]), list[Reason]()
    suspects = set(setup["players"])
    for number, said in enumerate(lines):
        before = beholder.side.course.table
        beholder.hear(said)
        met.hear(said, before, beholder.side.course.table)
        if not beholder.knowing.is_exact or beholder.knowing.doubted or not beholder.knowing.weights:
            return None
        left = beholder.suspects()
        for gone in sorted(suspects - left):
            reason = met.reason(gone, seat)
            if reason is None:
                return None
            reasons.append(Reason(number, gone, *reason))
        suspects = left
        if len(suspects) == 1 and number + 1 < len(lines):
            return None
    return Puzzle(setup, lines, seat, *suspects, reasons) if len(suspects) == 1 else None


class Met:
    """What a person keeps in mind while lines go by: who exchanged with whom, who drew how often, what came last."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = players
        self.pairs: list[tuple[str, str]] = []
        self.drawn: dict[str, int] = dict.fromkeys(players, 0)
        self.left: list[str] = []
        self.out: list[str] = []
        self.last: Line = {}
        self.offer: tuple[str, str] = ("", "")
        self.seen_sick: list[tuple[str, str]] = []
        """Who was seen to give whom an ¡Infectado!."""

    def hear(self, said: Line, before: Any, after: Any) -> None:
        """One line, with the table before and after it."""
        self.last, self.out = said, self.left
        if said["action"] == "draw" and said["back"] == "away":
            self.drawn[said["player"]] += 1
        if said["action"] == "respond" and before.prompt is not None:
            self.offer = (before.prompt.by, before.prompt.to)
            if said["card"] is None and before.hands == after.hands and set(before.seats) == set(after.seats):
                self.pairs.append(self.offer)
        if said["action"] == "respond" and said["card"] is not None:
            self.drawn[said["player"]] += 1
        if said["action"] == "play":
            self.drawn[said["player"]] += DRAWS.get(said["card"], 0)
        if said["action"] == "respond" and said["card"] is None:
            for giver, card in said.get("gives", {}).items():
                if card == SICK:
                    self.seen_sick.append((giver, self.offer[giver == self.offer[0]]))
        self.left = [player for player in before.seats if player not in after.seats] or (
            [] if said["action"] != CHECK else self.left
        )
        if said["action"] == CHECK and said["what"] == "exchange":
            for giver, taker, card in (("from", "to", "gives"), ("to", "from", "takes")):
                if said[card] == SICK:
                    self.seen_sick.append((said[giver], said[taker]))

    def reason(self, gone: str, seat: str) -> tuple[str, dict[str, Any]] | None:
        """Return why a player is none from this line on: the key of a sentence and its blanks; None where it is none
        of these."""
        said = self.last
        if said["action"] in (CHECK, "show") and said.get("cards") and said.get("what", "hand") == "hand":
            if said["player"] == gone and THING not in said["cards"]:
                return ("own" if gone == seat else "hand"), {}
            sick, who = list(said["cards"]).count(SICK), said["player"]
            met = any(gone in pair and who in pair for pair in self.pairs)
            if sick > self.drawn[who] and not met:
                return "many", {"who": who, "sick": sick, "drawn": self.drawn[who]}
        if gone in self.out:
            return "out", {}
        if self.seen_sick and said["action"] == "respond":
            giver, taker = self.seen_sick[-1]
            if {giver, taker} == set(self.offer):
                if taker == seat or gone == giver:
                    return None
                met = sum(set(pair) == {giver, taker} for pair in self.pairs) > 1
                if gone != taker:
                    return "given", {"giver": giver, "taker": taker}
                return None if met else ("first", {"giver": giver})
        return None


def puzzles(seed: str, games: int) -> Iterator[Puzzle]:
    """Yield the puzzles in so many games of a seed, at most one a game, that all three agree on."""
    for k in range(games):
        players = 4 + k % 3
        for place in range(players):
            one = puzzle_of(f"{seed} {k}", players, place)
            if one is None or one.grade < LEAST:
                continue
            if by_clauses(one.setup, one.lines) == by_judge(one.setup, one.lines) == {one.answer}:
                yield one
                break


def chosen(found: Sequence[Puzzle], many: int) -> list[Puzzle]:
    """Return so many of them, the easiest first: as unlike as can be in what they ask, then the short ones."""
    kinds: dict[tuple[str, ...], list[Puzzle]] = {}
    for one in sorted(found, key=lambda one: len(one.lines)):
        kinds.setdefault(tuple(sorted(reason.key for reason in one.reasons)), []).append(one)
    picked: list[Puzzle] = []
    while len(picked) < min(many, len(found)):
        for kind in sorted(kinds, key=lambda kind: (-len(set(kind)), -len(kind))):
            if kinds[kind] and len(picked) < many:
                picked.append(kinds[kind].pop(0))
    return sorted(picked, key=lambda one: (one.grade, len(one.lines)))
