"""What a deck declares for newcomers: `[[lesson]]` says when a sentence of `[lessons]` is said."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import get_args

from companion.decks.toml_source import Page
from companion.engine import facts as f
from companion.engine.deck import Card, Lesson

KEYS = ("name", "step", "about", "fact", "card", "kind", "track", "each")
FACTS = tuple(kind.__name__ for kind in get_args(f.Fact))


def read_lessons(page: Page, cards: Sequence[Card]) -> tuple[Lesson, ...]:
    """Return the lessons of a deck. Every card and event they name has to exist."""
    slugs, kinds = [card.slug for card in cards], sorted({card.kind for card in cards})
    lessons: dict[str, Lesson] = {}
    for path, block in page.blocks("lesson"):
        page.only(block, path, KEYS)
        name = page.slug(block, path, "name", required=True)
        said = {key: page.text(block, path, key) for key in KEYS[1:-1]}
        if name in lessons:
            page.fault((*path, "name"), "lesson.twice", name=name)
        if not any(said.values()):
            page.fault(path, "lesson.never", name=name)
        for key, known in (("fact", FACTS), ("card", slugs), ("kind", kinds)):
            if said[key] and said[key] not in known:
                page.fault((*path, key), "lesson.unknown", name=name, what=said[key][:60], known=", ".join(known))
        each = block.get("each", False)
        if not isinstance(each, bool):
            page.fault((*path, "each"), "type.truth", name="each")
            each = False
        lessons[name] = Lesson(name, **said, each=each)
    return tuple(lessons.values())


def check_lessons(page: Page, lessons: Sequence[Lesson], there: Mapping[str, Collection[str]]) -> None:
    """No lesson waits for a step, an answer or a number that its game does not have. `there`: those it has, by the key
    of a lesson."""
    for k, lesson in enumerate(lessons):
        for key, names in there.items():
            what = getattr(lesson, key)
            if what and what not in names:
                known = ", ".join(sorted(names))
                page.fault(("lesson", k, key), "lesson.unknown", grave=False, name=lesson.name, what=what, known=known)
