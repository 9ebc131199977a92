"""The table as a screen draws it: the ring, what lies on it, and one sentence that says what is to be done."""

from __future__ import annotations

from companion.cards.decklist import Decklist
from companion.cards.wording import Wording
from companion.games.la_criatura import looks
from companion.games.la_criatura.state import status
from companion.referee.view import Badge, PileView, SeatView, TableView
from companion.table.places import DISCARD, DRAW
from companion.table.state import Table

PILES = (DRAW, DISCARD, looks.ARMOURY)


def view(decklist: Decklist, table: Table, words: Wording) -> TableView:
    """Everything that lies on the table, in words and shapes."""
    prompt, over = table.prompt, table.ended is not None
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
        gaps=tuple(() for _ in table.seats),
        out=table.eliminated,
        clockwise=table.clockwise,
        piles=tuple(PileView(str(p.name), words.raw(f"scene.pile.{p.name}"), table.piles[str(p.name)]) for p in PILES),
        heading=_heading(table, words),
        detail=_detail(table, words),
        status=status(table),
        centre=_clock(table, words),
        arrow_label=words.raw(f"scene.{way}"),
        links=((prompt.by, prompt.to),) if prompt else (),
    )


def _clock(table: Table, words: Wording) -> Badge:
    """The clock on the time marker: turns to go, or the helicopter."""
    left = looks.number(table, looks.CLOCK)
    key = "none" if not left else "one" if left == 1 else "many"
    return Badge("clock" if left else "helicopter", words.say(f"scene.clock.{key}", count=left), "panic", left or None)


def _before(decklist: Decklist, table: Table, words: Wording, player: str) -> tuple[Badge, ...]:
    """What lies before a player: chief, sedated, votes, triumphs, weapons, a card that was shown."""
    badges: list[Badge] = []
    if player in table.roles:
        role = table.roles[player]
        badges.append(Badge(f"role-{role}", words.raw(f"roles.{role}"), "contagion"))
    if looks.chief(table) == player:
        badges.append(Badge("chief", words.raw("scene.chief"), "obstacle"))
    if looks.is_sedated(table, player):
        badges.append(Badge("sedated", words.raw("scene.sedated"), "panic"))
    for track, kind in ((looks.VOTES, "danger"), (looks.TOKENS, "action"), (looks.WEAPONS, "defence")):
        count = looks.number(table, (track, player))
        if count:
            badges.append(Badge(track, words.say(f"scene.{track}", count=count), kind, count))
    for card in table.fronts.get(player, ()):
        badges.append(Badge(card, words.card(card), decklist.by_slug[card].kind if card in decklist.by_slug else ""))
    return tuple(badges)


def _heading(table: Table, words: Wording) -> str:
    """What is to be done now, and by whom."""
    if table.ended:
        return outcome(table, words)
    prompt = table.prompt
    if prompt:
        return words.say(f"scene.respond.{prompt.about}", player=prompt.to, by=prompt.by)
    blanks = {"player": table.turn, "players": words.listed(looks.tied(table)), "aboard": words.listed(table.seats)}
    return words.say(f"scene.step.{table.step}", **blanks)


def outcome(table: Table, words: Wording) -> str:
    """Who has won."""
    assert table.ended is not None
    won = table.ended.winners
    if table.ended.cause == "abandoned":
        return words.raw("scene.abandoned")
    return words.say("scene.won" if len(won) > 1 else "scene.won-alone", players=words.listed(won))


def _detail(table: Table, words: Wording) -> str:
    """Which turn it is; or why it ended so."""
    if table.ended:
        return words.raw(f"scene.cause.{table.ended.cause}")
    if table.step == "first":
        return words.say("scene.first", player=table.turn)
    if table.step in (*looks.IN_FLIGHT, "respond", "landed"):
        return words.raw("scene.flight-revealed" if looks.is_revealed(table) else "scene.flight")
    number = looks.number(table, looks.TURN)
    turns = number + looks.number(table, looks.CLOCK) - 1
    found = looks.number(table, looks.FOUND)
    said = [words.say("scene.turn", number=number, turns=turns)]
    said += [words.raw(f"scene.found.{found}")] if found else []
    return " ".join(said)
