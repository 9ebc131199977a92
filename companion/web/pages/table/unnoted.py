"""Hands that everybody has just seen and nobody has written down yet."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.places import Place
from companion.service.live.session import LiveGame

SHOW = "show"
"""The verb by which every game notes the cards that were seen."""


def unnoted(playing: LiveGame) -> tuple[str, ...]:
    """Whose hands were shown to all this turn, their cards not noted, and have not changed since."""
    found: dict[str, None] = {}
    settled: set[str] = set()
    """Noted already, or no longer what was seen."""
    with playing.lock:
        standing = tuple(playing.course.standing)
    for entry, _ in reversed(standing):
        for fact in reversed(entry.facts):
            match fact:
                case f.CardsShown(owner, None, faces, None) if owner not in settled:
                    settled.add(owner)
                    if not faces:
                        found[owner] = None
                case f.CardsShown(owner, None, _, _):
                    settled.add(owner)
                case f.CardsMoved(source, target, _, _):
                    settled.update(str(place.name) for place in (source, target) if _is_hand(place))
                case f.CardsPassed(pairs):
                    settled.update(name for pair in pairs for name in pair)
                case f.PlayerOut(player, _):
                    settled.add(player)
                case f.Renamed(player, _):
                    settled.add(player)
                case _:
                    pass
        if any(isinstance(fact, f.TurnBegan) for fact in entry.facts):
            break
    return tuple(found)


def _is_hand(place: Place) -> bool:
    return place.kind == "hand"
