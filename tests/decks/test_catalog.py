"""The catalog finds decks, says clearly which it cannot use, and reads a host's folders."""

from __future__ import annotations

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion.decks import catalog
from companion.decks.catalog import (
    CatalogFault,
    broken,
    decklists_folder,
    game_slugs,
    parted,
    put_together,
    read_folder,
    title,
    titles,
    wording,
)
from tests.decks.decks import ENGLISH, SMALL, SPANISH, written

HOUSE = (
    'base = "la-cosa"\nmissing = ["lanzallamas.2"]\n[[card]]\nslug = "bengala"\neffect = "lanzallamas"\nnumbers = [4]\n'
)
HOUSE_ES = '[cards.bengala]\nname = "Bengala"\ntext = "Como el Lanzallamas."\n'


def test_the_game_comes_with_its_deck() -> None:
    found = title()
    assert found.game.slug == found.decklist.slug == "la-cosa" in game_slugs()
    assert set(found.words) >= {"es", "en"}
    assert title("la-cosa", "la-cosa") is found  # or what is kept for one is made anew for the other


def test_a_game_nobody_knows() -> None:
    with pytest.raises(CatalogFault) as caught:
        title("parchis")
    assert "parchis" in caught.value.sentence() and "la-cosa" in caught.value.sentence("en")
    assert caught.value.sentence("es") != caught.value.sentence("en")


def test_a_deck_nobody_has(tmp_path: Path) -> None:
    written(tmp_path / "casa", deck=HOUSE)
    with pytest.raises(CatalogFault, match=r"mansion.*casa"):
        title("la-cosa", "mansion", [tmp_path])


@pytest.mark.parametrize(
    "fault",
    [
        'missing = ["la-cosa.1"]',
        '[[card]]\nslug = "la-cosa"\ncopies = 1',
        '[[card]]\nslug = "otra-cosa"\neffect = "la-cosa"\ncopies = 1',
    ],
)
def test_there_is_one_thing_in_any_box(tmp_path: Path, fault: str) -> None:
    reading = read_folder(written(tmp_path / "casa", deck=f'base = "la-cosa"\n{fault}\n'))
    assert "card.unique" in {finding.key for finding in reading.findings} and reading.box is None


def test_a_deck_of_another_game(tmp_path: Path) -> None:
    with pytest.raises(CatalogFault, match=r"casa.*la-cosa"):
        title("la-criatura", "casa", [written(tmp_path / "casa", deck=HOUSE)])


def test_a_game_of_another_package_that_cannot_be_one_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [("la-cosa", "companion.games:find"), ("oca", "companion.games:find"), ("go", "no.such.module:GAME")]
    entries = [EntryPoint(name, value, catalog.GROUP) for name, value in wrong]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group, **_: entries if group == catalog.GROUP else [])
    catalog._installed.cache_clear()
    try:
        told = [(fault.key, fault.sentence("en")) for fault in catalog.broken_games()]
        assert [key for key, _ in told] == ["game.twice", "game.not-one", "game.broken"]
        assert all(
            name in said and value.split(":")[0] in said for (name, value), (_, said) in zip(wrong, told, strict=True)
        )
        assert catalog.game_slugs() == catalog.SLUGS
    finally:
        catalog._installed.cache_clear()


def test_what_lies_in_a_box_besides_is_named_in_one_order() -> None:
    deck = put_together("la-cosa-ru", ["necronomicon", "dinamita"])
    assert (deck, parted(deck)) == ("la-cosa-ru-dinamita-necronomicon", ("la-cosa-ru", ("dinamita", "necronomicon")))
    assert title("la-cosa", deck).decklist.slug == deck and parted("casa") == ("casa", ())


def test_two_decks_of_one_name(tmp_path: Path) -> None:
    written(tmp_path / "una", deck='base = "la-cosa"\nslug = "casa"\n')
    written(tmp_path / "otra", deck='base = "la-cosa"\nslug = "casa"\n')
    with pytest.raises(CatalogFault, match=r"dos mazos «casa».*otra.*una"):
        title("la-cosa", "casa", [tmp_path])


