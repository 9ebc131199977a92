"""The practice evening: it is opened from the games, and led by a sentence that points at what is to be touched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.practice import ASTRAY, OVER, TAKE_BACK, Said
from companion.web.pages.base import game_words, pages
from companion.web.pages.games.boxes import boxes
from companion.web.pages.table.page import TablePage
from companion.web.pages.table.prompts import Asking
from companion.web.server.context import must_be_host, practices


class Coach(NamedTuple):
    """Sentence of a step, and the id of what is to be touched; `then`: the same once that has said why it cannot be
    done. `text` is empty where something else was done than asked for."""

    text: str
    touch: str = ""
    then: str = ""
    then_touch: str = ""
    is_over: bool = False


@pages.post("/practice")
def practice() -> AnyResponse:
    """Open a practice evening of the first game that has one."""
    must_be_host()
    game = next(title.game.slug for title in boxes() if title.game.practice)
    return redirect(url_for("pages.table", game=practices().begin(game).id), 303)


@pages.app_template_global("coach")
def coach(page: TablePage) -> Coach:
    """Return what to say at the step of a practice evening that the page shows."""
    title, step = practices().seen(page.id).title, practices().step(page.id)
    words, name = game_words(title), f"practice.{step.name}"
    if step.name == ASTRAY or step.actions[:1] == (TAKE_BACK,):
        return Coach("" if step.name == ASTRAY else words.raw(name), "undo")
    touch = _option(page.asking, step.actions)
    if not page.is_opened:
        return Coach(words.raw(name), touch, is_over=step.name == OVER)
    if not touch:
        return Coach("", "step-back")
    if step.refused:
        return Coach(words.raw(f"{name}-whom"), _option(page.asking, (step.refused,)), words.raw(f"{name}-why"), touch)
    return Coach(words.raw(f"{name}-whom"), touch)


def _option(asking: Asking | None, actions: Sequence[Said]) -> str:
    """Return the id of the choice that says these actions, or leads to them; empty if there is none."""
    for option in asking.options if asking else ():
        said = (option.choice.said, *option.choice.then)
        leads = all(one.items() <= wanted.items() for one, wanted in zip(said, actions, strict=False))
        if leads and len(said) == len(actions):
            return option.id
    return ""
