"""The print studio as a page: choose a sheet, see it as it will be printed, make its PDF.

Looking is free; making a PDF and saving a printer are the host's. It all works by plain forms; a script keeps the
preview in step with what is typed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.printing import press, profiles, sheets
from companion.printing.art import art
from companion.printing.asking import STAGES, Job, Jobs, correction_of, order_of
from companion.printing.faults import Unprintable
from companion.printing.labels import label_sheets
from companion.printing.order import TOLD, WHATS, Correction, Order, What
from companion.printing.papers import PAPERS
from companion.printing.report import Chronicle, Line, chronicle
from companion.printing.sheets import Telling
from companion.printing.source import Source, sheet_language, sheet_languages, sheet_words, source_of
from companion.service.errands import WorkerLost, Workers
from companion.service.history.film import reel_of
from companion.service.live.session import LiveGame
from companion.service.people.forget import nameless
from companion.service.transfer import record
from companion.store import default_folder
from companion.store.base import GameInfo, UnknownGame
from companion.web.pages.base import Notice, render, unkept, words
from companion.web.pages.games.boxes import boxes, boxes_with, called, name_of
from companion.web.server.context import ALONE, DATA_FOLDER, PRESS, figures, lang, must_be_host, tables
from companion.web.server.files import attached

IN_BROWSER: tuple[What, ...] = ("setup", "reference", "roles")
"""The sheets of which nothing has to be of a certain size."""
NAMED = 3
"""How many people's names stand for a table that has none."""
AGREED: tuple[What, ...] = ("cards", "reference", "roles", "setup", "kit")
"""The sheets that say what a table decided, where they are printed for one."""


def shown(fields: Mapping[str, str]) -> Response:
    """Show the sheet that the fields ask for, in the language of the device; by default the reference sheet."""
    what: What = next((known for known in IN_BROWSER if known == fields.get("what")), "reference")
    words, known = sheet_words(lang()), boxes()
    chosen = {key: fields.get(key, "") for key in ("box", "table", "players")}
    notice: Notice | None = None
    sheet: Mapping[str, Any] | None = None
    try:
        if chosen["table"]:
            playing = _table_of(chosen["table"])
            chosen["box"] = playing.title.decklist.slug
            chosen["players"] = fields.get("players", str(len(playing.course.table.players)))
        order = order_of({"what": what, "players": chosen["players"]}, sheet_language(lang()))
        sheet = sheets.data(order, _box_asked(order, chosen))
    except Unprintable as fault:
        notice = Notice("error", words.say(fault.key, **fault.blanks))
    decklist = (called(chosen["box"]) or known[0]).decklist
    return render(
        "print/sheet.html",
        status=422 if notice else 200,
        t=words.say,
        what=what,
        whats=IN_BROWSER,
        box=decklist.slug,
        boxes=tuple((one.decklist.slug, name_of(one)) for one in known),
        players=chosen["players"],
        counts=tuple(range(decklist.fewest, decklist.most + 1)),
        table=chosen["table"],
        tables=_tables_of(decklist.game),
        sheet=sheet,
        notice=notice,
    )


T = TypeVar("T")
blueprint = Blueprint("print", __name__)

PATIENCE = 2.0
"""A PDF that takes no longer (s) is handed over at once; a slower one shows its progress."""
PREVIEW_PPI = 80.0


class _Chosen(dict[str, str]):
    """Fields of the form; one that was not filled in is empty."""

    def __missing__(self, key: str) -> str:
        return ""


@blueprint.get("/print")
def studio() -> Response:
    """Show the studio with the sheet in the address; on a tablet alone, the sheets as pages that the browser prints."""
    fields = request.args.to_dict()
    return _shown(fields) if current_app.config[ALONE] is None else shown(fields)


@blueprint.get("/print/preview.png")
def preview() -> Response:
    """Return a page of a sheet as a picture; `X-Pages` is their number."""
    fields = request.args.to_dict()
    try:
        order, source, told = _asked(fields)
        shown = _pressed(
            current_app.extensions.get(PRESS), press.preview, order, source, _page_number(fields), PREVIEW_PPI, told
        )
        picture, pages, warnings = (*shown, sheets.warnings(order, source, told))
    except Unprintable as fault:
        return Response(_sentence(fault), 422, mimetype="text/plain")
    response = Response(picture, mimetype="image/png")
    response.headers["X-Pages"] = str(pages)
    response.headers["X-Warnings"] = json.dumps(warnings)
    return unkept(response)


