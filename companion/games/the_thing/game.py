"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from companion.engine.kit.game import Game
from companion.engine.kit.setup import opening_fault
from companion.games.the_thing.board_view import Board
from companion.games.the_thing.box import open_table, plan
from companion.games.the_thing.effects import Effects
from companion.games.the_thing.log import Log, Undo
from companion.games.the_thing.moves import MOVES, PHASES
from companion.games.the_thing.prompts import Prompts
from companion.games.the_thing.referee import REFEREE
from companion.games.the_thing.state import FORMS, PUBLIC, STATE
from companion.games.the_thing.summary import chronicle, recap

GAME = Game(
    slug="the-thing",
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
    log=Log,
    undo=Undo,
    recap=recap,
    chronicle=chronicle,
    referee=REFEREE,
    last_steps=frozenset({"rescue", "escape", "ending"}),
)