def test_of_a_hosts_folders_the_decks_that_can_be_used_and_what_is_wrong_with_the_rest(tmp_path: Path) -> None:
    """A deck that only lacks some words can be used."""
    written(tmp_path / "una", deck=HOUSE)
    written(tmp_path / "otra", deck=HOUSE, es=HOUSE_ES)
    written(tmp_path / "rota", deck='base = "la-cosa"\nslug = "mala"\nplayers = 4\n')
    (tmp_path / "nada").mkdir()
    assert [one.decklist.slug for one in titles([tmp_path])] == [*game_slugs(), "la-cosa-ru", "otra", "una"]
    told = [(fault.key, fault.sentence("en")) for fault in broken([tmp_path, tmp_path / "nada"])]
    assert [key for key, _ in told] == ["deck.faulty", "folder.none"]
    assert "mala" in told[0][1] and "deck.toml:3:" in told[0][1] and "nada" in told[1][1]


def test_a_file_too_long_to_be_a_deck(tmp_path: Path) -> None:
    folder = written(tmp_path / "casa", deck="#" * 1_100_000)
    assert [finding.key for finding in read_folder(folder).findings] == ["too-long"]


def test_a_deck_of_a_game_without_rules(tmp_path: Path) -> None:
    folder = written(tmp_path / "oca", deck=SMALL.replace("la-cosa", "la-oca"), es=SPANISH, en=ENGLISH)
    assert [(f.line, f.key) for f in read_folder(folder).findings] == [(1, "game.unknown")]
    assert [t.decklist.slug for t in titles([folder])] == [*game_slugs(), "la-cosa-ru"]
    with pytest.raises(CatalogFault, match="la-oca"):
        title("la-cosa", "small", [folder])


def test_files_that_are_no_text(tmp_path: Path) -> None:
    folder = written(tmp_path / "casa", deck=HOUSE)
    (folder / "es.toml").write_bytes("[cards.bengala]\nname = 'Ánimo'".encode("latin-1"))
    (folder / "notas.toml").write_text("x = 1")
    findings = read_folder(folder).findings
    assert [(Path(f.file).name, f.key) for f in findings if Path(f.file).name != "deck.toml"] == [
        ("es.toml", "file.encoding"),
        ("notas.toml", "file.language"),
    ]
    (folder / "es.toml").write_text(HOUSE_ES)
    (folder / "de.toml").write_bytes("x = 'Ä'".encode("latin-1"))
    (folder / "fr.toml").write_text("x = =")
    reading = read_folder(folder)
    assert reading.box is not None, "a further language takes nothing from those that can be read"
    assert {(Path(f.file).name, f.key, f.grave) for f in reading.findings} >= {
        ("de.toml", "file.encoding", False),
        ("fr.toml", "toml", False),
    }


def test_a_deck_file_that_is_a_folder_or_gone(tmp_path: Path) -> None:
    (tmp_path / "casa" / "deck.toml").mkdir(parents=True)
    for folder in (tmp_path / "casa", tmp_path / "nada"):
        reading = read_folder(folder)
        assert reading.box is None
        assert [finding.key for finding in reading.findings] == ["file.unreadable"]
        assert reading.findings[0].line == 1


def test_a_region_speaks_its_language() -> None:
    words = title().words
    assert wording(words, "es-AR") is words["es"]
    assert wording(words, "en_US") is wording(words, "EN") is words["en"]
    assert wording(words, "tlh") is words["es"]
    two = {lang: words[lang] for lang in ("es", "en")}
    assert wording(two, "de-AT") is words["en"], "who speaks another language here reads English"
    assert wording(two, "ca") is words["es"], "or what they are used to"


def test_what_english_lacks_is_said_in_spanish(tmp_path: Path) -> None:
    found = title("la-cosa", "casa", [written(tmp_path / "casa", deck=HOUSE, es=HOUSE_ES)])
    assert found.wording("en").card("bengala") == "Bengala"
    assert found.wording("en").raw("no.such.key") == "no.such.key"


def test_an_installed_package_carries_its_decklists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "companion"
    package.mkdir()
    monkeypatch.setattr("companion.decks.catalog.__file__", str(package / "decks" / "catalog.py"))
    assert decklists_folder() == tmp_path / "decklists"
    (package / "_decklists").mkdir()
    assert decklists_folder() == package / "_decklists"


def test_reading_the_box_parses_each_file_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is parsed once; the time is a figure of `python3 tasks.py bench ground`."""
    parsed: list[str] = []
    loads = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: parsed.append(text) or loads(text))
    folder = decklists_folder() / "la-cosa"
    read_folder(folder, thorough=False)
    assert sorted(parsed) == sorted(path.read_text("utf-8") for path in folder.glob("*.toml"))
