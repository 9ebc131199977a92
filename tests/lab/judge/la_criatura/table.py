"""The public side of La Criatura: what each action means, as cards that go from place to place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from tests.lab.judge.follower import Line, OutOfScope, texts
from tests.lab.judge.piles import Heap, Merged, Moved, Seen, named
from tests.lab.judge.public import DISCARD, hand, slug_of

EVENTS = {"armado": 1, "armado-hasta-los-dientes": 1, "despierto": 1, "estimulante": 1, "evento": 59}
WEAPONS = {"cuchillo": 1, "tapa-de-basura": 1, "arma": 8}
BONUS, GUARD = {"cuchillo": 1}, {"tapa-de-basura": 5}
CREATURE, SCIENTIST, INFECTED = "criatura", "cientifico", "infectado"
HAND, MOST_TOKENS, ALL_TOKENS = 3, 2, 20
OUT = "out"


def copies(kinds: Mapping[str, int]) -> tuple[str, ...]:
    """List the copies of some kinds."""
    return tuple(f"{kind}.{k + 1}" for kind, many in kinds.items() for k in range(many))


def face_down(player: str) -> str:
    """Name the place of a player's weapons that lie face down."""
    return f"weapons:{player}"


def shown(player: str) -> str:
    """Name the place of a player's weapons that lie open."""
    return f"shown:{player}"


def in_row(number: int) -> str:
    """Name a place in the row that the weapon pile is."""
    return f"row:{number}"


# ---------------------------------------------------------------------- what happens


@dataclass(frozen=True)
class Redealt:
    """The character cards of these were shuffled and dealt to them anew."""

    players: tuple[str, ...]


@dataclass(frozen=True)
class Holds:
    """Public answer to whether a player has the Creature's card."""

    player: str
    creature: bool


@dataclass(frozen=True)
class Gone:
    """The Creature is out of the game."""


# ---------------------------------------------------------------------- the table


@dataclass(frozen=True)
class Table:
    """Public facts after some actions."""

    everybody: tuple[str, ...]
    ring: tuple[str, ...]
    hands: Mapping[str, int]
    draw: int
    thrown: int = 0
    row: tuple[int, ...] = tuple(range(10))
    """The weapon pile: the places of its row that still have a card, the next first."""
    ends: int = 10
    """Number of places that the row has had."""
    weapons: Mapping[str, int] = field(default_factory=dict)
    seen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    two: frozenset[str] = frozenset()
    tokens: Mapping[str, int] = field(default_factory=dict)
    honoured: frozenset[str] = frozenset()
    sedated: Mapping[str, int] = field(default_factory=dict)
    chief: str = ""
    round: int = 1
    clock: int = 0
    found: int = 0
    bereft: str = ""
    step: str = "first"
    """`first`, `vote` (events too), `tie`, `verdict`, `move`, `discard`, `chief`, `flight`."""
    hit: str = ""
    votes: Mapping[str, int] = field(default_factory=dict)
    had: frozenset[str] = frozenset()
    """Players who have voted, or discarded."""
    tied: tuple[str, ...] = ()
    struck: str = ""
    guarded: bool = False
    roles: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def called(self, name: object) -> str:
        """Translate a name to the one of the set-up."""
        return self.names.get(str(name), str(name))

    def rightward(self, start: str) -> list[str]:
        """List the standing players from `start` on to the right."""
        at = self.everybody.index(start)
        order = self.everybody[at::-1] + self.everybody[:at:-1]
        return [one for one in order if one in self.ring]

    def awake(self) -> list[str]:
        """List who is not sedated, from the chief on."""
        return [one for one in self.rightward(self.chief) if one not in self.sedated]

    def handing_in(self) -> tuple[str, ...]:
        """List who has a card to hand in."""
        return tuple(one for one in self.ring if one not in self.sedated and one != self.bereft)


def opened(setup: Line) -> Table:
    """Lay the table of a set-up line."""
    people = texts(setup["players"])
    options = cast("Mapping[str, object]", setup.get("options") or {})
    many = 0 if options.get("first_hand") == "first-turn" else HAND
    hands = dict.fromkeys(people, many)
    clock = int(str(options.get("ten_turns", 9))) if len(people) == 10 else len(people) - 1
    return Table(people, people, hands, sum(EVENTS.values()) - many * len(people), clock=clock, options=options)