@blueprint.post("/print/pdf")
def make() -> AnyResponse:
    """Make the PDF: at once if it is quick, else with a page that shows how far it is."""
    must_be_host()
    fields = request.form.to_dict()
    try:
        order, source, told = _asked(fields)
    except Unprintable as fault:
        return _shown(fields, Notice("error", _sentence(fault)), 422)
    job = _jobs().start(f"{source.decklist.slug}-{order.what}.{press.ending(order)}", order, source, told)
    if not job.done.wait(PATIENCE):
        return redirect(url_for("print.job", ident=job.id), 303)
    if job.fault:
        return _shown(fields, Notice("error", _sentence(job.fault)), 422)
    return _handed_over(job)


@blueprint.get("/print/jobs/<ident>")
def job(ident: str) -> AnyResponse:
    """Show how far a sheet is."""
    must_be_host()
    found = _jobs().get(ident)
    if found is None:
        return _shown({}, Notice("error", sheet_words(lang()).raw("page.gone")), 404)
    if found.fault:
        return _shown({}, Notice("error", _sentence(found.fault)), 422)
    words = sheet_words(lang())
    stage = words.raw("page.stage-waiting" if found.stage == "waiting" else f"stage.{found.stage}")
    is_done = found.done.is_set()
    response = render(
        "print/job.html",
        t=words.say,
        id=ident,
        name=found.name,
        stage=stage,
        step=found.step,
        steps=len(STAGES) - 1,
        done=is_done,
        back=url_for("print.studio"),
    )
    if not is_done:
        response.headers["Refresh"] = "1"
    return response


@blueprint.get("/print/jobs/<ident>/pdf")
def fetch(ident: str) -> Response:
    """Return the PDF of a finished job."""
    must_be_host()
    found = _jobs().get(ident)
    if found is None or not found.pdf:
        abort(404)
    return _handed_over(found)


@blueprint.post("/print/printers")
def printers() -> Response:
    """Save the correction that was typed under a name, or forget a printer."""
    must_be_host()
    fields, words = request.form.to_dict(), sheet_words(lang())
    try:
        if name := fields.get("forget", ""):
            profiles.forget(_folder(), name)
            notice = Notice("done", words.say("page.forgotten", printer=name))
        else:
            name = fields.get("printer-name", "").strip()
            profiles.save(_folder(), name, correction_of(fields))
            fields["printer"] = name
            notice = Notice("done", words.say("page.saved", printer=name))
    except Unprintable as fault:
        return _shown(fields, Notice("error", _sentence(fault)), 422)
    return _shown(fields, notice)


def _handed_over(job: Job) -> Response:
    kind = "zip" if job.name.endswith(".zip") else "pdf"
    return unkept(attached(job.pdf, f"application/{kind}", job.name))


def _shown(fields: Mapping[str, str], notice: Notice | None = None, status: int = 200) -> Response:
    """Show the studio with its form filled in."""
    page, pages = _page_number(fields), 1
    warnings: Sequence[str] = ()
    try:
        order, source, told = _asked(fields)
        pages = _pressed(current_app.extensions.get(PRESS), press.pages, order, source, page, told)
        warnings = sheets.warnings(order, source, told)
    except Unprintable as fault:
        if notice is None and not (fields.get("what") in TOLD and not _finished()):
            notice, status = Notice("error", _sentence(fault)), 422
    here = {key: value for key, value in fields.items() if value}
    mine = called(fields.get("box", "")) or boxes()[0]
    decklist = mine.decklist
    return render(
        "print/studio.html",
        status=status,
        t=sheet_words(lang()).say,
        chosen=_Chosen(
            {"what": "cards", "paper": "a4", "lang": sheet_language(lang()), "ink": "full"}
            | {k: v for k, v in fields.items() if v}
        ),
        whats=WHATS,
        boxes=tuple((title.decklist.slug, name_of(title)) for title in boxes_with(mine)),
        counts=tuple(range(decklist.fewest, decklist.most + 1)),
        languages=tuple((tag, sheet_words(tag).raw(f"page.lang-{tag}")) for tag in sheet_languages()),
        papers=tuple((paper.slug, paper.name) for paper in PAPERS.values()),
        labels=tuple((s.slug, ", ".join(s.names)) for s in label_sheets().values() if s.holds_tag and not s.cut),
        printers=tuple(sorted(_profiles())),
        games=_finished(),
        tables=_tables_of(decklist.game) if fields.get("what", "cards") in AGREED else (),
        page=page,
        pages=pages,
        preview=_address("/print/preview.png", here, page),
        before=_address("/print", here, page - 1) if page > 1 else "",
        after=_address("/print", here, page + 1) if page < pages else "",
        art=_art(decklist.slug).as_posix() if (_folder() / _art(decklist.slug)).is_dir() else "",
        warnings=tuple(warnings),
        notice=notice,
    )


