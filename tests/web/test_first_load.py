"""All that a device fetches to see a table of twelve for the first time, compressed: page, scripts, drawings."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import companion.web
from tests.web.sitting import Sitting

STATIC = Path(companion.web.__file__).parent / "static"
MOST = 150_000


def _fetched(html: str) -> set[str]:
    """Every file the page names, and every module those import."""
    found: set[str] = set()
    waiting = set(re.findall(r'"/static/v-\w+/([\w.-]+)"', html))
    while waiting:
        name = waiting.pop()
        found.add(name)
        imports = re.findall(r'(?:import|from)\s+"\./([\w.-]+)"', (STATIC / name).read_text("utf-8"))
        waiting |= {*imports} - found if name.endswith(".js") else set()
    return found


def test_the_first_load_is_small_with_everything_it_brings() -> None:
    sitting = Sitting()
    sitting.sit_down([f"Persona número {k} de la mesa" for k in range(12)])
    page = sitting.get(f"/games/{sitting.game}")
    names = _fetched(page.html)
    assert {"app.css", "facing.css", "live.js", "motion.js", "senses.js"} <= names
    texts = [page.html.encode(), *((STATIC / name).read_bytes() for name in names)]
    texts.append(sitting.client.get("/icons.svg", headers=sitting.headers).data)
    fonts = sum(path.stat().st_size for path in (STATIC / "fonts").glob("*.woff2"))
    assert fonts + sum(len(gzip.compress(text)) for text in texts) <= MOST
