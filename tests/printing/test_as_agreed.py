"""Sheets printed for a table say what it decided: cards and the player aid, on the command line and in the studio."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdfium2 import PdfDocument

from companion.cli import Refused, main
from companion.cli.decks import answers
from companion.decks.catalog import title
from companion.printing.source import Source, sheet_words
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.pages.printing import studio
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.web.sitting import HOST, KEY

OTHERWISE = {
    "quarantine_exchange": "blocked",
    "quarantine_rounds": 3,
    "door_stops_ranged": False,
    "thing_caught_loses": False,
    "self_quarantine": True,
    "thing_alone": "nobody-eliminated",
}


def told(source: Source, card: str) -> str:
    return str(source.design(source.decklist.by_slug[card])["text"])


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_part_of_the_aid_is_for_an_answer_there_is(lang: str) -> None:
    words = sheet_words(lang)
    for key in words.sentences:
        if ".by." not in key:
            continue
        place, _, answer = key.partition(".by.")
        name, _, value = answer.partition(".")
        option = title(key.split(".")[1]).decklist.option(name)
        assert option is not None and value in {str(one).lower() for one in option.values}, key
        asking = [k for k in words.sentences if k.rpartition(".")[0] == place and f"{{{name}}}" in words.sentences[k]]
        assert asking, key
        others = [f"{place}.by.{name}.{str(one).lower()}" for one in option.values]
        assert all(other in words.sentences for other in others), key


def test_answers_are_read_as_their_kind() -> None:
    box = title("la-cosa").decklist
    said = ["self_quarantine=true", "door_stops_ranged=false", "quarantine_rounds=3", "thing_alone=nobody-eliminated"]
    assert answers(box, said, "en") == {
        "self_quarantine": True, "door_stops_ranged": False, "quarantine_rounds": 3, "thing_alone": "nobody-eliminated",
    }  # fmt: skip
    for wrong in ("self_quarantine=yes", "self_quarantine", "nobody=1", ""):
        with pytest.raises(Refused) as refused:
            answers(box, [wrong], "en")
        assert "self_quarantine=true" in refused.value.message and wrong in refused.value.message


def test_on_the_command_line(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    said = ["print", "cards", "--only", "cuarentena.1", "--output", str(sheet), "--option"]
    assert CliRunner().invoke(main, [*said, "quarantine_rounds=3"]).exit_code == 0

    text = " ".join(PdfDocument(str(sheet))[0].get_textpage().get_text_range().split())
    assert "tres rondas" in text
    refused = CliRunner().invoke(main, [*said, "quarantine_rounds=9"])
    assert refused.exit_code == 1
    assert "quarantine_rounds=9" in refused.output


def test_in_the_studio() -> None:
    tables = GameService(MemoryStore(), title)
    app = create_app(tables, Settings(KEY))
    if "print" not in app.blueprints:
        app.register_blueprint(studio.blueprint)
    client = app.test_client()
    setup = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani"], "options": OTHERWISE}
    made = client.post("/api/games", json=setup, headers=HOST)
    ident = made.get_json()["id"]
    page = client.get("/print?what=reference").get_data(as_text=True)
    assert 'name="table"' in page
    assert f'value="{ident}"' in page
    assert 'name="table"' not in client.get("/print?what=tags").get_data(as_text=True)
    three = tables.open({"playthrough": 1, "game": "la-criatura", "players": ["Ana", "Beto", "Carla"], "options": {}})
    tables.label(tables.open({**setup, "options": {}}).id, "Viernes")
    with app.test_request_context("/print"):
        labels = [label.partition(" · ")[0] for _, label in studio._tables_of("la-cosa")]
        assert labels == ["Viernes", "Ana, Beto, Carla…"], "the newest first"
        assert [(one, label[:18]) for one, label in studio._tables_of("la-criatura")] == [
            (three.id, "Ana, Beto, Carla ·")
        ]
        _, source, _ = studio._asked({"what": "cards", "table": ident})
        assert "tres rondas" in told(source, "cuarentena")
        _, plain, _ = studio._asked({"what": "cards"})
        assert "dos rondas" in told(plain, "cuarentena")
    answer = client.get("/print?what=cards&table=nothing")
    assert answer.status_code == 422
    assert sheet_words("es").raw("cannot.table") in answer.get_data(as_text=True)
