"""A language made by following `docs/add-a-language.md` word for word is whole, is counted by its own rules, and is
spoken everywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.languages import coverage_of, faults
from companion.cli.usage import say
from companion.decks.catalog import own_folders, read_folder, title
from companion.i18n import catalog
from companion.printing.source import sheet_languages
from tests.cli.running import shell
from tests.i18n import pretend
from tests.web.sitting import Sitting

ADDRESSES = ("/", "/new", "/device", "/screens", "/devices", "/print")
OF_A_GAME = ("", "/log", "/film", "/story", "/rules", "/setup", "/at/2", "/edit/2", "/fix", "/scan", "/none")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a host's folder of games with the language in it."""
    folder = tmp_path_factory.mktemp("data")
    pretend.made(folder)
    catalog.look_in(folder / "languages")
    yield folder
    catalog.look_in(folder / "none")


def test_nothing_is_missing_superfluous_or_without_the_forms_of_the_language(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "tags", lambda: (*catalog.LADDER, pretend.TAG))  # the others are long to read
    decks = [finding for folder in own_folders() for finding in read_folder(folder).findings]
    assert [one for one in (*faults(), *decks) if str(data) in one.file] == []
    assert {one.percent for one in coverage_of(pretend.TAG)} == {100}


def test_it_is_forty_percent_longer(data: Path) -> None:
    for part in ("screens", "past", "scan", "sheets"):
        english, ours = catalog.read(part, "en"), catalog.read(part, "uk")
        keys = [key for key in english if key in ours and not key.startswith("lang.")]
        assert len(keys) > 20
        assert 1.25 < sum(len(ours[key]) for key in keys) / sum(len(english[key]) for key in keys) < 1.5, part


def test_every_page_and_the_sheets_and_the_command_line_speak_it(data: Path) -> None:
    assert ("uk", "Українська") in catalog.language_names() and "uk" in sheet_languages()
    sitting = Sitting(lang="uk")
    sitting.sit_down()
    sitting.say(action="draw", player="Ana", back="away")
    sitting.say(action="discard", player="Ana")
    for path in (*ADDRESSES, *(f"/games/{sitting.game}{one}" for one in OF_A_GAME)):
        page = sitting.get(path)
        assert page.status == (404 if path.endswith("/none") else 200) and '<html lang="uk"' in page.html, path
        assert re.search(r"[a-z](ą|ąz|ązy)\b", page.text), path
    assert 'lang="uk">Українська</button>' in Sitting(lang="es").get("/").html
    kept = sitting.client.post("/language", data={"lang": "uk", "back": "/"}).headers.get("Set-Cookie")
    assert "=uk;" in str(kept)
    assert catalog.words("screens", "uk").sentences.keys() >= catalog.read("screens", "es").keys() - {
        key for key in catalog.read("screens", "es") if key.rpartition(".")[2] in ("one", "other")
    }
    assert say("uk", "check.count", count=3).startswith("Thereąz areą 3 ")


def test_it_counts_by_its_own_rules(data: Path) -> None:
    path = data / "languages" / "uk" / "camera.toml"
    text = path.read_text("utf-8")
    for form in ("one", "few", "many", "other"):
        text = re.sub(rf'(?m)^read\.{form} = ".*"$', f'read.{form} = "{form} {{count}}"', text)
    path.write_text(text, "utf-8")
    catalog.look_in(data / "languages")
    told = [catalog.words("camera", "uk").say("seen.read", count=n) for n in (1, 2, 5, 12, 22)]
    assert told == ["one 1", "few 2", "many 5", "many 12", "few 22"]
    words = title("la-cosa").wording("uk")
    assert words.say("known.drawn", count=5) == words.sentences["known.drawn.many"].replace("{count}", "5")


@pytest.mark.long
def test_a_typo_in_it_is_one_line_with_its_place_and_the_rest_goes_on(data: Path) -> None:
    path = data / "languages" / "uk" / "scan.toml"
    whole = path.read_text("utf-8")
    try:
        path.write_text(whole.replace('"\n', "\n", 1), "utf-8")
        place = f"{path}:{1 + whole[: whole.index(chr(34) + chr(10))].count(chr(10))}:"
        done = shell("check", "--json", COMPANION_DATA=str(data))
        assert done.returncode == 1
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        assert [f"{row['file']}:{row['line']}:" for row in rows if "file" in row] == [place]
        assert {row["language"]: row["percent"] for row in rows if "language" in row}["uk"] < 100
    finally:
        path.write_text(whole, "utf-8")
