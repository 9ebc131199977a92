"""What the documentation says is true: generated pages are current, links lead somewhere, examples run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.catalog import game_slugs, title
from tests.docs.rules_page import GAMES, LANGUAGES, file_of, page
from tests.games.play import Sitting

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_page_is_current(game: str, lang: str) -> None:
    assert file_of(game, lang).read_text(encoding="utf-8") == page(title(game), lang)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        if not target.startswith(("http://", "https://")):
            assert (path.parent / target).exists(), target


def test_the_playthrough_in_the_docs_plays() -> None:
    text = (ROOT / "docs" / "playthrough.md").read_text(encoding="utf-8")
    setup, *actions = map(json.loads, re.findall(r"```json\n(.*?)```", text, re.DOTALL)[0].splitlines())
    here = title("la-cosa")
    sitting = Sitting(here.game, here.decklist, setup)
    assert [sitting.say(**action) for action in actions] == ["ok"] * len(actions)


def test_the_deck_in_the_docs_is_a_deck(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "add-a-card.md").read_text(encoding="utf-8")
    deck, words, *_ = (
        re.sub(r"^   ", "", block, flags=re.MULTILINE) for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    )
    (tmp_path / "deck.toml").write_text(deck, encoding="utf-8")
    (tmp_path / "es.toml").write_text(words, encoding="utf-8")
    mine = title("la-cosa", "mi-caja", (tmp_path,))
    assert mine.decklist.by_slug["soplete"].acts_as == "lanzallamas"
    assert "lanzallamas.2" not in {copy.id for copy in mine.decklist.copies}
    assert mine.words["es"].card("soplete") == "Soplete"


def test_the_deck_of_la_criatura_in_the_docs_is_a_deck(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "add-a-card.md").read_text(encoding="utf-8")
    deck = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)[2]
    (tmp_path / "deck.toml").write_text(deck, encoding="utf-8")
    mine = title("la-criatura", "mi-criatura", (tmp_path,)).decklist
    assert sum(mine.by_slug[copy.slug].back == "event" for copy in mine.copies) == 63
    assert sum(mine.by_slug[copy.slug].back == "weapon" for copy in mine.copies) == 10
    assert mine.by_slug["armado"].mark("phase") == ("events",)


def test_every_action_is_documented() -> None:
    text = (ROOT / "docs" / "playthrough.md").read_text(encoding="utf-8")
    for game in game_slugs():
        assert not [verb for verb in title(game).game.verbs if f"`{verb}`" not in text], game
