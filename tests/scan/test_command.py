"""`companion scan`, as a person's shell runs it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from tests.cli.running import lines, run, shell
from tests.scan.scenery import packed, symbol, table, tag_of


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A picture with two cards, one of them of another printing."""
    file = tmp_path / "mesa.png"
    file.write_bytes(
        packed(table((symbol(tag_of("hacha.1"), 4), 50, 50), (symbol(tag_of("hacha.2", "B7"), 4), 350, 50)))
    )
    return file


def said(result: Result) -> str:
    """What stands on stderr."""
    return result.stderr.strip()


def test_json_gives_one_line_a_picture_and_nothing_else(picture: Path) -> None:
    result = run("scan", picture, picture, "--json")
    assert result.exit_code == 0
    first, second = lines(result)
    assert first["image"] == str(picture)
    assert [card["copy"] for card in first["cards"]] == ["hacha.1"]  # type: ignore[index, attr-defined]
    assert first["unknown"] == [tag_of("hacha.2", "B7")]
    assert first["cards"] == second["cards"]


def test_a_deck_is_asked_for_by_its_letters_several_at_once(picture: Path) -> None:
    (answer,) = lines(run("scan", picture, "--json", "--deck", "00", "--deck", "B7"))
    assert sorted(card["copy"] for card in answer["cards"]) == ["hacha.1", "hacha.2"]  # type: ignore[index, attr-defined]
    assert answer["unknown"] == []


def test_people_read_names_and_advice(picture: Path) -> None:
    result = run("scan", picture, "--lang", "en")
    assert "hacha.1" in result.stdout
    assert "another printed deck: B7" in result.stdout


def test_a_bad_picture_is_one_line_and_the_others_are_still_read(picture: Path, tmp_path: Path) -> None:
    text = tmp_path / "texto.jpg"
    text.write_text("no soy una foto")
    result = run("scan", text, tmp_path / "nada.png", tmp_path, picture, "--json")
    assert result.exit_code == 1
    assert len(lines(result)) == 1
    one, two, three = said(result).splitlines()
    assert one.endswith("texto.jpg no es una imagen JPEG, PNG ni WebP.")
    assert two.startswith("No existe el archivo")
    assert three.startswith("No se puede abrir")


def test_unknown_games_and_letters_are_refused_and_no_picture_is_wrong_usage(picture: Path) -> None:
    for words in (("--game", "parchis"), ("--deck", "abc")):
        result = run("scan", picture, *words)
        assert result.exit_code == 1
        assert len(said(result).splitlines()) == 1
    assert run("scan").exit_code == 2


def test_a_shell_gets_utf8_json_and_exit_codes(picture: Path, tmp_path: Path) -> None:
    done = shell("scan", picture, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["cards"][0]["slug"] == "hacha"
    assert done.stderr == ""
    broken = tmp_path / "rota.jpg"
    broken.write_bytes(packed(np.zeros((480, 640), np.uint8), ".jpg")[:200])
    refused = shell("scan", broken, "--lang", "en")
    assert refused.returncode == 1
    assert refused.stderr.strip().endswith("it is damaged.") or refused.stderr.strip().endswith("cut off or damaged.")


def test_nothing_of_the_eyes_is_loaded_before_a_picture_is_looked_at() -> None:
    import subprocess
    import sys

    code = (
        "import sys, companion.scan, companion.cli.scan; print(sorted({'cv2', 'numpy', 'zxingcpp'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
