"""The print studio in the browser: looking is free, making is the host's, the proof is the sheet."""

from __future__ import annotations

import os
import re
from contextlib import closing
from html import unescape
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.decks.catalog import title
from companion.printing import engine, profiles
from companion.printing.asking import KEPT, STAGES, Jobs, order_of
from companion.printing.faults import Unprintable
from companion.printing.order import TOLD, WHATS, Correction, LabelStart, Order
from companion.service.live.games import GameService
from companion.service.workers import WorkerPool
from companion.store.memory import MemoryStore
from companion.web.pages.printing import studio
from companion.web.server.context import PRESS
from companion.web.server.settings import Settings
from tests.printing.ordering import la_cosa, printed
from tests.waiting import PATIENCE
from tests.web.sitting import HOST, KEY, quick_app


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    made = quick_app(GameService(MemoryStore(), title), Settings(KEY))
    if "print" not in made.blueprints:
        made.register_blueprint(studio.blueprint)
    made.config[studio.DATA_FOLDER] = tmp_path
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


FORM = {
    "what": "kit", "lang": "en", "paper": " letter ", "ink": "eco", "size": "sleeve", "card": "mini", "sides": "backs",
    "layout": "duplex", "flip": "short", "guides": "both", "form": "half", "label": "herma-4211", "players": " 6 ",
    "deck": " ab ", "only": "hacha.1, ups ,", "gutter": "3,0", "first": "9", "outlines": "1",
    "ldx": "0,5", "ldy": "\N{MINUS SIGN}0.25", "lsx": "1.01", "lsy": "0,99",
    "dx": "0.7", "dy": "-0,4", "angle": "0.1", "sx": "1.002", "sy": "0.998",
}  # fmt: skip
WISHES: dict[str, Any] = {
    "paper": "letter", "lang": "en", "ink": "eco", "players": 6, "deck": "AB", "only": ("hacha.1", "ups"),
    "size": "sleeve", "card": "mini", "sides": "backs", "flip": "short", "gutter": 3.0, "guides": "both",
    "form": "half", "label": "herma-4211", "labels": LabelStart(9, 0.5, -0.25, 1.01, 0.99, True),
    "correction": Correction(0.7, -0.4, 0.1, 1.002, 0.998),
}  # fmt: skip
"""What the form asks for, as an order has it; the command line asks for the same (`test_print_command`)."""


def test_a_form_is_read_field_by_field_and_an_empty_one_asks_for_what_is_usual() -> None:
    assert order_of(FORM, "es") == Order("kit", **WISHES)
    assert order_of({}, "en") == order_of({"paper": " ", "players": "", "deck": ""}, "en") == Order("cards", lang="en")
    assert order_of({"png": "1"}, "es", Correction(dx=1)) == Order("cards", png=True, correction=Correction(dx=1))


def test_of_many_sheets_the_last_are_kept() -> None:
    jobs = Jobs(lambda *_: b"%PDF")
    first, *others = (jobs.start(f"{k}.pdf", Order(what="roles"), la_cosa()) for k in range(KEPT + 1))
    assert jobs.get(first.id) is None and [jobs.get(one.id) for one in others] == others


@pytest.mark.parametrize("what", [what for what in WHATS if what not in TOLD])
def test_the_studio_shows_every_sheet_and_sets_no_type_for_it(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    for name in ("png", "pdf"):
        monkeypatch.setattr(engine, name, lambda *_: pytest.fail("type was set"))
    answer = client.get(f"/print?what={what}&players=6")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert f"/print/preview.png?what={what}" in page and 'id="refresh"' in page, (
        "the proof, and a button without a script"
    )
    assert "{" not in page.split("<main")[1].replace("{{", ""), "every blank is filled"


@pytest.mark.parametrize(("page", "before", "after"), [("", "#proof", "2"), ("2", "1", "#proof")])
def test_the_studio_goes_from_page_to_page(client: FlaskClient, page: str, before: str, after: str) -> None:
    query = "what=cards&only=hacha.1%2Clanzallamas.1&page="
    html = client.get(f"/print?{query}{page}").get_data(as_text=True)
    ways = [re.search(f'href="([^"]+)" id="{name}"', html) for name in ("before", "after")]
    assert [unescape(way[1]) if way else "" for way in ways] == [
        one if one.startswith("#") else f"/print?{query}{one}" for one in (before, after)
    ]


def test_a_proof_is_a_picture_of_its_page(client: FlaskClient) -> None:
    answer = client.get("/print/preview.png?what=cards&only=hacha.1,lanzallamas.1&page=2")
    assert (answer.status_code, answer.mimetype, answer.headers["X-Pages"]) == (200, "image/png", "2")
    assert answer.data.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("what=posters", "posters"), ("only=nadie", "nadie"), ("players=99", "99"), ("players=x", "x"),
        ("dx=mucho", "mucho"),
        ("page=9&only=hacha.1", "9"), ("box=mus", "mus"), ("what=tags&label=nada", "nada"), ("printer=nadie", "nadie"),
        ("what=tags&first=0x1", "0x1"), ("gutter=7", "7"), ("paper=a9", "a9"), ("what=report", ".jsonl"),
    ],
)  # fmt: skip
def test_a_form_that_makes_no_sense_is_answered_in_a_sentence(client: FlaskClient, query: str, named: str) -> None:
    proof = client.get(f"/print/preview.png?{query}")
    assert proof.status_code == 422
    assert named in proof.get_data(as_text=True)
    page = client.get(f"/print?{query}")
    assert page.status_code == (200 if query == "what=report" else 422)


