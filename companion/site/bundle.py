"""What is put into the folder: the start page, its workers, Python for a browser, and the product with all it needs.

The same files make the same bytes: nothing of the clock or of this machine goes in.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

import companion
from companion import __version__
from companion.decks.catalog import title
from companion.i18n.catalog import LADDER, SCREENS, languages, read, words
from companion.i18n.toml_tables import name_of, tables_of
from companion.service.live.games import GameService
from companion.site.bytecode import LIBRARY, PRODUCT_AT, Compile, as_it_is, library
from companion.site.home import COMPILED, SAID
from companion.site.packages import NotThere
from companion.site.packing import packed
from companion.store.memory import MemoryStore
from companion.web.server.app import create_app
from companion.web.server.settings import Settings

SENTENCES = re.compile(r"companion/(i18n/words/[a-z]+/[a-z]+|_decklists/(.+/)?[a-z]{2,3})\.toml")
"""Files of sentences alone. On a tablet each is a line with its fingerprint: what it says lies beside it as JSON."""


def as_json(files: Mapping[str, bytes], lines: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Return a JSON file for each TOML file, as `toml_tables.bring` finds it by its text, or by the line that stands
    in its place; one with a date, which JSON lacks, is left out."""
    found = {}
    for path, content in files.items():
        if path.endswith(".toml"):
            text = content.decode().replace("\r\n", "\n")
            tables = tables_of(text)
            try:
                told = json.dumps(tables, ensure_ascii=False, separators=(",", ":"))
            except TypeError:
                continue
            found[name_of((lines or {}).get(path, b"").decode() or text)] = told.encode()
    return found


def compiled() -> dict[str, bytes]:
    """Return every template as `jinja2.ModuleLoader` reads it, by the name of its file."""
    env = create_app(GameService(MemoryStore(), title), Settings("")).jinja_env
    with TemporaryDirectory() as folder:
        env.compile_templates(folder, zip=None, ignore_errors=False)
        return {one.name: one.read_bytes() for one in Path(folder).iterdir()}


STANDS_ON = ("flask", "werkzeug", "jinja2", "markupsafe", "itsdangerous", "blinker", "click", "segno")
"""The distributions the application object imports. Of those with compiled parts the plain Python is taken."""
LEFT_OUT = ("lab", "cli")
"""Parts of the package that no tablet runs."""
SOURCES = "companion/web/templates/"
"""What is taken along compiled."""
TYPEFACES = "companion/_printables/fonts/"
"""Of sheets that a typesetter sets, which no tablet has."""
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".wasm": "application/wasm",
    ".txt": "text/plain; charset=utf-8",
    ".zip": "application/zip",
    ".pack": "application/octet-stream",
}
SHELL = (
    *("index.html", "lost.html", "lost.js", "shell.css", "shell.js"),
    *("near.js", "ahead.js", "news.js", "language.js", "home.js", "kept.js", "pictures.js", "eyes.js"),
)
START = "start"
"""The part of the words that stands on the start page: no Python runs there yet."""
WITHOUT_A_PAGE = ("silent", "gone", "reload")
"""Of those what the service worker says where no page answers."""
ICONS = ("icon.svg", "icon-192.png", "icon-512.png")
_PACKAGE = Path(companion.__file__).parent


def site(
    runtime: Mapping[str, bytes],
    names: Mapping[str, str],
    *,
    decoder: Mapping[str, bytes] | None = None,
    solver: Mapping[str, bytes] | None = None,
    compile: Compile = as_it_is,
) -> Mapping[str, bytes]:
    """Every file of the site by its path. `names`: what the manifest calls it (`name`, `short`, `about`, `lang`);
    `decoder`: what reads pictures (`decoder.parts`), fetched after the first page, without which there is no camera;
    `solver`: what the referee reasons with (`solver.parts`), without which nothing hidden is refereed in it;
    `compile`: what makes bytecode of Python's library and of the product (`bytecode.Compiler`), without which the first
    start takes twice as long.

    No file names the folder of the host it stands in: every address is relative.
    """
    static = files("companion.site") / "static"
    shell = {f"_site/{name}": (static / name).read_bytes() for name in SHELL + ICONS}
    shell["_site/manifest.webmanifest"] = _manifest(names)
    shell["_site/news.json"] = _news()
    said = {lang: {key: words(START, lang).raw(key) for key in read(START, LADDER[0])} for lang in languages()}
    shell["_site/words.js"] = f"export const WORDS = {json.dumps(said, ensure_ascii=False)};\n".encode()
    shell["_site/app.pack"] = packed(compile(product(solver), PRODUCT_AT))
    shell["_site/parts.json"] = json.dumps({"camera": decoder is not None}).encode()
    shell |= {f"_site/pyodide/{name}": content for name, content in runtime.items()}
    shell[f"_site/pyodide/{LIBRARY}"] = library(runtime[LIBRARY], compile)
    later = {f"_site/zxing/{name}": content for name, content in (decoder or {}).items()}
    every = {**shell, **later}
    digest = sha256(b"".join(name.encode() + sha256(content).digest() for name, content in sorted(every.items())))
    version = f"{__version__}-{digest.hexdigest()[:12]}"
    zipped = {f"{name}.z": gzip.compress(content, 9, mtime=0) for name, content in every.items()}
    worker = (static / "sw.js").read_text("utf-8")
    unasked = {lang: {key: one[f"start.{key}"] for key in WITHOUT_A_PAGE} for lang, one in said.items()}
    blanks = {
        "site": version,
        "files": _listed(shell, zipped),
        "later": _listed(later, zipped),
        "words": json.dumps(unasked, ensure_ascii=False),
    }
    for blank, known in blanks.items():
        worker = worker.replace("{{" + blank + "}}", known)
    plain = {name: content for name, content in every.items() if name in _FIRST or name.endswith(".txt")}
    start = {"index.html": shell["_site/index.html"], "404.html": shell["_site/lost.html"], "sw.js": worker.encode()}
    return {**zipped, **plain, **start}


