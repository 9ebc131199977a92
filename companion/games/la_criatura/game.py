"""The game as one value: the table of contents of its rules."""

from __future__ import annotations

from companion.games.common.known import known
from companion.games.common.opening import opening_fault
from companion.games.la_criatura.ask import ask, assemble
from companion.games.la_criatura.chronicle import chronicle
from companion.games.la_criatura.hidden import WITNESS
from companion.games.la_criatura.judge import carry_out, judge
from companion.games.la_criatura.recap import recap
from companion.games.la_criatura.scene import view
from companion.games.la_criatura.setup import open_table, plan
from companion.games.la_criatura.state import state
from companion.games.la_criatura.tell import tell
from companion.games.la_criatura.untell import untell
from companion.games.la_criatura.verbs import VERBS, check_form
from companion.referee.game import Game

GAME = Game(
    slug="la-criatura",
    verbs=VERBS,
    check_form=check_form,
    refuse_setup=opening_fault,
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
    witness=WITNESS,
    chronicle=chronicle,
)
