"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from companion.engine.kit.game import Game
from companion.engine.kit.setup import opening_fault
from companion.games.la_criatura.board_view import Board
from companion.games.la_criatura.effects import Effects
from companion.games.la_criatura.log import Log, Undo
from companion.games.la_criatura.moves import MOVES, PHASES
from companion.games.la_criatura.prompts import Prompts
from companion.games.la_criatura.referee import WITNESS
from companion.games.la_criatura.retelling import chronicle
from companion.games.la_criatura.setup import open_table, plan
from companion.games.la_criatura.state import FORMS, PUBLIC, STATE
from companion.games.la_criatura.summary import recap

GAME = Game(
    slug="la-criatura",
    moves=MOVES,
    phases=PHASES,
    declarations=STATE,
    forms=FORMS,
    public=PUBLIC,
    refuse_setup=opening_fault,
    open=open_table,
    plan=plan,
    effects=Effects,
    prompts=Prompts,
    board=Board,
    last_steps=frozenset({"helicopter"}),
    log=Log,
    undo=Undo,
    recap=recap,
    chronicle=chronicle,
    witness=WITNESS,
)
