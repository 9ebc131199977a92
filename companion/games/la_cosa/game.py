"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.engine import facts as f
from companion.engine.deck import Decklist
from companion.engine.game import Past, Setup
from companion.engine.kit import board_view
from companion.engine.kit.game import Game
from companion.engine.kit.setup import answers, laid_out, opening_fault, plan_in_words
from companion.engine.practice import Lesson, Practice
from companion.engine.retelling import Hindsight
from companion.engine.view import PileView, Plan
from companion.engine.words import Wording
from companion.games.la_cosa import effects, log, moves, prompts, retelling, state, summary
from companion.games.la_cosa.cards import effect, offers
from companion.games.la_cosa.queries import HAND, INFECTED_CARD, NEXT_BACK, ROUNDS, gives_openly, nobody_begins
from companion.games.la_cosa.referee import REFEREE
from companion.games.la_cosa.steps import BOOK

ADVICE = ("mixed", "extra", "uncounted")
"""What goes wrong with a box before the first turn."""


def open_table(decklist: Decklist, setup: Setup) -> tuple[f.Fact, ...]:
    """Return the table once dealt: four cards each, everything else in the draw pile."""
    players = setup.players
    options = answers(decklist, setup)
    draw = decklist.size(len(players)) - HAND * len(players)
    return (f.TableOpened(decklist.game, players, setup.first, options, HAND, draw, "draw"),)


STRONG = ("lanzallamas", "analisis")
"""What lies in no hand at first where the table keeps the strong cards back."""

PICTURES = {
    "thing": "la-cosa aside", "box": "back-away box", "box-nothing": "box", "aside": "infectado kind-panic aside",
    "thing-pile": "la-cosa aside", "strong": "lanzallamas analisis aside", "take-pile": "shuffle",
    "take": "shuffle la-cosa", "deal": "shuffle deal", "pile": "infectado kind-panic shuffle", "turn": "turn direction",
}  # fmt: skip
"""What is drawn beside each step of the set-up."""


def plan(decklist: Decklist, players: int, words: Wording) -> Plan:
    """Return the set-up as figures and as steps that a host works through."""
    playing = decklist.in_play(players)
    total, dealt, box = len(playing), HAND * players, len(decklist.copies) - len(playing)
    thing = next((copy.id for copy in playing if copy.slug == "la-cosa"), "la-cosa.1")
    aside = {
        "la-cosa": 1,
        "infectado": sum(decklist.by_slug[copy.slug].acts_as == INFECTED_CARD for copy in playing),
        "panic": sum(decklist.by_slug[copy.slug].back == "panic" for copy in playing),
    }
    chosen = {option.name: option.default for option in decklist.options}
    in_pile, kept = chosen.get("thing_starts") == "in-the-pile", chosen.get("strong_cards") == "kept-back"
    strong = sum(decklist.by_slug[copy.slug].acts_as in STRONG for copy in playing) if kept else 0
    if strong:
        aside["strong"] = strong
    plus = [] if in_pile else [thing]
    deal = {"from_deck": dealt - len(plus), "plus": plus, "cards": dealt, "each": HAND}
    figures: dict[str, object] = {
        **laid_out(decklist, players, playing, numbered=True),
        "set_aside": aside,
        "initial_deal": deal,
        "draw_pile": total - dealt,
    }
    steps = (
        "thing-pile" if in_pile else "thing", "box" if box else "box-nothing", "aside", *["strong"] * bool(strong),
        "take-pile" if in_pile else "take", "deal", "pile", "turn",
    )  # fmt: skip
    return plan_in_words(
        words, figures, steps, {"hand": HAND, "draw": total - dealt}, ADVICE, PICTURES,
        players=players, total=total, box=box, infected=aside["infectado"], panics=aside["panic"],
        dealt=dealt, draw=total - dealt, from_deck=dealt - len(plus), strong=strong, above=players + 1,
    )  # fmt: skip


class Board(board_view.Board):
    """The ring with its doors and quarantines, and the back of the next card where it was noted."""

    def pile(self, pile: str) -> PileView:
        noted, shown = self.table.tracks.get(NEXT_BACK) if pile == "draw" else None, super().pile(pile)
        if noted is None or not shown.count:
            return shown
        back = "panic" if noted else "away"
        return replace(shown, label=self.words.say("scene.pile.next", back=self.words.raw(f"backs.{back}")), back=back)

    def heading(self) -> str:
        table, words, prompt = self.table, self.words, self.table.prompt
        if table.claim:
            return words.say(f"scene.claim.{table.claim.claim}", player=table.claim.player)
        if len(table.seats) == 1:
            return words.say("scene.alone", player=table.seats[0])
        if prompt:
            key = words.first(f"scene.respond.{effect(self.decklist, prompt.about)}", "scene.respond.card")
            return words.say(key, player=prompt.to, by=prompt.by, card=words.card(prompt.about))
        card = words.card(table.open[-1]) if table.open else ""
        return words.say(f"scene.step.{table.step}", player=table.turn, card=card)

    def detail(self) -> str:
        table, words, prompt = self.table, self.words, self.table.prompt
        if table.claim:
            return words.raw("scene.claim-detail")
        if prompt and offers(self.decklist, prompt.about):
            openly = [words.say("scene.given", player=p) for p in (prompt.by, prompt.to) if gives_openly(table, p)]
            if openly:
                return " ".join(openly)
        if table.open:
            return words.as_played(table.options).raw(f"cards.{table.open[-1]}.text")
        rounds = table.track(ROUNDS, table.turn)
        if prompt or rounds is None:
            return ""
        return words.say("scene.quarantined", player=table.turn, rounds=rounds)


ADA, BRUNO, CLEO = "Ada", "Bruno", "Cleo"


def _draw(player: str) -> dict[str, object]:
    return {"action": "draw", "player": player, "back": "away"}


def _answer(player: str, card: str | None = None) -> dict[str, object]:
    return {"action": "respond", "player": player, "card": card}


def _play(player: str, card: str, target: str) -> dict[str, object]:
    return {"action": "play", "player": player, "card": card, "target": target}


PRACTICE = Practice(
    (ADA, BRUNO, CLEO),
    (
        Lesson("draw", (_draw(ADA),)),
        Lesson("door", (_play(ADA, "puerta-atrancada", CLEO),)),
        Lesson("exchange", (_answer(BRUNO),), is_slip=True),
        Lesson("defence", (_answer(BRUNO, "no-gracias"),)),
        Lesson("turn", (_draw(BRUNO), {"action": "discard", "player": BRUNO})),
        Lesson("pass", (_answer(CLEO),)),
        Lesson("again", (_draw(CLEO),)),
        Lesson("fire", (_play(CLEO, "lanzallamas", BRUNO),), refused=_play(CLEO, "lanzallamas", ADA)),
        Lesson("out", (_answer(BRUNO),)),
    ),
)
"""A turn each of three people, with a door, a slip, a defence and a fire."""


def hindsight(decklist: Decklist, past: Sequence[Past], viewer: str) -> Hindsight | None:
    """Return what could have been known of a game that is over; what works it out comes when somebody asks.

    Nothing can be told where La Cosa lay in the pile.
    """
    if nobody_begins(past[-1][1]):
        return None
    from companion.games.la_cosa import known

    return known.hindsight(decklist, past, viewer)


GAME = Game(
    slug="la-cosa",
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
    log=log.Log,
    undo=log.Undo,
    recap=summary.recap,
    chronicle=retelling.chronicle,
    hindsight=hindsight,
    referee=REFEREE,
    steps=BOOK,
    practice=PRACTICE,
)
