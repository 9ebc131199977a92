"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Past, Setup
from companion.engine.history import Entry
from companion.engine.kit import board_view
from companion.engine.kit.game import Game
from companion.engine.kit.retelling import Naming, Tally, at_the_end, counts_in_statistics, figures, steps, stories
from companion.engine.kit.setup import answers, laid_out, opening_fault, plan_in_words
from companion.engine.retelling import Chronicle
from companion.engine.state import Table
from companion.engine.view import Badge, Plan, Recalled
from companion.engine.words import Wording
from companion.games.la_criatura import effects, log, moves, prompts, queries, state
from companion.games.la_criatura.queries import CREATURE, EVENT, INFECTED, MOVING, SCIENTIST, WEAPON, how_many
from companion.games.la_criatura.referee import REFEREE


@dataclass(slots=True)
class _Tale(Naming):
    """The game as it is gone through once."""

    moves: int = 0
    still: int = 0
    blows: int = 0
    chiefs: Counter[str] = field(default_factory=Counter)
    votes: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    out: list[tuple[str, str]] = field(default_factory=list)


def recap(decklist: Decklist, past: Sequence[Past], words: Wording) -> tuple[Recalled, ...]:
    """Return the figures, then the stories, without what did not happen."""
    tale = _Tale()
    for entry, before in steps(past):
        _note(tale, entry, before)
    turns = queries.number(at_the_end(past), queries.TURN) - 1
    counts = {"turns": turns, "moves": tale.moves, "still": tale.still, "blows": tale.blows}
    told = {
        "chiefs": [words.say("recap.times", what=tale.name(p), count=n) for p, n in tale.chiefs.most_common()],
        "votes": [words.say("recap.times", what=tale.name(p), count=n) for p, n in tale.votes.most_common()],
        "out": [words.say("recap.struck", player=tale.name(p), by=tale.name(by)) for p, by in tale.out if by],
        "played": [words.say("recap.times", what=words.card(c), count=n) for c, n in tale.played.most_common()],
    }
    return (*figures(words, counts), *stories(words, told))


def _note(tale: _Tale, entry: Entry, before: Table) -> None:
    if entry.verb == "event":
        tale.played[str(entry.action.get("card", ""))] += 1
    if entry.verb == "vote":
        votes = entry.action.get("votes")
        tale.votes.update(map(str, votes) if isinstance(votes, list | tuple) else ())
    by = before.prompt.by if before.prompt else ""
    for fact in entry.facts:
        match fact:
            case f.DiceRolled(_, "move", values):
                tale.moves += values[0] in MOVING
                tale.still += values[0] not in MOVING
            case f.DiceRolled(_, "attack", _):
                tale.blows += 1
            case f.Noted(key, player) if key == queries.CHIEF and player and entry.verb != "override":
                tale.chiefs[player] += 1
            case f.PlayerOut(player, _):
                tale.out.append((player, by))
            case f.Renamed(player, to) if player != to:
                tale.rename(player, to)
            case _:
                pass


ADVICE = ("backs", "infected", "marker")
"""What goes wrong before the first turn."""


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """Return the table once dealt: events in hand, weapons apart, the clock set, play to the right."""
    players = setup.players
    options = answers(decklist, setup)
    held = queries.HAND if options.get("first_hand", "setup") == "setup" else 0
    draw = how_many(decklist, EVENT) - held * len(players)
    return (
        f.TableOpened(decklist.game, players, setup.first, options, held, draw, "first"),
        f.CountsSet({str(queries.ARMOURY.name): how_many(decklist, WEAPON), str(queries.CHARACTERS.name): 0}, {}),
        f.DirectionTurned(False),
        f.TrackSet(*queries.CLOCK, queries.start_of_clock(options.get("ten_turns", 9), len(players))),
        f.TrackSet(*queries.TURN, 1),
    )


def figures_of(decklist: Decklist, players: int) -> dict[str, int]:
    """Return the numbers of the set-up."""
    events, tokens = how_many(decklist, EVENT), decklist.setup
    question = decklist.option("ten_turns")
    turns = queries.start_of_clock(question.default if question else 9, players)
    return {
        "scientists": players - 1,
        "infected": players,
        "characters": players,
        "turns": turns,
        "votes": players + 1,
        "events": events,
        "each": queries.HAND,
        "dealt": queries.HAND * players,
        "pile": events - queries.HAND * players,
        "weapons": how_many(decklist, WEAPON),
        "triumph": tokens.get("triumph_tokens", 0),
        "sedated": tokens.get("sedated_tokens", 0),
    }


