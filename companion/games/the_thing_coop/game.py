"""The cooperative mode as one value: the board game with its differences."""

from __future__ import annotations

from companion.games.the_thing import GAME as BOARD_GAME
from companion.games.the_thing_coop.board_view import Board
from companion.games.the_thing_coop.box import plan
from companion.games.the_thing_coop.effects import Effects
from companion.games.the_thing_coop.log import Log, Undo
from companion.games.the_thing_coop.moves import OTHER, OTHER_PHASES
from companion.games.the_thing_coop.prompts import Prompts
from companion.games.the_thing_coop.queries import people
from companion.games.the_thing_coop.setup import open_table, refuse_setup
from companion.games.the_thing_coop.state import DECLARED, FORMS, PUBLIC, WITHOUT

GAME = BOARD_GAME.derive(
    slug="the-thing-coop",
    moves=OTHER,
    phases=OTHER_PHASES,
    declarations=DECLARED,
    without=WITHOUT,
    forms=FORMS,
    public=PUBLIC,
    refuse_setup=refuse_setup,
    open=open_table,
    people=people,
    plan=plan,
    effects=Effects,
    prompts=Prompts,
    board=Board,
    log=Log,
    undo=Undo,
    last_steps=frozenset({"rescue", "escape", "block", "ending"}),
)
