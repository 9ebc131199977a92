"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from companion.games.common.known import known
from companion.games.la_cosa.ask import ask, assemble
from companion.games.la_cosa.chronicle import chronicle
from companion.games.la_cosa.hidden import WITNESS
from companion.games.la_cosa.judge import carry_out, judge
from companion.games.la_cosa.recap import recap
from companion.games.la_cosa.scene import view
from companion.games.la_cosa.setup import open_table, plan, refuse_setup
from companion.games.la_cosa.state import state
from companion.games.la_cosa.tell import tell
from companion.games.la_cosa.untell import untell
from companion.games.la_cosa.verbs import VERBS, check_form
from companion.referee.game import Game

GAME = Game(
    slug="la-cosa",
    verbs=VERBS,
    check_form=check_form,
    refuse_setup=refuse_setup,
    open=open_table,
    judge=judge,
    carry_out=carry_out,
    state=state,
    view=view,
    ask=ask,
    assemble=assemble,
    tell=tell,
    plan=plan,
    untell=untell,
    known=known,
    recap=recap,
    chronicle=chronicle,
    witness=WITNESS,
)
