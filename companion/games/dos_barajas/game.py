"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from companion.games.common.known import known
from companion.games.dos_barajas.ask import ask, assemble
from companion.games.dos_barajas.chronicle import chronicle
from companion.games.dos_barajas.hidden import WITNESS
from companion.games.dos_barajas.judge import carry_out, judge
from companion.games.dos_barajas.recap import recap
from companion.games.dos_barajas.scene import view
from companion.games.dos_barajas.setup import open_table, plan, refuse_setup
from companion.games.dos_barajas.state import state
from companion.games.dos_barajas.tell import tell
from companion.games.dos_barajas.untell import untell
from companion.games.dos_barajas.verbs import VERBS, check_form
from companion.referee.game import Game

GAME = Game(
    slug="dos-barajas",
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
