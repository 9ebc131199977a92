"""The table as a screen draws it: the ring, what lies on it, and one sentence that says what is to be done."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.la_cosa.cards import effect
from companion.games.la_cosa.looks import NEXT_BACK, ROUNDS
from companion.games.la_cosa.state import status
from companion.referee.view import Badge, PileView, SeatView, TableView
from companion.table.state import Table


def view(decklist: Decklist, table: Table, words: Wording) -> TableView:
    """Everything that lies on the table, in words and shapes."""
    prompt = table.prompt
    over = table.ended is not None
    seats = tuple(
        SeatView(
            name=player,
            cards=table.hands[player],
            badges=_before(decklist, table, words, player),
            is_turn=not over and player == table.turn,
            is_asked=prompt is not None and player == prompt.to,
        )
        for player in table.seats
    )
    way = "clockwise" if table.clockwise else "counterclockwise"
    return TableView(
        seats=seats,
        gaps=tuple(tuple(_card(decklist, words, card) for card in lying) for lying in table.gaps),
        out=table.eliminated,
        clockwise=table.clockwise,
        piles=tuple(PileView(pile, _pile(table, words, pile), table.piles[pile]) for pile in ("draw", "discard")),
        heading=_heading(decklist, table, words),
        detail=_detail(decklist, table, words),
        status=status(table),
        centre=_card(decklist, words, table.open[-1]) if table.open else None,
        arrow_label=words.raw(f"scene.{way}"),
        links=((prompt.by, prompt.to),) if prompt else (),
    )


def _pile(table: Table, words: Wording, pile: str) -> str:
    """A pile's name; of the draw pile the back on top of it, where that was noted."""
    back = table.tracks.get(NEXT_BACK) if pile == "draw" else None
    if back is None:
        return words.raw(f"scene.pile.{pile}")
    return words.say("scene.pile.next", back=words.raw("backs.panic" if back else "backs.away"))


def _card(decklist: Decklist, words: Wording, card: str) -> Badge:
    known = decklist.by_slug.get(card)
    return Badge(card, words.card(card), known.kind if known else "")


def _before(decklist: Decklist, table: Table, words: Wording, player: str) -> tuple[Badge, ...]:
    """What lies before a player: a quarantine with its rounds."""
    rounds = table.track(ROUNDS, player)
    badges = tuple(_card(decklist, words, card) for card in table.fronts.get(player, ()))
    if rounds is None:
        return badges
    card = badges[0].icon if badges else ROUNDS
    label = words.say("scene.quarantine", rounds=rounds)
    return (Badge(card, label, "obstacle", rounds), *badges[1:])


def _heading(decklist: Decklist, table: Table, words: Wording) -> str:
    """What is to be done now, and by whom."""
    if table.ended:
        return _outcome(table, words)
    if table.claim:
        return words.say(f"scene.claim.{table.claim.claim}", player=table.claim.player)
    if len(table.seats) == 1:
        return words.say("scene.alone", player=table.seats[0])
    prompt = table.prompt
    if prompt:
        key = f"scene.respond.{effect(decklist, prompt.about)}"
        return words.say(key, player=prompt.to, by=prompt.by, card=words.card(prompt.about))
    card = words.card(table.open[-1]) if table.open else ""
    return words.say(f"scene.step.{table.step}", player=table.turn, card=card)


def _outcome(table: Table, words: Wording) -> str:
    assert table.ended is not None
    won = table.ended.winners
    if table.ended.cause == "abandoned":
        return words.raw("scene.abandoned")
    if not won:
        return words.raw("scene.nobody")
    return words.say("scene.won" if len(won) > 1 else "scene.won-alone", players=words.listed(won))


def _detail(decklist: Decklist, table: Table, words: Wording) -> str:
    """Why it ended so; or, for a card being resolved, what it says."""
    if table.ended:
        return words.raw(f"scene.cause.{table.ended.cause}")
    if table.claim:
        return words.raw("scene.claim-detail")
    if table.open:
        return words.raw(f"cards.{table.open[-1]}.text")
    if not table.prompt and (ROUNDS, table.turn) in table.tracks:
        return words.say("scene.quarantined", player=table.turn, rounds=table.track(ROUNDS, table.turn))
    return ""