def test_a_game_that_is_not_over_has_no_chronicle(app: Flask, client: FlaskClient) -> None:
    assert "hace falta una partida" in client.get("/print/preview.png?what=report&lang=es").get_data(as_text=True)
    tables: GameService = app.extensions["companion.tables"]
    people = ["Ana", "Beto", "Carla", "Dani"]
    over, open_ = (
        tables.open({"playthrough": 1, "game": "la-cosa", "players": people, "options": {}}).id for _ in "ab"
    )
    tables.say(over, {"action": "end", "cause": "abandoned"})
    refused = client.get(f"/print/preview.png?what=report&lang=es&game={open_}")
    assert (refused.status_code, "no ha terminado" in refused.get_data(as_text=True)) == (422, True)


def test_only_the_host_makes_and_saves(client: FlaskClient) -> None:
    for path in ("/print/pdf", "/print/printers"):
        assert client.post(path, data={"what": "roles"}).status_code == 401
    for path in ("/print/jobs/x", "/print/jobs/x/pdf"):
        assert client.get(path).status_code == 401


def test_the_host_gets_the_pdf_the_command_line_writes(client: FlaskClient) -> None:
    answer = client.post("/print/pdf", data={"what": "roles", "paper": "letter", "lang": "en"}, headers=HOST)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert 'filename="la-cosa-roles.pdf"' in answer.headers["Content-Disposition"]
    assert answer.data == printed("roles", paper="letter", lang="en")


def test_a_fault_while_making_is_shown_with_the_form(client: FlaskClient) -> None:
    answer = client.post("/print/pdf", data={"what": "cards", "only": "nadie"}, headers=HOST)
    assert answer.status_code == 422
    assert "nadie" in answer.get_data(as_text=True)