def _address(path: str, fields: Mapping[str, str], page: int) -> str:
    """Return the address of a page of this sheet."""
    return f"{path}?{urlencode({**fields, 'page': str(page)})}"


def _pressed(workers: Workers | None, work: Callable[..., T], *given: object) -> T:
    """Done by the worker process, where there is one. Raises `Busy`; a lost worker is a fault of the engine."""
    if workers is None:
        return work(*given)
    try:
        return workers.run(work, *given)
    except WorkerLost:
        raise Unprintable("engine", trouble="—") from None


def _page_number(fields: Mapping[str, str]) -> int:
    text = fields.get("page", "")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 5 else 1


def _asked(fields: Mapping[str, str]) -> tuple[Order, Source, Chronicle | None]:
    """Parse the form as an order with its source."""
    saved = fields.get("printer", "")
    correction = profiles.profile(_folder(), saved) if saved else None
    order = order_of(fields, sheet_language(lang()), correction)
    if order.what in TOLD:
        game = fields.get("game", "")
        known = [ident for ident, _ in _finished()]
        if not known or (game and game not in known):
            raise Unprintable("unfinished" if game else "record")
        playing = tables().playing(game or known[0])
        if fields.get("names") == "no":
            playing = nameless(tables(), game or known[0], words(lang()).raw("evening.somebody"))
        lines = [Line(one.version, one.text, one.undone) for one in record.log(playing, order.lang)]
        source = source_of(playing.title, order.lang, playing.course.table.options)
        everybody = figures().of(playing.course.table.players)
        return order, source, chronicle(playing.course, lines, (), reel_of(playing, order.lang), everybody)
    source = _box_asked(order, fields)
    if fields.get("art"):
        folder = _art(source.decklist.slug)
        if not (_folder() / folder).is_dir():
            raise Unprintable("art-folder", folder=folder.as_posix())
        source = replace(source, art=art(_folder() / folder, source.decklist.by_slug, source.backs()))
    return order, source, None


def _box_asked(order: Order, fields: Mapping[str, str]) -> Source:
    """Return the chosen box; or that of the table it is printed for, with its answers."""
    if fields.get("table") and order.what in AGREED:
        playing = _table_of(fields["table"])
        return source_of(playing.title, order.lang, playing.course.table.options)
    slug = fields.get("box", "")
    title = called(slug) if slug else boxes()[0]
    if title is None:
        raise Unprintable("no-box", box=slug[:60])
    return source_of(title, order.lang)


def _table_of(ident: str) -> LiveGame:
    """Return the table of this house that a sheet is printed for."""
    try:
        return tables().playing(ident)
    except UnknownGame:
        raise Unprintable("table") from None


def _tables_of(game: str) -> tuple[tuple[str, str], ...]:
    """Return the tables of this house that play a game, the newest first."""
    return tuple((one.id, _label(one)) for one in tables().headings() if one.game == game)


def _label(one: GameInfo) -> str:
    """Return what a game is picked by: its name, else who sits there, and its day."""
    sitting = ", ".join(one.players[:NAMED]) + ("…" if len(one.players) > NAMED else "")
    return f"{one.name or sitting} · {one.changed[:10]}"


def _art(slug: str) -> Path:
    """Return the folder of the host's own pictures for a deck, in the data folder: no device is told where that is."""
    return Path("art") / slug


def _finished() -> tuple[tuple[str, str], ...]:
    """Return the finished games of this house, the newest first."""
    return tuple((one.id, _label(one)) for one in tables().headings() if one.is_over)


def _folder() -> Path:
    return Path(current_app.config.get(DATA_FOLDER) or default_folder())


def _profiles() -> Mapping[str, Correction]:
    try:
        return profiles.profiles(_folder())
    except Unprintable:
        return {}


def _jobs() -> Jobs:
    workers = current_app.extensions.get(PRESS)

    def build(order: Order, source: Source, told: Chronicle | None, telling: Telling) -> bytes:
        telling("typesetting")
        return _pressed(workers, press.build, order, source, told)

    found: Jobs = current_app.extensions.setdefault("companion.print-jobs", Jobs(build))
    return found


def _sentence(fault: Unprintable) -> str:
    """Return the fault as a sentence without paths, which only the command line may show."""
    blanks = {name: value.name if isinstance(value, Path) else value for name, value in fault.blanks.items()}
    return sheet_words(lang()).say(fault.key, **blanks)
