"""Contents of a release: its author, licence and changes are named, and nothing that is needed stays behind."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion import __version__
from tools.releasing import differing, is_in_changelog, of_one_time, packed, program_words, version
from tools.requirements import project
from tools.trying import wrong_with

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = project(ROOT)


def test_the_version_is_written_down_with_its_date() -> None:
    assert version() == __version__
    assert is_in_changelog(__version__, (ROOT / "docs/changelog.md").read_text("utf-8"))


@pytest.mark.parametrize(
    ("changelog", "found"),
    [
        ("# Changelog\n\n## 0.2.0 — 2026-11-22\n", True),
        ("## 0.2.0 — unreleased\n", False),
        ("## 10.2.0 — 2026-11-22\n", False),
        ("## 0.2.01 — 2026-11-22\n", False),
    ],
)
def test_a_version_without_a_date_is_not_released(changelog: str, found: bool) -> None:
    assert is_in_changelog("0.2.0", changelog) is found


def test_every_licence_that_is_named_lies_here() -> None:
    patterns = SETTINGS["project"]["license-files"]
    assert [pattern for pattern in patterns if not list(ROOT.glob(pattern))] == []
    fonts = [*ROOT.glob("printables/fonts/*.ttf"), *ROOT.glob("companion/web/static/fonts/*.woff2")]
    licences = {path.name.lower().replace("-", "") for pattern in patterns for path in ROOT.glob(pattern)}
    families = {path.name.lower().replace("-", "").partition("regular")[0].partition("bold")[0] for path in fonts}
    known = {family.partition("medium")[0] for family in families}
    assert known == {
        "atkinsonhyperlegible",
        "barlowcondensed",
        "notosans",
        "notosansarabic",
        "notosansdevanagari",
        "notosanshebrew",
        *(scripts := {f"robotocondensed{script}" for script in ("cyrillic", "greek", "russian")}),
    }
    assert {f"{'robotocondensed' if one in scripts else one}ofl.txt" for one in known} <= licences
    assert "the authors of La Cosa: compañero de mesa" in (ROOT / "LICENSE").read_text("utf-8")


def test_the_source_archive_has_what_the_tests_and_the_docs_need() -> None:
    included = SETTINGS["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {"companion", "decklists", "docs", "printables", "tests", "tools", "/tasks.py"} <= set(included)
    assert [one for one in included if not list(ROOT.glob(one.lstrip("/")))] == []


def test_the_program_has_the_decks_and_what_is_printed() -> None:
    data = " ".join(program_words("0.2.0"))
    assert "companion/_decklists" in data and "companion/_printables" in data


def test_both_readmes_tell_the_same_commands() -> None:
    def told(name: str) -> list[str]:
        text = (ROOT / name).read_text("utf-8")
        return re.findall(r"^(?:python3 tasks\.py|companion|pipx|uv|pip) \S+", text, re.MULTILINE)

    assert told("README.md") == told("README.en.md") != []


COMPANION = [sys.executable, "-m", "companion"]
WITHOUT_PICTURES = """
import sys
sys.modules["companion.scan.picture"] = None
from companion.cli import main
main(sys.argv[1:])
"""
ANSWERS_NOTHING = """
import json, time
print(json.dumps({"url": "http://127.0.0.1:9", "host_key": "k"}), flush=True)
time.sleep(60)
"""


def test_what_opens_a_table_prints_and_judges_is_good() -> None:
    assert wrong_with(COMPANION, {"PYTHONPATH": str(ROOT)}) == ""


@pytest.mark.parametrize(
    ("program", "why"), [(WITHOUT_PICTURES, "companion.scan.picture"), (ANSWERS_NOTHING, "refused")]
)
def test_a_program_that_knows_its_version_and_opens_no_table_is_not_released(program: str, why: str) -> None:
    assert why in wrong_with([sys.executable, "-c", program], {"PYTHONPATH": str(ROOT)})


def test_the_same_site_is_packed_into_the_same_bytes(tmp_path: Path) -> None:
    for name, order in (("a", ("x/1", "2")), ("b", ("2", "x/1"))):
        for one in order:
            (tmp_path / name / one).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / one).write_text(one)
        packed(tmp_path / name, tmp_path / f"{name}.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    with ZipFile(tmp_path / "a.zip") as archive:
        assert archive.namelist() == ["2", "x/1"]


def test_what_is_not_the_same_when_it_is_built_again_is_named(tmp_path: Path) -> None:
    for folder, files in (("a", {"same": "1", "other": "1", "gone": "1"}), ("b", {"same": "1", "other": "2"})):
        (tmp_path / folder).mkdir()
        for name, text in files.items():
            (tmp_path / folder / name).write_text(text)
    assert differing(tmp_path / "a", tmp_path / "b") == "gone, other"
    assert differing(tmp_path / "a", tmp_path / "a") == ""


def test_what_is_built_says_the_time_of_its_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert of_one_time()["SOURCE_DATE_EPOCH"].isdigit()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "7")
    assert of_one_time()["SOURCE_DATE_EPOCH"] == "7"
