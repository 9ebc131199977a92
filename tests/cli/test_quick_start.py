"""What a start leaves out: modules that --help and a list of games do without, and files read a second time."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from companion.i18n import toml_tables
from companion.store.folder import Folder
from companion.web.templating import CompiledForNextTime
from tests.cli.serving import table

HELP = """
import sys
sys.argv = ["companion", "--help"]
from companion.cli import main
try:
    main()
finally:
    print(*(name for name in sys.modules if name.startswith("companion.")), file=sys.stderr)
"""
LIST = """
import sys
from companion.decks.catalog import titles
print(*(title.wording("es").raw("game.name") for title in titles()), sep="\\n")
print(*(name for name in sys.modules if name.startswith("companion.games.")), file=sys.stderr)
"""


def test_help_imports_the_command_line_and_its_words() -> None:
    told = subprocess.run([sys.executable, "-c", HELP], capture_output=True, text=True, check=True)
    parts = {".".join(name.split(".")[:3]) for name in told.stderr.split()}
    kept = "cli cli.help_words cli.usage engine engine.plural_rules engine.scripts engine.words "
    kept += "i18n i18n.catalog i18n.locales i18n.toml_tables store"
    assert parts == {f"companion.{name}" for name in kept.split()}


def test_a_list_of_games_imports_no_rules() -> None:
    told = subprocess.run([sys.executable, "-c", LIST], capture_output=True, text=True, check=True)
    assert "La Criatura" in told.stdout
    assert not told.stderr.split()


def test_the_first_page_leaves_behind_what_it_read_and_compiled(tmp_path: Path) -> None:
    with table(tmp_path) as running:
        assert "<html" in str(running.ask("GET", "/")[1])
    kept = [*(tmp_path / "cache").iterdir()]
    assert {path.suffix for path in kept} == {".json", ".cache"}


@pytest.fixture
def _kept(tmp_path: Path) -> Iterator[None]:
    toml_tables.keep(tmp_path)
    yield
    toml_tables.bring(None)


@pytest.mark.usefixtures("_kept")
def test_a_text_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'a = "á"\nb = [1, 2.5, true]\n'
    said = toml_tables.tables_of(text)
    with monkeypatch.context() as patched:
        patched.setattr(tomllib, "loads", lambda text: pytest.fail(text))
        assert toml_tables.tables_of(text) == said == {"a": "á", "b": [1, 2.5, True]}
    (tmp_path / toml_tables.name_of(text)).write_text('{"a": ')  # as a power cut may leave it
    assert toml_tables.tables_of(text) == said
    assert toml_tables.tables_of("day = 2026-11-26")["day"].year == 2026, "what JSON cannot say is read each time"


@pytest.mark.usefixtures("_kept")
def test_a_kept_folder_does_not_grow_for_ever(tmp_path: Path) -> None:
    for number in range(toml_tables.MOST_KEPT + 1):
        (tmp_path / f"{number}.json").touch()
    toml_tables.keep(tmp_path)
    assert not [*tmp_path.iterdir()]


def test_a_disk_that_fails_costs_no_page(tmp_path: Path) -> None:
    def page() -> str:
        cache = CompiledForNextTime(str(tmp_path / "cache"))
        pages = Environment(loader=DictLoader({"a": "1 + 1 = {{ 1 + 1 }}"}), bytecode_cache=cache)
        return pages.get_template("a").render()

    assert page() == "1 + 1 = 2", "there is no such folder"
    (tmp_path / "cache").mkdir()
    assert page() == "1 + 1 = 2"
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_bytes(kept.read_bytes()[:24])
    assert page() == "1 + 1 = 2"


def test_code_is_kept_where_nobody_else_can_write(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    cache = folder.cache()
    assert cache is not None and cache.is_dir()
    if sys.platform != "win32":
        for mode in (0o720, 0o702):  # a group, or everybody
            cache.chmod(mode)
            assert folder.cache() is None
        cache.rmdir()
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        cache.symlink_to(tmp_path / "elsewhere")
        assert folder.cache() is None
    assert Folder(tmp_path / "missing" / "deep").cache() is None
