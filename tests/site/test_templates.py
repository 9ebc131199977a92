"""The templates that a site has compiled: all of them, and each page as the ones that were written make it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from jinja2 import ModuleLoader

import companion.web
from companion.site import bundle
from companion.site.home import COMPILED
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.houses import new_house

TEMPLATES = Path(companion.web.__file__).parent / "templates"


def test_every_template_is_compiled_and_nothing_else() -> None:
    names = [path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.*")]
    assert {*bundle.compiled()} == {f"tmpl_{hashlib.sha1(name.encode()).hexdigest()}.py" for name in names}


@pytest.mark.long
def test_pages_are_the_same_from_compiled_templates(tmp_path: Path) -> None:
    for name, content in bundle.compiled().items():
        (tmp_path / name).write_bytes(content)
    tables = new_house()
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": list("ABCDE"), "options": {}}).id
    written, made = (create_app(tables, Settings("key", 8080)) for _ in range(2))
    made.jinja_env.loader = ModuleLoader(tmp_path)
    for path in ("/", "/new", "/rules", f"/games/{game}", f"/games/{game}/log", f"/games/{game}/setup"):
        one, other = (
            re.sub(r'value="[0-9a-f]{16}"', "", app.test_client().get(path, base_url="http://localhost:8080").text)
            for app in (written, made)
        )
        assert one == other, path
        assert "<main" in one, path


def test_a_computer_has_its_templates_as_they_are_written() -> None:
    assert not (Path(companion.__file__).parent / COMPILED).exists()
