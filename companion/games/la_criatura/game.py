"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from companion.engine.kit.game import Game
from companion.engine.kit.setup import opening_fault
from companion.games.la_criatura import board_view, effects, log, moves, prompts, retelling, setup, state, summary
from companion.games.la_criatura.referee import REFEREE

GAME = Game(
    slug="la-criatura",
    moves=moves.MOVES,
    phases=moves.PHASES,
    declarations=state.STATE,
    forms=state.FORMS,
    public=state.PUBLIC,
    refuse_setup=opening_fault,
    open=setup.open_table,
    plan=setup.plan,
    effects=effects.Effects,
    prompts=prompts.Prompts,
    board=board_view.Board,
    first_in_play=True,
    last_steps=frozenset({"helicopter"}),
    log=log.Log,
    undo=log.Undo,
    recap=summary.recap,
    chronicle=retelling.chronicle,
    referee=REFEREE,
)