def test_a_slow_sheet_shows_how_far_it_is(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    go = Event()

    def slowly(order: Order, source: object, told: object, telling: object) -> bytes:
        telling("typesetting")  # type: ignore[operator]
        assert go.wait(60)
        return b"%PDF-made"

    app.extensions["companion.print-jobs"] = Jobs(slowly)
    monkeypatch.setattr(studio, "PATIENCE", 0.05)
    answer = client.post("/print/pdf", data={"what": "roles"}, headers=HOST)
    assert answer.status_code == 303
    where = answer.headers["Location"]
    page = client.get(where, headers=HOST)
    assert "Componiendo" in page.get_data(as_text=True) and page.headers["Refresh"] == "1"
    assert client.get(f"{where}/pdf", headers=HOST).status_code == 404
    job = app.extensions["companion.print-jobs"].get(where.rsplit("/", 1)[1])
    told = []
    for job.stage in STAGES[:-1]:
        told += re.findall(
            r'<progress max="4" value="(\d)"></progress> (.*?)</p>', client.get(where, headers=HOST).text
        )
    assert told == [
        ("0", "esperando a la hoja anterior"),
        ("1", "Colocando las piezas…"),
        ("2", "Componiendo las hojas…"),
        ("3", "Cerrando el PDF…"),
    ]
    go.set()
    assert job.done.wait(60)
    page = client.get(where, headers=HOST)
    assert (
        "Refresh" not in page.headers and "<h1>Listo</h1>" in page.text and 'pdf" download>Guardar el PDF' in page.text
    )
    assert client.get(f"{where}/pdf", headers=HOST).data == b"%PDF-made"
    assert client.get("/print/jobs/nothing", headers=HOST).status_code == 404


def test_a_job_that_fails_says_why() -> None:
    def fails(*_: object) -> bytes:
        raise Unprintable("paper", paper="a9", papers="a4")

    def breaks(*_: object) -> bytes:
        raise ZeroDivisionError("oh")

    for build, key in ((fails, "cannot.paper"), (breaks, "cannot.engine")):
        job = Jobs(build).start("x.pdf", Order(what="roles"), la_cosa())
        assert job.done.wait(60)
        assert job.fault is not None and job.fault.key == key and not job.pdf


def test_a_printer_is_saved_used_and_forgotten(client: FlaskClient, tmp_path: Path) -> None:
    saved = client.post(
        "/print/printers", data={"what": "cards", "printer-name": " Brother ", "dx": "0,7"}, headers=HOST
    )
    assert saved.status_code == 200 and "Brother" in saved.get_data(as_text=True)
    asked = {"what": "cards", "only": "hacha.1", "printer": "Brother"}
    assert [*profiles.profiles(tmp_path)] == ["Brother"]

    made = client.post("/print/pdf", data=asked, headers=HOST)
    assert made.data == printed("cards", only=("hacha.1",), correction=Correction(dx=0.7))
    assert "Brother" in client.get("/print?what=cards").get_data(as_text=True)
    client.post("/print/printers", data={"what": "cards", "forget": "Brother"}, headers=HOST)
    assert client.post("/print/pdf", data=asked, headers=HOST).status_code == 422


def test_what_is_typed_never_becomes_markup(client: FlaskClient) -> None:
    page = client.get('/print?what=cards&only="><script>x</script>').get_data(as_text=True)
    assert "<script>x" not in page


@pytest.mark.long
def test_a_worker_process_sets_the_same_type_and_says_the_same_faults(app: Flask, tmp_path: Path) -> None:
    """A proof, a refused one, a PDF and a lost worker, with and without a process of its own for them."""
    (tmp_path / "art" / "la-cosa").mkdir(parents=True)
    paths = ("/print/preview.png?what=tags&players=4", "/print/preview.png?what=cards&only=nothing")
    here = [app.test_client().get(path) for path in paths]
    order = {"what": "tags", "players": "4"}
    pdf = app.test_client().post("/print/pdf", data=order, headers=HOST).data
    app.extensions.pop("companion.print-jobs")
    with closing(WorkerPool(workers=1, waiting=2, patience=PATIENCE)) as workers:
        app.extensions[PRESS] = workers
        there = [app.test_client().get(path) for path in paths]
        assert [one.status_code for one in there] == [200, 422]
        assert [one.data for one in there] == [one.data for one in here]
        job = app.test_client().post("/print/pdf", data=order, headers=HOST)
        if job.status_code == 303:
            app.extensions["companion.print-jobs"].get(job.headers["Location"].rpartition("/")[2]).done.wait(60)
            job = app.test_client().get(job.headers["Location"] + "/pdf", headers=HOST)
        assert job.data == pdf
        workers.run(os.getpid)
        broken = WorkerPool(workers=1, waiting=0, patience=0.001)
        app.extensions[PRESS] = broken
        lost = app.test_client().get(paths[0])
        assert lost.status_code == 422 and lost.get_data(as_text=True)
        broken.close()
    full = WorkerPool(workers=1, waiting=-1, patience=PATIENCE)
    app.extensions[PRESS] = full
    busy = app.test_client().get(paths[0])
    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "2")


@pytest.mark.parametrize("torn", ["{", '{"Brother": {"dx": "x"}}', "folder"])
def test_no_page_tells_where_this_computer_keeps_its_files(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, torn: str
) -> None:
    """Printers, typefaces, templates: a guest reads which file is wrong, and no folder."""
    path = tmp_path / "printers.json"
    path.mkdir() if torn == "folder" else path.write_text(torn, "utf-8")
    query = "what=cards&only=hacha.1&printer=Brother"
    told = [client.get(f"/print?{query}"), client.get(f"/print/preview.png?{query}")]
    assert [one.status_code for one in told] == [422, 422]
    for one in told:
        assert "printers.json" in one.get_data(as_text=True) and str(tmp_path) not in one.get_data(as_text=True)
    monkeypatch.setattr(engine, "FONTS", (*engine.FONTS, "Nowhere-Bold.ttf"))
    missing = client.get("/print/preview.png?what=roles")
    assert missing.status_code == 422
    words = missing.get_data(as_text=True)
    assert "Nowhere-Bold.ttf" in words and "/" not in words and "\\" not in words
