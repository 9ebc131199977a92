"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from companion.engine.kit.game import Game
from companion.games.dos_barajas import board_view, effects, log, moves, prompts, retelling, setup, state, summary
from companion.games.dos_barajas.referee import REFEREE

GAME = Game(
    slug="dos-barajas",
    moves=moves.MOVES,
    phases=moves.PHASES,
    declarations=state.STATE,
    forms=state.FORMS,
    public=state.PUBLIC,
    refuse_setup=setup.refuse_setup,
    open=setup.open_table,
    plan=setup.plan,
    effects=effects.Effects,
    prompts=prompts.Prompts,
    board=board_view.Board,
    last_steps=frozenset({"combat"}),
    log=log.Log,
    undo=log.Undo,
    recap=summary.recap,
    chronicle=retelling.chronicle,
    referee=REFEREE,
)
