"""Truth of the documentation: generated pages are current, links lead somewhere, examples run, every part of the tests
is told."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from companion.decks.catalog import game_slugs, title
from companion.decks.loader import Source, read
from tests.docs import moves_page
from tests.docs.gallery import main
from tests.docs.rules_page import GAMES, LANGUAGES, file_of, page
from tests.games.play import Sitting
from tests.parts import PARTS, is_short, part_of

ROOT = Path(__file__).parent.parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_page_is_current(game: str, lang: str) -> None:
    assert file_of(game, lang).read_text(encoding="utf-8") == page(title(game), lang)


def test_links_lead_somewhere() -> None:
    assert len(PAGES) > 70
    links = [
        (path, target)
        for path in PAGES
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
        if not target.startswith(("http://", "https://"))
    ]
    assert not [f"{path.relative_to(ROOT)}: {link}" for path, link in links if not (path.parent / link).exists()]


def test_the_playthrough_in_the_docs_plays() -> None:
    text = (ROOT / "docs" / "playthrough.md").read_text(encoding="utf-8")
    setup, *actions = map(json.loads, re.findall(r"```json\n(.*?)```", text, re.DOTALL)[0].splitlines())
    here = title("la-cosa")
    sitting = Sitting(here.game, here.decklist, setup)
    assert [sitting.say(**action) for action in actions] == ["ok"] * len(actions)


def test_the_deck_in_the_docs_is_a_deck(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "add-a-card.md").read_text(encoding="utf-8")
    deck, words, *_ = (
        re.sub(r"^   ", "", block, flags=re.MULTILINE) for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    )
    (tmp_path / "deck.toml").write_text(deck, encoding="utf-8")
    (tmp_path / "es.toml").write_text(words, encoding="utf-8")
    mine = title("la-cosa", "mi-caja", (tmp_path,))
    assert mine.decklist.by_slug["soplete"].acts_as == "lanzallamas"
    assert "lanzallamas.2" not in {copy.id for copy in mine.decklist.copies}
    assert mine.words["es"].card("soplete") == "Soplete"


def test_the_deck_of_la_criatura_in_the_docs_is_a_deck(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "add-a-card.md").read_text(encoding="utf-8")
    deck = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)[2]
    (tmp_path / "deck.toml").write_text(deck, encoding="utf-8")
    mine = title("la-criatura", "mi-criatura", (tmp_path,)).decklist
    assert sum(mine.by_slug[copy.slug].back == "event" for copy in mine.copies) == 63
    assert sum(mine.by_slug[copy.slug].back == "weapon" for copy in mine.copies) == 10
    assert mine.by_slug["armado"].mark("phase") == ("events",)


@pytest.mark.parametrize("game", game_slugs())
def test_the_tables_of_moves_checks_and_states_are_current(game: str) -> None:
    """Every action, check and key of a state, with every field."""
    text = (moves_page.FOLDER / f"{game}.md").read_text(encoding="utf-8")
    assert moves_page.page(game, text) == text


def test_the_game_in_the_docs_is_a_game() -> None:
    text = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    deck, words = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    reading = read(Source("deck.toml", deck), {"es": Source("es.toml", words)})
    assert reading.findings == () and reading.box is not None
    module: dict[str, Any] = {}
    exec(compile(code, "pebbles", "exec"), module)
    game, decklist, spanish = module["GAME"], reading.box.decklist, reading.box.words["es"]

    sitting = Sitting(game, decklist, {"players": ["Ana", "Beto"]})
    assert sitting.say(action="draw", player="Beto") == "pebbles.turn"
    for number in range(9):
        (choice,) = game.ask(decklist, sitting.course.table, {}, spanish).groups[0].choices
        assert (choice.label, choice.done) == ("Guijarro", True)
        assert sitting.say(**choice.said) == "ok", number
    assert sitting.state["status"] == "ended" and sitting.state["winners"] == ["Ana"]
    assert sitting.say(action="draw", player="Beto") == "game.over"
    assert len(game.view(decklist, sitting.course.table, spanish).seats) == 2
    assert Sitting(game, decklist, {"players": ["Ana"]}).refused is not None


def test_the_package_in_the_docs_is_found(tmp_path: Path) -> None:
    """Lay the package out as an installer does, and one whose code fails beside it."""
    text = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    deck, words = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (project,) = re.findall(r"```ini\n(.*?)```", text, re.DOTALL)
    for name, source in (("pebbles", code), ("shells", "raise RuntimeError('no shells')")):
        (tmp_path / name / "deck").mkdir(parents=True)
        (tmp_path / name / "__init__.py").write_text(source, encoding="utf-8")
        (tmp_path / name / "deck" / "deck.toml").write_text(deck, encoding="utf-8")
        for lang in ("es", "en"):
            (tmp_path / name / "deck" / f"{lang}.toml").write_text(words, encoding="utf-8")
        info = tmp_path / f"companion_{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: companion-{name}\nVersion: 1.0\n")
        points = tomllib.loads(project.replace("pebbles", name))["project"]["entry-points"]["companion.games"]
        lines = [f"{slug} = {where}" for slug, where in points.items()]
        (info / "entry_points.txt").write_text("\n".join(["[companion.games]", *lines, ""]))
    (tmp_path / "evening.jsonl").write_text(
        '{"playthrough": 1, "game": "pebbles", "players": ["Ana", "Beto"]}\n'
        '{"action": "draw", "player": "Beto"}\n{"action": "draw", "player": "Ana"}\n'
    )

    def companion(*words: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join((str(tmp_path), str(ROOT)))
        command = [sys.executable, "-m", "companion", *words, "--lang", "en"]
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})

    games = companion("games", "--json")
    assert {json.loads(line)["slug"] for line in games.stdout.splitlines()} == {*game_slugs(), "pebbles"}
    assert "“shells”" in games.stderr and "no shells" in games.stderr
    first, second, final = map(
        json.loads, companion("replay", str(tmp_path / "evening.jsonl"), "--json").stdout.splitlines()
    )
    assert (first["accepted"], first["rule"], second["accepted"]) == (False, "pebbles.turn", True)
    assert final["final"]["hands"] == {"Ana": 1, "Beto": 0}


def test_no_page_says_what_is_no_longer_so() -> None:
    """The companion does see hidden cards that are shown to it, and there are builds of Typst for musl."""
    stale = re.compile(r"never sees a\s+hidden\s+card(?!\s+unless)|no sabe nunca qué cartas|Alpine")
    assert [path.name for path in PAGES if stale.search(path.read_text(encoding="utf-8"))] == []


FOLDER = Path(__file__).parent.parent.parent / "docs" / "decisions"


def test_decisions_are_numbered_without_gaps_and_listed() -> None:
    pages = sorted(FOLDER.glob("0*.md"))
    heads = [page.read_text(encoding="utf-8").splitlines()[0] for page in pages]
    numbers = [f"{k:04d}" for k in range(1, len(pages) + 1)]
    assert [page.name[:4] for page in pages] == numbers
    assert [head[:7] for head in heads] == [f"# {number} " for number in numbers]
    index = re.findall(r"^- \[(\d{4})\]\((.+?)\) (.+)$", (FOLDER / "README.md").read_text(encoding="utf-8"), re.M)
    assert index == [(page.name[:4], page.name, head[7:]) for page, head in zip(pages, heads, strict=True)]


@pytest.mark.parametrize(("said", "code"), [(["--help"], 0), (["-h"], 0), (["--folder"], 2), ([], 2)])
def test_what_is_no_folder_makes_none(
    said: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(said)
    assert left.value.code == code
    assert not [*tmp_path.iterdir()]


EXAMPLES = {
    "companion.engine.kit": "companion.engine.kit",
    "companion.engine.kit.game": "Game",
    "companion.engine.state": "Table replay",
    "companion.scan.tag_reader": "TagReader",
    "companion.service.live.session": "LiveGame",
}


@pytest.mark.parametrize("module", EXAMPLES)
def test_the_examples_of_a_module_run(module: str) -> None:
    here = importlib.import_module(module)
    found = [one for one in doctest.DocTestFinder().find(here) if one.examples]
    assert {one.name.removeprefix(f"{module}.") for one in found} == set(EXAMPLES[module].split())
    said: list[str] = []
    for one in found:
        doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(one, out=said.append)
    assert "".join(said) == ""


def test_every_part_is_told_with_what_it_proves() -> None:
    told = (ROOT / "docs" / "proof.md").read_text("utf-8").partition("## Parts")[2].partition("## Figures")[0]
    assert re.findall(r"^\| `(\w+)` \|", told, re.MULTILINE) == [*PARTS]


@pytest.mark.parametrize(
    ("folder", "marks", "part", "is_of_every_day"),
    [
        ("tests/games/la_cosa", set(), "rules", True),
        ("tests/games", {"long"}, "rules", False),
        ("tests/lab", set(), "twins", False),
        ("tests/lab", {"short"}, "twins", True),
        ("tests/lab/bench", set(), "bench", False),
        ("tests/store", {"club"}, "club", False),
        ("tests/browser", {"short", "long"}, "browser", False),
        ("tests/a_new_folder", set(), "rules", True),
    ],
)
def test_a_test_belongs_to_one_part(folder: str, marks: set[str], part: str, is_of_every_day: bool) -> None:
    assert part_of(PurePosixPath(folder), marks) == part
    assert is_short(part, marks) is is_of_every_day


def test_every_folder_of_a_part_is_there() -> None:
    assert not [folder for part in PARTS.values() for folder in part.folders if not (ROOT / folder).is_dir()]
