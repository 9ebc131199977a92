"""The table as a screen draws it: the ring, what lies on it, and one sentence that says what is to be done."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.common.opening import option
from companion.games.dos_barajas import looks
from companion.games.dos_barajas.state import status, waiting_for
from companion.referee.view import Badge, PileView, SeatView, TableView
from companion.table.state import Table


def view(decklist: Decklist, table: Table, words: Wording) -> TableView:
    """Everything that lies on the table, in words and shapes."""
    now = waiting_for(table)
    seats = tuple(
        SeatView(player, table.hands[player], _before(table, words, player), is_turn=player == now)
        for player in table.seats
    )
    way = "clockwise" if table.clockwise else "counterclockwise"
    piles = [PileView(pile, words.raw(f"scene.pile.{pile}"), table.piles[pile]) for pile in ("draw", "discard")]
    if looks.middle(table):
        piles.append(PileView("middle", words.raw("scene.pile.middle"), looks.middle(table)))
    return TableView(
        seats=seats,
        gaps=tuple(() for _ in table.seats),
        out=table.eliminated,
        clockwise=table.clockwise,
        piles=tuple(piles),
        heading=heading(table, words),
        detail=_detail(decklist, table, words),
        status=status(table),
        arrow_label=words.raw(f"scene.{way}"),
    )


def _before(table: Table, words: Wording, player: str) -> tuple[Badge, ...]:
    """What everybody knows of somebody: the commander's king, a Thing revealed, a roll that is spent."""
    badges = []
    if player == table.notes.get(looks.COMMANDER):
        badges.append(Badge("kind-figuras", words.raw("scene.commander"), "defence"))
    if table.roles.get(player) == looks.THING:
        badges.append(Badge("thing", words.raw("scene.revealed"), "contagion"))
    if looks.has_rolled(table, player):
        badges.append(Badge("dice", words.raw("scene.rolled"), "obstacle"))
    return tuple(badges)


def heading(table: Table, words: Wording) -> str:
    """What is to be done now, in one sentence; once it is over, who has won."""
    if table.ended:
        if table.ended.cause == "abandoned":
            return words.raw("scene.abandoned")
        winners = table.ended.winners
        key = "scene.nobody" if not winners else "scene.won" if len(winners) > 1 else "scene.won-alone"
        return words.say(key, players=words.listed(winners))
    return words.say(f"scene.step.{table.step}", player=table.turn, left=len(table.seats))


def _detail(decklist: Decklist, table: Table, words: Wording) -> str:
    if table.ended:
        return words.raw(f"scene.cause.{table.ended.cause}")
    if table.step == looks.COMBAT:
        seen = words.listed(looks.revealed(table))
        return words.say("scene.fighting", round=looks.number(table, looks.FIGHT), things=seen)
    said = words.say("scene.round", round=looks.number(table, looks.ROUND), first=looks.first(table))
    if table.step in (looks.LEAVE, looks.TAKE):
        said += " " + words.raw(f"scene.middle.{option(decklist, table, 'middle')}")
    return said
