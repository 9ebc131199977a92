"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from companion.engine.kit.game import Game
from companion.games.dos_barajas import queries
from companion.games.dos_barajas.board_view import Board
from companion.games.dos_barajas.effects import Effects
from companion.games.dos_barajas.log import Log, Undo
from companion.games.dos_barajas.moves import MOVES, PHASES
from companion.games.dos_barajas.prompts import Prompts
from companion.games.dos_barajas.referee import WITNESS
from companion.games.dos_barajas.retelling import chronicle
from companion.games.dos_barajas.setup import open_table, plan, refuse_setup
from companion.games.dos_barajas.state import FORMS, PUBLIC, STATE
from companion.games.dos_barajas.summary import recap

GAME = Game(
    slug="dos-barajas",
    moves=MOVES,
    phases=PHASES,
    declarations=STATE,
    forms=FORMS,
    public=PUBLIC,
    refuse_setup=refuse_setup,
    open=open_table,
    plan=plan,
    effects=Effects,
    prompts=Prompts,
    board=Board,
    last_steps=frozenset({queries.COMBAT}),
    log=Log,
    undo=Undo,
    recap=recap,
    chronicle=chronicle,
    witness=WITNESS,
)