_FIRST = frozenset(
    f"_site/{name}"
    for name in (
        "index.html",
        "lost.js",
        "shell.css",
        "shell.js",
        "near.js",
        "ahead.js",
        "news.js",
        "language.js",
        "words.js",
        "pictures.js",
        "manifest.webmanifest",
        *ICONS,
    )
)
"""What the first page needs before the service worker is there. Licences are there to be read, too."""


def _listed(names: Iterable[str], zipped: Mapping[str, bytes]) -> str:
    return json.dumps({name: (KINDS[Path(name).suffix], len(zipped[f"{name}.z"])) for name in sorted(names)})


def product(solver: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Return the package and what it stands on, by path.

    Raise `NotThere` in a program of one file, which has its modules compiled only.
    """
    if getattr(sys, "frozen", False):
        raise NotThere("no-sources")
    found = {**dict(_package()), **(solver or {})}
    lines = {
        path: f"# {sha256(text).hexdigest()}".encode() for path, text in found.items() if SENTENCES.fullmatch(path)
    }
    found |= {f"companion/{SAID}/{name}": content for name, content in as_json(found, lines).items()}
    found |= lines
    for name in STANDS_ON:
        there = distribution(name)
        for one in there.files or ():
            is_code = one.suffix in (".py", ".typed")
            is_wanted = is_code or one.name in ("METADATA", "entry_points.txt") or "licenses" in one.parts
            if is_wanted and ".." not in one.parts and "__pycache__" not in one.parts:
                found[one.as_posix()] = Path(str(one.locate())).read_bytes()
    return found


def _package() -> Iterator[tuple[str, bytes]]:
    found = dict(_under(_PACKAGE, "companion", LEFT_OUT))
    for name in ("decklists", "printables"):
        beside = _PACKAGE.parent / name
        if not (_PACKAGE / f"_{name}").is_dir() and beside.is_dir():
            found.update(_under(beside, f"companion/_{name}"))
    yield from (
        (name, content)
        for name, content in found.items()
        if not name.startswith((SOURCES, TYPEFACES)) and not name.endswith("/terminal.toml")
    )
    for name, content in compiled().items():
        yield f"companion/{COMPILED}/{name}", content


def _under(folder: Path, called: str, but: Collection[str] = ()) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and parts[0] not in but and "__pycache__" not in parts:
            yield "/".join((called, *parts)), path.read_bytes()


def _manifest(names: Mapping[str, str]) -> bytes:
    said = {
        "id": "..",
        "name": names["name"],
        "short_name": names["short"],
        "description": names["about"],
        "lang": names["lang"],
        "start_url": "..",
        "scope": "..",
        "display": "fullscreen",
        "display_override": ["fullscreen", "standalone"],
        "orientation": "any",
        "background_color": "#0a1420",
        "theme_color": "#0a1420",
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            *(
                {"src": f"icon-{side}.png", "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
                for side in (192, 512)
                for purpose in ("any", "maskable")
            ),
        ],
        "shortcuts": [{"name": names["new"], "url": "../new"}],
    }
    return json.dumps(said, ensure_ascii=False, indent=1).encode()


def _news() -> bytes:
    """Return what has changed in this version, a line a language: shown when it takes the place of another."""
    says = {lang: words(SCREENS, lang).raw(f"alone.news.{__version__}") for lang in LADDER}
    return json.dumps({"version": __version__, "says": says}, ensure_ascii=False).encode()
