"""The rules page of a game, made from its rules and words, so that it cannot say anything else.

python -m tests.docs.rules_page      writes docs/rules/GAME.md and docs/rules/GAME.es.md of every game
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

from companion.decks.catalog import Title, title
from companion.engine.words import Wording
from companion.service.messages import own_words, spoken
from tests.beside import beside

FOLDER = Path(__file__).parent.parent.parent / "docs" / "rules"
GAMES = ("la-cosa", "dos-barajas", "la-criatura", "the-thing", "the-thing-coop", "the-thing-outpost")
"""The games with a page, each with its rules in its moves."""
LANGUAGES = ("en", "es")
HEADS = beside(__file__, "rules_page.toml")


def page(here: Title, lang: str) -> str:
    """Return the page in one language."""
    words, head = spoken(here.words[lang]), HEADS[lang]
    card = head["card"].format(fewest=here.decklist.fewest, most=here.decklist.most)
    parts = [head["title"], head["lead"], head["cards"], _cards(here, words, card)]
    parts += [head["options"], head["option"], *_options(here, words)]
    parts += [head["refusals"], _refusals(here, words, head["refusal"], head["yes"])]
    return "\n\n".join(parts) + "\n"


def _cards(here: Title, words: Wording, head: str) -> str:
    rows = [head, "|---|---|---|---|"]
    counts = range(here.decklist.fewest, here.decklist.most + 1)
    for card in here.decklist.cards:
        copies = " ".join(str(here.decklist.how_many(card.slug, n)) for n in counts)
        kind = words.raw(f"kinds.{card.kind}")
        rows.append(f"| {words.card(card.slug)} | {kind} | {copies} | {words.raw(f'cards.{card.slug}.text')} |")
    return "\n".join(rows)


def _options(here: Title, words: Wording) -> list[str]:
    parts = []
    for option in here.decklist.options:
        key = f"options.{option.name}"
        labels = [words.raw(f"{key}.values.{str(value).lower()}") for value in option.values]
        lines = [f"**{words.raw(f'{key}.question')}** (`{option.name}`) {words.raw(f'{key}.why')}"]
        values = zip(option.values, labels, strict=True)
        lines += [f"- `{str(value).lower()}`: {label}" for value, label in values]
        parts.append("\n".join([lines[0], "", *lines[1:]]))
    return parts


def file_of(game: str, lang: str) -> Path:
    """Return the file of the page of a game."""
    return FOLDER / (f"{game}.md" if lang == "en" else f"{game}.{lang}.md")


def _refusals(here: Title, words: Wording, head: str, yes: str) -> str:
    rules = [rule for move in here.game.moves.values() for rule in move.rules]
    broken = {rule.id for rule in rules if rule.overrulable}
    sentences = {**own_words(words.lang).sentences, **here.words[words.lang].sentences}
    rows = [head, "|---|---|---|---|"]
    known = [f"setup.{name}" for name in ("player-count", "names", "first-player", "option")]
    ids = dict.fromkeys([*known, *(rule.id for rule in rules), "undo.nothing", "redo.nothing"])
    for rule in ids:
        prefix = f"rules.{rule}."
        said = [text for key, text in sentences.items() if key.startswith(prefix) and key != f"{prefix}where"]
        rows.append(
            f"| `{rule}` | {' · '.join(said)} | {words.raw(f'{prefix}where')} | {yes if rule in broken else ''} |"
        )
    return "\n".join(rows)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game, lang in product(GAMES, LANGUAGES):
        file_of(game, lang).write_text(page(title(game), lang), encoding="utf-8")
