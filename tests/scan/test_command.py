"""`companion scan`, as a person's shell runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from tests.cli.running import ROOT, lines, run, shell
from tests.decks.decks import written
from tests.scan.scenery import packed, symbol, table, tag_of


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Return a picture with two cards, one of them of another printing."""
    file = tmp_path / "mesa.png"
    file.write_bytes(
        packed(table((symbol(tag_of("hacha.1"), 4), 50, 50), (symbol(tag_of("hacha.2", "B7"), 4), 350, 50)))
    )
    return file


def said(result: Result) -> str:
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
    (tmp_path / "vacía").mkdir()
    result = run("scan", text, tmp_path / "nada.png", tmp_path / "vacía", picture, "--json")
    assert result.exit_code == 1
    assert len(lines(result)) == 1
    one, two, three = said(result).splitlines()
    assert one.startswith("No existe el archivo")
    assert two.endswith("no hay ninguna foto (JPEG, PNG o WebP).")
    assert three.endswith("texto.jpg no es una imagen JPEG, PNG ni WebP.")


@pytest.mark.long
def test_48_megapixels_are_read_and_more_than_51_refused_with_both_sizes(tmp_path: Path) -> None:
    tags = (symbol(tag_of("hacha.1"), 8), 900, 800), (symbol(tag_of("whisky.1"), 8), 5000, 4000)
    (tmp_path / "48.jpg").write_bytes(packed(table(*tags, width=8064, height=6048), ".jpg"))
    (answer,) = lines(run("scan", tmp_path / "48.jpg", "--json"))
    assert sorted(card["copy"] for card in answer["cards"]) == ["hacha.1", "whisky.1"]  # type: ignore[index, attr-defined]
    (tmp_path / "64.jpg").write_bytes(packed(np.full((6944, 9248), 90, np.uint8), ".jpg"))
    refused = run("scan", tmp_path / "64.jpg")
    assert (refused.exit_code, said(refused).count("\n")) == (1, 0)
    assert "64.jpg mide 9248×6944 píxeles; se admiten hasta 51 megapíxeles" in said(refused)


def test_a_folder_stands_for_every_picture_in_it(picture: Path, tmp_path: Path) -> None:
    inner = tmp_path / "fotos" / "mesa 2"
    inner.mkdir(parents=True)
    for name in ("b.PNG", "a.png", ".hidden.png"):
        (inner / name).write_bytes(picture.read_bytes())
    (tmp_path / "fotos" / "z.jpeg").write_bytes(picture.read_bytes())
    (tmp_path / "fotos" / "notas.txt").write_text("nada")
    result = run("scan", tmp_path / "fotos", picture, "--json")
    assert result.exit_code == 0
    names = [Path(str(answer["image"])).name for answer in lines(result)]
    assert names == ["a.png", "b.PNG", "z.jpeg", picture.name]


def test_a_deck_of_ones_own_is_read(tmp_path: Path) -> None:
    written(tmp_path / "decks" / "casa", deck=OWN_DECK)
    own = {str(row["copy"]): str(row["payload"]) for row in lines(run("tags", *own_deck(tmp_path)))}
    file = tmp_path / "mesa.png"
    file.write_bytes(packed(table((symbol(own["vodka.2"], 4), 50, 50), (symbol(own["la-cosa.1"], 4), 350, 50))))
    (answer,) = lines(run("scan", file, "--json", *own_deck(tmp_path)))
    assert sorted(card["copy"] for card in answer["cards"]) == ["la-cosa.1", "vodka.2"]  # type: ignore[index, attr-defined]
    (plain,) = lines(run("scan", file, "--json"))
    assert own["vodka.2"] in plain["unknown"]  # type: ignore[operator]
    for words in (("--decks", tmp_path / "nada"), ("--decklist", "casa")):
        refused = run("scan", file, *words)
        assert (refused.exit_code, len(said(refused).splitlines())) == (1, 1)


OWN_DECK = 'base = "la-cosa"\n[[card]]\nslug = "vodka"\neffect = "whisky"\nnumbers = [4, 4]\n'


def own_deck(folder: Path) -> tuple[str, ...]:
    return "--decklist", "casa", "--decks", str(folder / "decks")


@pytest.mark.long
def test_several_pictures_come_with_a_bar_where_a_person_watches(picture: Path, tmp_path: Path) -> None:
    results = {flag: on_a_terminal(tmp_path, "scan", str(picture), str(picture), *flag) for flag in ((), ("--json",))}
    told, bar = results[()]
    assert told.count("hacha.1") == 2 and "Fotos" not in told, "the output is the answers alone"
    assert "Fotos" in bar and "2/2" in bar
    told, bar = results[("--json",)]
    assert [json.loads(line)["cards"][0]["copy"] for line in told.splitlines()] == ["hacha.1", "hacha.1"]
    assert bar == ""


def on_a_terminal(folder: Path, *words: str) -> tuple[str, str]:
    """Return the output of a command in its file, and on the terminal it is called from."""
    import pty

    near, far = pty.openpty()
    out = folder / "out"
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "COMPANION_LANG": "es"}
    with out.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", *words], cwd=ROOT, env=environment, stdout=file, stderr=far
        )
        os.close(far)
        seen = b""
        with suppress(OSError):
            while part := os.read(near, 65536):
                seen += part
        assert process.wait(60) == 0
    os.close(near)
    return out.read_text("utf-8"), seen.decode()


def test_a_missing_file_is_noticed_before_anything_is_loaded_to_read_it() -> None:
    words = ("nada.jpg", "tampoco.png", "--json")
    code = (
        "import sys\nfrom companion.cli import main\n"
        f"try:\n    main(['scan', *{words!r}])\nexcept SystemExit as end:\n"
        "    print(end.code, sorted({'cv2', 'numpy', 'zxingcpp', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "1 []\n"
    files = [word for word in words if not word.startswith("--")]
    assert [line.split()[-1].rstrip(".") for line in done.stderr.splitlines()] == [name.rstrip(".") for name in files]


def test_a_shell_gets_utf8_json_and_exit_codes(picture: Path, tmp_path: Path) -> None:
    broken = tmp_path / "rotá.jpg"
    broken.write_bytes(packed(np.zeros((480, 640), np.uint8), ".jpg")[:200])
    done = shell("scan", picture, broken, "--json", "--lang", "en")
    assert done.returncode == 1
    assert json.loads(done.stdout)["cards"][0]["slug"] == "hacha"
    assert "rotá.jpg" in done.stderr and done.stderr.strip().endswith(("it is damaged.", "cut off or damaged."))