class Telling:
    """One action as it is read."""

    def __init__(self, table: Table, action: Line) -> None:
        self.table = table
        self.action = _in_old_names(table, action)
        self.heap = Heap(table.draw, table.thrown, not self._is("events_run_out", "no-draw", "reshuffle"))
        self.hands = dict(table.hands)
        self.events: list[object] = []

    def told(self) -> tuple[Table, tuple[object, ...]]:
        """Read the action: the table after it, and what happened."""
        reader = _READERS.get(str(self.action["action"]))
        if reader is not None:
            reader(self, str(self.action.get("player")))
        table = replace(self.table, hands=self.hands, draw=self.heap.draw, thrown=self.heap.thrown)
        return table, tuple(self.events)

    # ------------------------------------------------------------------ small words

    def _is(self, option: str, value: object, usual: object) -> bool:
        return self.table.options.get(option, usual) == value

    def _set(self, **more: Any) -> None:
        self.table = replace(self.table, **more)

    def _out(self, player: str, many: int, among: frozenset[str] | None = None) -> None:
        many = min(many, self.hands[player])
        if many:
            self.events.append(Moved(hand(player), DISCARD, many, among))
            self.hands[player] -= many
            self.heap.thrown += many

    def _fill(self) -> None:
        """Let everybody draw up to three, the chief first."""
        for player in self.table.rightward(self.table.chief):
            events, drawn = self.heap.drawn(hand(player), HAND - self.hands[player])
            self.events += events
            self.hands[player] += drawn

    def _token(self, player: str, more: int) -> bool:
        """Give or take a triumph; tell whether it was given."""
        tokens = dict(self.table.tokens)
        held = tokens.get(player, 0)
        if more > 0 and (held >= MOST_TOKENS or sum(tokens.values()) >= ALL_TOKENS):
            return False
        tokens[player] = max(0, held + more)
        self._set(tokens=tokens)
        return True

    def _made_chief(self, player: str) -> None:
        self._set(chief=player)
        again = self._is("chief_triumph", "every-time", "once")
        if (again or player not in self.table.honoured) and self._token(player, 1):
            self._set(honoured=self.table.honoured | {player})

    def _sedate(self, player: str) -> None:
        self._set(sedated={**self.table.sedated, player: self.table.round})
        self._token(player, 1)
        if player == self.table.chief and self._is("sedated_chief", "steps-down", "rolls-on") and self.table.awake():
            self._made_chief(self.table.awake()[0])

    def _wake(self, before: int) -> None:
        self._set(sedated={one: since for one, since in self.table.sedated.items() if since >= before})

    def _redeal(self) -> None:
        active = self.table.handing_in()
        if len(active) > 1:
            self.events.append(Redealt(active))

    def _weapon(self, player: str) -> None:
        """Draw a weapon; of one too many one goes back to the end of the row, or out."""
        if not self.table.row:
            return
        first, *rest = self.table.row
        self.events.append(Merged(in_row(first), face_down(player)))
        held = self.table.weapons.get(player, 0)
        limit = 2 if player in self.table.two else 1
        if held + len(self.table.seen.get(player, ())) < limit:
            held += 1
        elif self._is("weapon_back", "bottom", "bottom"):
            self.events.append(Moved(face_down(player), in_row(self.table.ends), 1))
            rest.append(self.table.ends)
            self._set(ends=self.table.ends + 1)
        else:
            self.events.append(Moved(face_down(player), OUT, 1))
        self._set(row=tuple(rest), weapons={**self.table.weapons, player: held})

    def _uncover(self, player: str, card: str) -> None:
        """Turn a weapon face up."""
        if slug_of(card) in map(slug_of, self.table.seen.get(player, ())):
            return
        self._turn(player, card)

    def _turn(self, player: str, card: str) -> None:
        if not self.table.weapons.get(player):
            raise OutOfScope("a weapon that nobody has")
        self.events += named(face_down(player), shown(player), [card])
        seen = {**self.table.seen, player: (*self.table.seen.get(player, ()), card)}
        self._set(seen=seen, weapons={**self.table.weapons, player: self.table.weapons[player] - 1})

    # ------------------------------------------------------------------ turns

    def _chief(self, player: str) -> None:
        self._made_chief(player)
        if self._is("first_hand", "first-turn", "setup"):
            self._fill()
        self._redeal()
        self._turn_ends()

    def _turn_ends(self) -> None:
        if self._is("sedation", "this-turn", "next-movement"):
            self._wake(self.table.round + 1)
        clock = self.table.clock - 1
        step = "vote" if clock > 0 else "flight"
        self._set(clock=clock, round=self.table.round + 1, step=step, had=frozenset(), votes={}, tied=())

    def _event(self, player: str) -> None:
        card = str(self.action["card"])
        if self.action.get("spend") is True:
            self._token(player, -1)
        self._out(player, 1, frozenset((card,)))
        kind = slug_of(card)
        if kind == "armado-hasta-los-dientes":
            self._set(two=self.table.two | {player})
        elif kind == "armado":
            self._weapon(player)
        elif kind == "despierto":
            whom = str(self.action.get("target") or player)
            self._set(sedated={one: since for one, since in self.table.sedated.items() if one != whom})
        for lucky in texts(self.action.get("gains") or ()):
            self._token(lucky, 1)

    def _vote(self, player: str) -> None:
        votes = dict(self.table.votes)
        for target in texts(self.action["votes"]):
            votes[target] = votes.get(target, 0) + 1
        self._set(votes=votes, had=self.table.had | {player})
        if self.table.had >= set(self.table.awake()):
            most = max(votes.values(), default=0)
            hit = tuple(one for one in self.table.ring if most and votes.get(one) == most)
            if len(hit) > 1:
                self._set(step="tie", tied=hit)
            elif hit:
                self._accused(hit[0])
            else:
                self._movement()

    def _tie(self, player: str) -> None:
        dice = cast("list[int]", self.action["dice"])
        lowest = tuple(one for one, die in zip(self.table.tied, dice, strict=True) if die == min(dice))
        if len(lowest) == 1:
            self._accused(lowest[0])
        elif self._is("tie_again", "lowest", "lowest"):
            self._set(tied=lowest)

    def _accused(self, player: str) -> None:
        self._set(tied=())
        if self.table.found >= 2:
            self._sedate(player)
            self._movement()
        else:
            self._set(step="verdict", hit=player)

    def _declare(self, player: str) -> None:
        creature = self.action["creature"] is True
        self.events.append(Holds(player, creature))
        if not creature:
            self._sedate(player)
            self._movement()
            return
        self._set(found=self.table.found + 1)
        if self.table.found == 1:
            self._redeal()
        else:
            self.events.append(Gone())
            self._set(bereft=player)
            if self._is("second_find", "sedated", "sedated"):
                self._sedate(player)
        self._movement()
        if self.table.found == 1 and self.table.options.get("redeal_is_movement") is True:
            self._to_discards()

    def _movement(self) -> None:
        self._set(votes={}, had=frozenset(), step="move", hit="")
        if self._is("sedation", "next-movement", "next-movement"):
            self._wake(self.table.round)

    def _move(self, player: str) -> None:
        if cast("list[int]", self.action["dice"])[0] <= 4:
            self._redeal()
        self._to_discards()

    def _to_discards(self) -> None:
        self._set(step="discard", had=frozenset())
        self._discarded()

    def _discarded(self) -> None:
        if all(one in self.table.had or not self.hands[one] for one in self.table.awake()):
            self._fill()
            self._set(step="chief", had=frozenset())

    def _discard(self, player: str) -> None:
        self._out(player, cast(int, self.action["count"]))
        self._set(had=self.table.had | {player})
        self._discarded()

    def _elect(self, player: str) -> None:
        chief, *others = self.table.rightward(self.table.chief)
        able = [one for one in (*others, chief) if one not in self.table.sedated] or [chief]
        counted = able[(cast("list[int]", self.action["dice"])[0] - 1) % len(able)]
        self._made_chief(counted)
        self._turn_ends()

    def _arm(self, player: str) -> None:
        self._token(player, -1)
        self._weapon(player)

    # ------------------------------------------------------------------ the helicopter

    def _attack(self, player: str) -> None:
        weapon = self.action.get("weapon")
        if weapon:
            self._uncover(player, str(weapon))
        if self.action.get("triumph") is True:
            self._token(player, -1)
            hits = True
        else:
            best = max(cast("list[int]", self.action["dice"]))
            bonus = BONUS.get(slug_of(str(weapon)), cast(int, self.action.get("bonus") or 0)) if weapon else 0
            if player not in self.table.sedated:
                hits = best + bonus >= 5
            elif self._is("sedated_bonus", "only-six", "counts"):
                hits = best == 6
            else:
                hits = best + bonus >= 6
        if hits:
            self._set(struck=str(self.action["target"]), guarded=False)

    def _respond(self, player: str) -> None:
        infected = [one for one in self.table.ring if self.table.roles.get(one) == "infected"]
        if self.table.roles.get(self.table.struck) == "creature" and infected:
            self._set(struck=str(self.action["target"]))
        elif self.action.get("triumph") is True:
            self._token(player, -1)
            self._set(struck="")
        elif self.action.get("card"):
            self._parries(player, str(self.action["card"]))
        else:
            self._falls(player)

    def _parries(self, player: str, card: str) -> None:
        self._uncover(player, card)
        least = GUARD.get(slug_of(card), cast(int, self.action.get("from") or 7))
        if cast("list[int]", self.action["dice"])[0] >= least:
            self._set(struck="")
        elif not self._is("defence_and_triumph", "both", "both") or not self.table.tokens.get(player):
            self._falls(player)

    def _falls(self, player: str) -> None:
        self.events += [Merged(hand(player), DISCARD), Merged(face_down(player), OUT), Merged(shown(player), OUT)]
        self.heap.thrown += self.hands.pop(player)
        ring = tuple(one for one in self.table.ring if one != player)
        sedated = {one: since for one, since in self.table.sedated.items() if one != player}
        left = {one: many for one, many in self.table.weapons.items() if one != player}
        seen = {one: cards for one, cards in self.table.seen.items() if one != player}
        self._set(ring=ring, sedated=sedated, struck="", weapons=left, seen=seen)

    def _reveal(self, player: str) -> None:
        infected = dict.fromkeys(texts(self.action.get("infected") or ()), "infected")
        self._set(roles={player: "creature", **infected})

    # ------------------------------------------------------------------ beside the game

    def _rename(self, player: str) -> None:
        self._set(names={**self.table.names, str(self.action["to"]): player})

    def _show(self, player: str) -> None:
        cards = tuple(card for card in texts(self.action.get("cards") or ()) if slug_of(card) in EVENTS)
        if self.action.get("to") == "all" and player in self.hands and cards:
            self.events.append(Seen(hand(player), cards, len(cards) == self.hands[player]))

    def _override(self, player: str) -> None:
        fields = cast("Mapping[str, object]", self.action["set"])
        if set(fields) != {"options"}:
            raise OutOfScope("a correction")
        self._set(options={**self.table.options, **cast("Mapping[str, object]", fields["options"])})


def _in_old_names(table: Table, action: Line) -> dict[str, Any]:
    said = dict(action)
    if said["action"] == "rename":
        return {**said, "player": table.called(said["player"])}
    for key in ("player", "target"):
        if said.get(key) is not None:
            said[key] = table.called(said[key])
    for key in ("votes", "gains", "infected"):
        if said.get(key):
            said[key] = [table.called(name) for name in cast("Sequence[object]", said[key])]
    return said


_READERS: Mapping[str, Callable[[Telling, str], None]] = {
    "chief": Telling._chief,
    "event": Telling._event,
    "vote": Telling._vote,
    "tie": Telling._tie,
    "declare": Telling._declare,
    "move": Telling._move,
    "discard": Telling._discard,
    "elect": Telling._elect,
    "arm": Telling._arm,
    "uncover": lambda telling, player: telling._turn(player, str(telling.action["card"])),
    "attack": Telling._attack,
    "respond": Telling._respond,
    "reveal": Telling._reveal,
    "rename": Telling._rename,
    "show": Telling._show,
    "override": Telling._override,
}


def told(table: Table, action: Line) -> tuple[Table, tuple[object, ...]]:
    """Read an action: the table after it, and what happened."""
    return Telling(table, action).told()
