"""`companion print` as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.print_ import command
from companion.decks.catalog import title
from companion.printing import press
from companion.printing.order import MEANT_FOR, WHATS, Correction, Order
from companion.service.transfer import record
from tests.cli.running import ROOT, run, shell
from tests.printing import drawing
from tests.printing.ordering import printed
from tests.printing.test_print_page import WISHES

FINISHED = ROOT / "tests" / "playthroughs" / "la-cosa" / "six-players.jsonl"


def test_it_writes_the_sheet_that_was_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "cartas.pdf"
    done = run("print", "cards", "--output", out, "--only", "lanzallamas.2,infectado.9")
    assert done.exit_code == 0, done.stderr
    assert str(out) in done.stdout and "100 %" in done.stdout
    words = drawing.text(out.read_bytes())
    assert "lanzallamas.2" in words and "infectado.9" in words and "infectado.8" not in words


def test_a_shell_gets_the_same_bytes_and_english(tmp_path: Path) -> None:
    out, only = tmp_path / "cards.pdf", ("hacha.1", "lanzallamas.2", "whisky.1")
    words = ("--only", ",".join(only), "--lang", "en", "--paper", "letter", "--json")
    done = shell("print", "cards", "--output", out, *words)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"file": str(out), "bytes": out.stat().st_size}
    assert out.read_bytes() == printed("cards", only=only, lang="en", paper="letter")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--only", "nadie.1"), "nadie.1"),
        (("--players", "13"), "13"),
        (("--game", "mus"), "mus"),
        (("--deck", "a"), "A"),
        (("--printer", "ninguna"), "ninguna"),
        (("--back", "99", "0"), "99"),
        (("--gutter", "2"), "2"),
        (("--size", "shop", "--layout", "fold"), "shop"),
    ],
)
def test_refused_in_one_line_and_nothing_written(tmp_path: Path, words: tuple[str, ...], named: str) -> None:
    out = tmp_path / "x.pdf"
    done = run("print", "cards", "--output", out, "--data", tmp_path, *words)
    assert done.exit_code == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert named in done.stderr
    assert not out.exists()


@pytest.mark.parametrize("words", [("posters",), ("cards", "--paper", "a3"), ("cards", "--ink", "gold"), ()])
def test_wrong_usage(words: tuple[str, ...]) -> None:
    assert run("print", *words).exit_code == 2


def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    done = run("print", "roles", "--output", tmp_path / "no" / "such" / "folder" / "x.pdf")
    assert (done.exit_code, len(done.stderr.strip().splitlines())) == (1, 1)


def test_a_printer_is_saved_and_used(tmp_path: Path) -> None:
    first, again, plain = tmp_path / "1.pdf", tmp_path / "2.pdf", tmp_path / "3.pdf"
    cards = ("print", "cards", "--only", "hacha.1", "--data", tmp_path)
    assert run(*cards, "-o", first, "--back", "0.7", "-0.4", "--save-printer", "Brother").exit_code == 0
    assert run(*cards, "-o", again, "--printer", "Brother").exit_code == 0
    assert run(*cards, "-o", plain).exit_code == 0
    assert first.read_bytes() == again.read_bytes() != plain.read_bytes()


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Order]:
    """Return the orders that are given, none of which is carried out."""
    given: list[Order] = []
    monkeypatch.setattr(press, "build", lambda order, *_: given.append(order) or press.zipped([("a.png", b"")]))
    monkeypatch.chdir(tmp_path)
    return given


def test_every_wish_reaches_the_order(orders: list[Order], tmp_path: Path) -> None:
    words = (
        "--paper LETTER --ink eco --players 6 --deck ab --size sleeve --card mini --sides backs --flip short --gutter 3"
        " --guides both --form half --label herma-4211 --first 9 --nudge 0.5 -0.25 --pitch 1.01 0.99 --outlines"
        " --back 0.7 -0.4 --back-angle 0.1 --back-scale 1.002 0.998 --lang en --save-printer Brother"
    )
    said = ("--only", "hacha.1, ups ,", "--data", tmp_path, "--json")
    assert json.loads(run("print", "kit", *words.split(), *said).stdout)["file"] == "la-cosa-kit.zip"
    cards = ("print", "cards", "--data", tmp_path)
    assert run(*cards, "--png", "--dpi", "150", "-o", tmp_path / "a.ZIP").exit_code == 0
    assert (tmp_path / "la-cosa-kit.zip").is_file() and (tmp_path / "a.ZIP").is_file()
    assert run(*cards, "--printer", "Brother", "-o", tmp_path / "b.pdf").exit_code == 0
    assert run(*cards, "--printer", "Brother", "--back", "1", "0", "-o", tmp_path / "b.pdf").exit_code == 0
    assert orders == [
        Order("kit", **WISHES),
        Order("cards", png=True, dpi=150),
        Order("cards", correction=WISHES["correction"]),
        Order("cards", correction=Correction(dx=1)),
    ]


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("puzzles --only 3", Order("puzzles", only=("3",))),
        ("calibration --deck ab --back 1 0", Order("calibration", deck="AB", correction=Correction(dx=1))),
        ("tags --only hacha --deck ab --players 6", Order("tags", only=("hacha",), deck="AB", players=6)),
        ("tokens --players 6", Order("tokens", players=6)),
        ("reference --players 6 --form booklet", Order("reference", players=6, form="booklet")),
        ("setup --players 6", Order("setup", players=6)),
        ("cards --players 6 --layout fold", Order("cards", players=6, layout="fold")),
    ],
)
def test_what_makes_a_difference_to_a_sheet_may_be_asked_of_it(orders: list[Order], words: str, order: Order) -> None:
    assert run("print", *words.split(), "--lang", "es", "-o", "a.pdf").exit_code == 0
    assert orders == [order]


@pytest.mark.usefixtures("orders")
def test_what_a_game_says_of_its_cards_is_said_before_they_are_printed(tmp_path: Path) -> None:
    words = ("print", "cards", "--game", "la-criatura", "--lang", "en", "-o", tmp_path / "a.pdf")
    told = json.loads(run(*words, "--json").stdout)
    assert told["warnings"] and run(*words).stderr.splitlines() == told["warnings"]


def test_it_lists_the_labels_a_tag_fits_on() -> None:
    listed = run("print", "--labels").stdout.splitlines()
    assert "herma-4211        a4       112  25.4 × 16.93 mm   Herma 4211, Herma 4334, PEARL VM-6083" in listed
    assert not [line for line in listed if line.startswith(("avery-l4730", "herma-4386", "herma-4210"))]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_finished_game_as_its_chronicle(tmp_path: Path, lang: str) -> None:
    out = tmp_path / "report.pdf"
    done = run("print", "report", "--from", FINISHED, "-o", out, "--lang", lang, "--infection", "Ana", "Beto")
    assert done.exit_code == 0, done.stderr
    pdf = out.read_bytes()
    words = drawing.text(pdf)
    game = [json.loads(line) for line in FINISHED.read_text("utf-8").splitlines() if line.startswith("{")]
    for name in game[0]["players"]:
        assert name in words
    assert ("Quién infectó a quién" if lang == "es" else "Who infected who") in words
    from companion.cli.replay import play, read_script

    playing = play(read_script("x", FINISHED.read_bytes()), title).playing
    assert playing is not None
    squeezed = words.replace(" ", "")
    for line in record.log(playing, lang):
        assert line.text.replace(" ", "") in squeezed
    ended = playing.course.table.ended
    assert ended is not None
    for winner in ended.winners:
        assert winner in drawing.page_text(pdf, 0)
    assert drawing.fonts(pdf) and all(drawing.fonts(pdf).values())
    assert drawing.sizes(pdf)[0] == pytest.approx((210, 297), abs=0.01)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('{"playthrough": 1, "game": "la-cosa", "players": ["Ana","Beto","Carla","Dani"]}', "no ha terminado"),
        ("no es json", "g.jsonl"),
        ('{"playthrough": 1, "game": "la-cosa", "players": ["Ana"]}', "g.jsonl"),
        ('{"playthrough": 1, "game": "mus", "players": ["Ana","Beto","Carla","Dani"]}', "mus"),
    ],
)
def test_a_game_that_cannot_be_told(tmp_path: Path, text: str, named: str) -> None:
    game = tmp_path / "g.jsonl"
    game.write_text(text, "utf-8")
    done = run("print", "report", "--from", game, "-o", tmp_path / "r.pdf")
    assert done.exit_code == 1
    assert named in done.stderr
    assert not (tmp_path / "r.pdf").exists()


def test_a_stranger_infects_nobody(tmp_path: Path) -> None:
    done = run("print", "report", "--from", FINISHED, "-o", tmp_path / "r.pdf", "--infection", "Ana", "Zoe")
    assert done.exit_code == 1 and "Zoe" in done.stderr


WITHOUT_A_WORD = {
    "tags": ("--card", "--art", "--dpi", "--size", "--layout", "--back", "--form", "--infection"),
    "kit": ("--png", "--dpi", "--from", "--infection"),
    "puzzles": ("--players", "--deck", "--card", "--label"),
    "tokens": ("--deck", "--only", "--form", "--guides"),
    "report": ("--game", "--option", "--players", "--deck", "--label", "--only"),
    "cards": ("--label", "--outlines", "--from", "--form"),
    "calibration": ("--players", "--nudge", "--guides"),
}
VALUES = {
    "--card": ("mini",), "--art": (".",), "--dpi": ("300",), "--size": ("card",), "--layout": ("fold",),
    "--back": ("0", "0"), "--form": ("half",), "--infection": ("Ana", "Beto"), "--game": ("la-cosa",),
    "--option": ("quarantine_rounds=3",), "--players": ("6",), "--deck": ("AA",), "--label": ("herma-4211",),
    "--only": ("hacha",), "--outlines": (), "--from": ("x.jsonl",), "--nudge": ("1", "0"), "--guides": ("none",),
    "--png": (),
}  # fmt: skip


@pytest.mark.parametrize(("what", "option"), [(what, one) for what, some in WITHOUT_A_WORD.items() for one in some])
def test_what_makes_no_difference_to_a_sheet_is_refused(tmp_path: Path, what: str, option: str) -> None:
    out = tmp_path / "x.pdf"
    done = run("print", what, option, *VALUES[option], "-o", out, "--lang", "en")
    assert done.exit_code == 1 and not out.exists()
    assert f"“{option}” has no effect on “{what}”" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_dots_per_inch_are_for_pictures(tmp_path: Path) -> None:
    done = run("print", "cards", "--only", "hacha.1", "--dpi", "300", "-o", tmp_path / "x.pdf")
    assert done.exit_code == 1 and "--png" in done.stderr
    assert run("print", "cards", "--only", "hacha.1", "--png", "--dpi", "150", "-o", tmp_path / "x.zip").exit_code == 0


def test_every_option_is_for_sheets_that_there_are() -> None:
    assert set(MEANT_FOR) <= {option.name for option in command.params}
    assert all(whats and set(whats) < set(WHATS) for whats in MEANT_FOR.values())