PICTURES = {
    "characters": "cientifico criatura box", "infected": "shuffle deal infectado", "front": "human infected",
    "clock": "clock helicopter",
    "votes": "votes", "events": "evento deal", "weapons": "arma shuffle",
    "tokens": "tokens sedated chief dice", "first": "chief",
}  # fmt: skip
"""What is drawn beside each step of the set-up."""


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """Return the set-up as figures and as steps that a host works through."""
    figures = figures_of(decklist, players)
    playing = {SCIENTIST: players - 1, INFECTED: players, CREATURE: 1}
    idle = {copy for slug, count in playing.items() for copy in [c for c in decklist.copies if c.slug == slug][count:]}
    told: dict[str, object] = {
        **laid_out(decklist, players, [copy for copy in decklist.copies if copy not in idle]),
        "set_aside": {"infectado": players, "arma": figures["weapons"]},
        "initial_deal": {"characters": players, "infected_each": 1, "events_each": queries.HAND},
        "draw_pile": figures["pile"],
        "turns": figures["turns"],
        "clock": figures["turns"],
        "vote_tokens": figures["votes"],
        "weapon_pile": figures["weapons"],
    }
    keys = ("characters", "infected", "front", "clock", "votes", "events", "weapons", "tokens", "first")
    verify = {key: figures[key] for key in ("each", "pile", "weapons", "turns")}
    return plan_in_words(words, told, keys, verify, ADVICE, PICTURES, players=players, **figures)


def chronicle(decklist: Decklist, past: Sequence[Past], words: Wording) -> Chronicle:
    """Feats, from the entries that stand; a game that was abandoned counts in no statistic."""
    tally = Tally()
    for entry, before in steps(past):
        for did in _counted(entry, before):
            tally.add(*did)
        for fact in entry.facts:
            if isinstance(fact, f.Renamed):
                tally.renamed(fact)
    return Chronicle(counts_in_statistics(past), feats=tuple(tally.feats()))


def _counted(entry: Entry, before: Table) -> Iterator[tuple[str, str]]:
    """Yield what one entry adds: (feat, player)."""
    if entry.verb == "vote":
        votes = entry.action.get("votes")
        yield from (("voted", str(player)) for player in (votes if isinstance(votes, list | tuple) else ()))
    if entry.verb == "override":
        return
    saved = entry.verb == "respond" and before.prompt is not None and before.prompt.about == queries.BLOW
    for fact in entry.facts:
        match fact:
            case f.Noted(key, player) if key == queries.CHIEF and player:
                yield "chief", player
            case f.TrackSet(track, player, value) if track == queries.SEDATED and value is not None:
                yield "sedated", player
            case f.PlayerOut():
                saved = False
                if before.prompt is not None:
                    yield "struck", before.prompt.by
            case _:
                pass
    if saved and before.prompt is not None and any(isinstance(fact, f.Settled) for fact in entry.facts):
        yield "saved", before.prompt.to


class Board(board_view.Board):
    """The ring, the piles with that of the weapons, and the clock in the middle."""

    piles = ("draw", "discard", "weapons")

    def is_turn(self, player: str) -> bool:
        """Return False for everybody before there is a chief."""
        return self.table.step != "first" and super().is_turn(player)

    def centre(self) -> Badge:
        """Return the clock on the time marker: turns to go, or the helicopter."""
        left = queries.number(self.table, queries.CLOCK)
        told = self.words.say("scene.clock.left" if left else "scene.clock.none", count=left)
        return Badge("clock" if left else "helicopter", told, "panic", left or None)

    def badges(self, player: str) -> tuple[Badge, ...]:
        """Return a card that was shown, the chief's token, the others, weapons that lie open."""
        role = self.table.roles.get(player)
        mark, kind = ("human", "action") if role == queries.HUMAN_ROLE else (f"role-{role}", "contagion")
        shown = [Badge(mark, self.words.raw(f"roles.{role}"), kind)] if role else []
        tokens = sorted(super().badges(player), key=lambda badge: badge.icon != "chief")
        return (*shown, *tokens, *map(self.card, self.table.fronts.get(player, ())))

    def heading(self) -> str:
        table, words, prompt = self.table, self.words, self.table.prompt
        if prompt:
            return words.say(f"scene.respond.{prompt.about}", player=prompt.to, by=prompt.by)
        blanks = {"players": words.listed(queries.tied(table)), "aboard": words.listed(table.seats)}
        step = "vote-chief" if table.step == "vote" and table.turn == queries.chief(table) else table.step
        return words.say(f"scene.step.{step}", player=table.turn, **blanks)

    def detail(self) -> str:
        """Return the number of the turn."""
        table, words = self.table, self.words
        if table.step == "first":
            return words.say("scene.first", player=table.turn)
        if table.step in (*queries.IN_FLIGHT, *queries.STRUGGLE):
            return words.raw("scene.flight-revealed" if queries.is_revealed(table) else "scene.flight")
        number, found = queries.number(table, queries.TURN), queries.number(table, queries.FOUND)
        said = [words.say("scene.turn", number=number, turns=number + queries.number(table, queries.CLOCK) - 1)]
        return " ".join([*said, *([words.raw(f"scene.found.{found}")] if found else [])])


GAME = Game(
    slug="la-criatura",
    moves=moves.MOVES,
    phases=moves.PHASES,
    declarations=state.STATE,
    forms=state.FORMS,
    public=state.PUBLIC,
    refuse_setup=opening_fault,
    open=open_table,
    plan=plan,
    effects=effects.Effects,
    prompts=prompts.Prompts,
    board=Board,
    first_in_play=True,
    last_steps=frozenset({"helicopter"}),
    log=log.Log,
    undo=log.Undo,
    recap=recap,
    chronicle=chronicle,
    referee=REFEREE,
)
