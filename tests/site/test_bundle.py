"""The folder of files: the same bytes every time, addresses that do not name their folder, all of it there."""

from __future__ import annotations

import gzip
import io
import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import companion
from companion.cli.site import LATER, Written
from companion.decks.catalog import decklists_folder
from companion.i18n.catalog import WORDS, languages
from companion.i18n.toml_tables import name_of
from companion.site import bundle, bytecode
from companion.site.packing import unpacked
from tests.cli.running import run
from tests.site import stand_in

RUNTIME = stand_in.FILES
DECODER = {
    "share.js": b"export {};",
    "reader/index.js": b"",
    "reader/zxing_reader.wasm": b"\0asm",
    "LICENSE.txt": b"MIT",
}
NAMES = {"name": "Mesa", "short": "Mesa", "about": "", "new": "Nueva", "lang": "es"}


@cache
def site() -> Mapping[str, bytes]:
    """Return a site without camera and referee."""
    return bundle.site(RUNTIME, NAMES)


@cache
def seeing_site() -> Mapping[str, bytes]:
    """Return a site that reads pictures."""
    return bundle.site(RUNTIME, NAMES, decoder=DECODER)


@pytest.mark.long
def test_the_same_files_make_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    site()
    monkeypatch.setattr(bundle, "compiled", bundle.compiled.__wrapped__)  # type: ignore[attr-defined]
    assert bundle.site(RUNTIME, NAMES) == site()


@pytest.mark.long
def test_another_runtime_is_another_site() -> None:
    other = bundle.site({**RUNTIME, "pyodide.mjs": b"other"}, NAMES)
    assert site()["sw.js"] != other["sw.js"]


def test_the_product_is_all_there() -> None:
    found = bundle.product()
    package = Path(companion.__file__).parent
    assert found["companion/site/home.py"] == (package / "site/home.py").read_bytes()
    assert found["companion/_decklists/la-cosa/es.toml"]
    said = [name for name in found if name.startswith("companion/site/said/")]
    assert len(said) == len({content for name, content in found.items() if name.endswith(".toml")})
    told = {
        name: found[f"companion/site/said/{name_of(line.decode())}"]
        for name, line in found.items()
        if bundle.SENTENCES.fullmatch(name)
    }
    polish = {
        WORDS / "pl" / "screens.toml": "i18n/words/pl/screens",
        decklists_folder() / "la-cosa/pl.toml": "_decklists/la-cosa/pl",
    }
    for path, name in polish.items():
        assert json.loads(told[f"companion/{name}.toml"]) == tomllib.loads(path.read_text("utf-8"))
    for lang in languages():
        mine = [content for name, content in told.items() if f"/{lang}." in name or f"/{lang}/" in name]
        assert 50_000 < len(gzip.compress(b"".join(mine), 9)) <= 160_000, lang
    assert "flask/app.py" in found
    assert not [name for name in found if name.startswith(("tests/lab/", "companion/cli/", bundle.TYPEFACES))]


def test_library_and_product_are_compiled_for_where_they_lie() -> None:
    asked: dict[str, set[str]] = {}

    def compile(files: Mapping[str, bytes], root: str) -> Mapping[str, bytes]:
        asked[root] = {*files}
        return {"compiled": b"bytecode"}

    made = bundle.site(RUNTIME, NAMES, compile=compile)
    assert unpacked(gzip.decompress(made["_site/app.pack.z"])) == {"compiled": b"bytecode"}
    with ZipFile(io.BytesIO(gzip.decompress(made[f"_site/pyodide/{bytecode.LIBRARY}.z"]))) as found:
        assert found.namelist() == ["compiled"]
    assert asked == {bytecode.LIBRARY_AT: {"os.py", "json/__init__.py"}, bytecode.PRODUCT_AT: {*bundle.product()}}


def test_no_address_names_the_folder_the_site_stands_in() -> None:
    made = site()
    scripts = ("shell", "near", "language", "words", "home", "pictures", "eyes")
    for name in ("index.html", "404.html", *(f"_site/{one}.js" for one in scripts), "sw.js"):
        text = (made.get(name) or gzip.decompress(made[f"{name}.z"])).decode()
        assert re.findall(r'(?:(?:href|src)=|from |import |Worker\(|register\(|fetch\()["`]/[^/]', text) == [], name
    manifest = json.loads(made["_site/manifest.webmanifest"])
    leads = [manifest["id"], manifest["start_url"], manifest["scope"]]
    leads += [one["src"] for one in manifest["icons"]] + [one["url"] for one in manifest["shortcuts"]]
    assert [one for one in leads if one.startswith("/")] == []


