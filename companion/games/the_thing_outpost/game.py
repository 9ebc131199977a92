"""The Norwegian base as one value: the board game with its differences."""

from __future__ import annotations

from functools import partial

from companion.engine.kit.public_state import Shown
from companion.engine.view import TrackView
from companion.games.the_thing import GAME as BASE
from companion.games.the_thing import base as b
from companion.games.the_thing import board_view, queries
from companion.games.the_thing.retelling import chronicle
from companion.games.the_thing.summary import recap
from companion.games.the_thing_outpost import base as o
from companion.games.the_thing_outpost import queries as q
from companion.games.the_thing_outpost.box import open_table, plan
from companion.games.the_thing_outpost.effects import Effects
from companion.games.the_thing_outpost.log import Log
from companion.games.the_thing_outpost.moves import IN_THIS_BASE, MORE_PHASES, NEW
from companion.games.the_thing_outpost.prompts import Prompts
from companion.games.the_thing_outpost.referee import REFEREE
from companion.games.the_thing_outpost.state import FORMS, PUBLIC, STATE
from companion.games.the_thing_outpost.state import NEW as KEPT
from companion.games.the_thing_outpost.teeth import found


class Board(board_view.Board):
    """The table as a screen draws it, with the dog on the run and what the launch has come to."""

    def tracks(self) -> tuple[TrackView, ...]:
        """With the dog's track, and in the saucer the cards of the launch."""
        table, raw = self.table, self.words.raw
        dog = TrackView(raw("scene.tracks.dog-at"), queries.number(table, o.DOG_AT), q.end_of_run(table), "danger")
        if not q.is_in_the_ufo(table):
            return (*super().tracks(), dog)
        done = queries.number(table, o.LAUNCHED)
        return (TrackView(raw("scene.tracks.launched"), done, len(o.COSTS), "danger"),)

    def detail(self) -> str:
        """Who is away; in the saucer what either side has left to take."""
        table, say = self.table, self.words.say
        if q.is_in_the_ufo(table):
            worth = sum(value * count for value, count in q.held(table).items())
            stock = queries.number(table, o.STOCK)
            return (
                f"{say('scene.ufo', count=stock, worth=worth)} {say('scene.pool', count=queries.number(table, b.POOL))}"
            )
        away = q.escaped(table)
        return " ".join((super().detail(), *([say("scene.away", players=self.words.listed(away))] if away else [])))


_FORMS = {**BASE.forms, **FORMS}
GAME = BASE.derive(
    slug="the-thing-outpost",
    moves={**IN_THIS_BASE, **NEW},
    phases=MORE_PHASES,
    declarations=STATE,
    without=("pack",),
    forms=_FORMS,
    public=(
        *(one for one in BASE.public if (one.name if isinstance(one, Shown) else one) not in ("cause", "pack")),
        *KEPT,
        *PUBLIC,
    ),
    open=open_table,
    plan=plan,
    effects=Effects,
    prompts=Prompts,
    board=Board,
    log=Log,
    recap=partial(recap, found=found),
    chronicle=partial(chronicle, found=found),
    referee=REFEREE,
    last_steps=BASE.last_steps | {*o.UFO_STEPS},
)