def test_the_service_worker_fetches_only_what_is_there() -> None:
    made = site()
    now, later = listed(made)
    assert {f"{name}.z" for name in now} == {name for name in made if name.endswith(".z")}
    assert later == set()


def listed(made: Mapping[str, bytes]) -> tuple[set[str], set[str]]:
    """Return the files that the service worker fetches before the first page, and those after it."""
    now, later = re.findall(r"JSON.parse\('(.*)'\)", made["sw.js"].decode())
    return set(json.loads(now)), set(json.loads(later))


@pytest.mark.long
def test_the_decoder_is_fetched_after_the_first_page() -> None:
    made = seeing_site()
    now, later = listed(made)
    assert later == {f"_site/zxing/{name}" for name in DECODER}
    assert {f"{name}.z" for name in now | later} == {name for name in made if name.endswith(".z")}
    assert made["_site/zxing/LICENSE.txt"] == DECODER["LICENSE.txt"]
    other = bundle.site(RUNTIME, NAMES, decoder={**DECODER, "share.js": b"other"})
    assert other["sw.js"] != made["sw.js"]


def test_a_site_says_whether_it_has_a_camera() -> None:
    for made, has_camera in ((site(), False), (seeing_site(), True)):
        assert json.loads(gzip.decompress(made["_site/parts.json.z"])) == {"camera": has_camera}


def test_every_version_says_what_changed_in_it() -> None:
    news = json.loads(gzip.decompress(site()["_site/news.json.z"]))
    assert news["version"] == companion.__version__
    assert set(news["says"]) == {"es", "en"}
    for line in news["says"].values():
        assert line and "alone.news" not in line


def test_the_start_page_says_what_its_scripts_ask_for_and_no_more() -> None:
    made = site()
    asked = set[str]()
    for name in ("shell", "news"):
        script = made[f"_site/{name}.js"].decode()
        asked |= {f"start.{key}" for key in re.findall(r'\bsay\([^()]*?"([a-z-]+)"', script)}
        asked |= set(re.findall(r'\bsaid\("([a-z.-]+)"\)', script))
        asked |= {f"start.{key}" for key in re.findall(r'[?:] "(fetching|again|waking)"', script)}
        asked |= {f"news.{key}" for key in re.findall(r'\bshow\("([a-z]+)"', script)}
    asked |= {f"start.{key}" for key in bundle.WITHOUT_A_PAGE}
    said = json.loads(made["_site/words.js"].decode().removeprefix("export const WORDS = ").removesuffix(";\n"))
    assert [*said][:2] == ["es", "en"]
    assert all(asked == {*one} for one in said.values())
    found = re.search(r"^const WORDS = (.*); //", made["sw.js"].decode(), re.M)
    assert found is not None and {*json.loads(found[1])["en"]} == {*bundle.WITHOUT_A_PAGE}


def test_the_icons_are_as_large_as_the_manifest_says() -> None:
    made = site()
    for one in json.loads(made["_site/manifest.webmanifest"])["icons"]:
        picture = made[f"_site/{one['src']}"]
        if one["type"] == "image/png":
            side = int(one["sizes"].partition("x")[0])
            assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (side, side)


def test_the_command_says_how_large_it_is_and_what_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"index.html": b"x" * 5, "app.z": b"y" * 1_500_000, f"{LATER}reader.z": b"z" * 700_000}
    asked: list[tuple[Any, ...]] = []
    made = [Written(files, True), Written(files, False)]
    monkeypatch.setattr(
        "companion.cli.site.written", lambda *given, **more: asked.append((*given, *more.values())) or made.pop(0)
    )
    out, packages = tmp_path / "site", [tmp_path / name for name in ("pyodide", "decoder", "solver")]
    options = [part for path in packages for part in (f"--{path.name}", path)]
    told = json.loads(run("site", "--output", out, *options, "--data", tmp_path, "--json").stdout)
    sizes = {"files": 3, "carried": 1_500_000, "later": 700_000}
    assert told == {"folder": str(out), **sizes, "referee": True, "compiled": True}
    done = run("site", "--output", out, "--no-camera", "--no-referee", "--lang", "en").stdout.splitlines()
    assert len(done) == 4 and str(out) in done[0] and "1.5" in done[0] and len({*done}) == 4
    assert asked == [
        (out, tmp_path, "es", packages[0], packages[1], True, packages[2], True),
        (out, None, "en", None, None, False, None, False),
    ]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").touch()
    refused = run("site", "--output", tmp_path / "mine")
    assert refused.exit_code == 1 and str(tmp_path / "mine") in refused.stderr and len(asked) == 2
