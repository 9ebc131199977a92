"""The end of a game: what everybody turned out to be, the token of that role, and why they have won or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.engine.state import Table
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.web.pages.icons import icon

NAMED = 4
"""So many winners are named by the large sentence; of more it says the side."""
SHEETS = "sheets"
"""The words of the sheets, where the token of a role is named that the game's own words do not name."""


class Role(NamedTuple):
    """Role a player turned out to have. `reason` is one sentence, empty if the game has none for it."""

    player: str
    label: str
    won: bool
    icon: str = ""
    tone: str = ""
    reason: str = ""
    is_out: bool = False


class Side(NamedTuple):
    """All players of one role who have won or lost for the same reason, which is given once."""

    label: str
    won: bool
    icon: str
    tone: str
    reason: str
    people: tuple[tuple[int, Role], ...]
    """With their place in the set-up."""
    called: tuple[str, ...] = ()
    """How they are called on their plates."""


def sides_of(table: Table, everybody: Sequence[Role], words: Wording, called: Callable[[str], str]) -> tuple[Side, ...]:
    """Of `roles_of`, those who have won first; within that as people sit, each as they are `called` on their plate. A
    role of several people is called `sides.<role>` where the game has a word for them."""
    found: dict[tuple[bool, str, str], list[tuple[int, Role]]] = {}
    roles = table.ended.roles if table.ended else {}
    for place, one in enumerate(everybody):
        found.setdefault((one.won, roles.get(one.player, ""), one.reason), []).append((place, one))
    return tuple(
        Side(
            _called(role, people, words),
            won,
            people[0][1].icon,
            people[0][1].tone,
            reason,
            tuple(people),
            tuple(called(one.player) for _, one in people),
        )
        for (won, role, reason), people in sorted(found.items(), key=lambda one: not one[0][0])
    )


def side_won(table: Table, words: Wording) -> str:
    """Return the sentence of the side that has won (`sides.won.<role>`) if its people are too many to name; else
    nothing."""
    ended = table.ended
    if ended is None or len(ended.winners) <= NAMED:
        return ""
    keys = [f"sides.won.{ended.roles[winner]}" for winner in ended.winners if winner in ended.roles]
    return next((words.raw(key) for key in keys if words.has(key)), "")


def _called(role: str, people: Sequence[tuple[int, Role]], words: Wording) -> str:
    many = f"sides.{role}"
    return words.raw(many) if len(people) > 1 and words.has(many) else people[0][1].label


def roles_of(table: Table, words: Wording) -> tuple[Role, ...]:
    """Return all players with their roles, in the order of the set-up; none before the end."""
    if table.ended is None:
        return ()
    roles, won = table.ended.roles, table.ended.winners
    return tuple(
        Role(
            player,
            words.raw(f"roles.{roles[player]}") if player in roles else "",
            player in won,
            *token(table.game, roles.get(player, ""), words),
            _reason(table, player, words),
            player in table.eliminated and player not in table.safe,
        )
        for player in table.players
    )


def token(game: str, role: str, words: Wording) -> tuple[str, str]:
    """Return the drawing of a role and the kind whose colour it has, as on paper."""
    for said, part in ((words, "print"), (catalog.words(SHEETS, words.lang.partition("+")[0]), f"games.{game}")):
        if said.has(f"{part}.roles.{role}.icon"):
            kind = f"{part}.roles.{role}.kind"
            return icon(said.raw(f"{part}.roles.{role}.icon")), said.raw(kind) if said.has(kind) else ""
    return icon(role), ""


def _reason(table: Table, player: str, words: Wording) -> str:
    """Return the reason (`fate.<role>.<how>`).

    `won`; `out` before the end; `last`, if others of the role have won; else `lost`, preferably the variant of the side
    that has won (`fate.<role>.lost-<role>`); `together`, if the winners play several places each and none is called by
    their name.
    """
    ended = table.ended
    if ended is None or not ended.winners or player not in ended.roles:
        return ""
    role, sides = ended.roles[player], {ended.roles.get(winner, "") for winner in ended.winners}
    if not {*ended.winners} & {*table.players}:
        how = ["together"]
    elif player in ended.winners:
        how = ["won"]
    elif player in table.eliminated:
        how = ["out"]
    else:
        how = ["last"] if role in sides else [*(f"lost-{side}" for side in sorted(sides) if len(sides) == 1), "lost"]
    key = next((key for key in (f"fate.{role}.{one}" for one in how) if words.has(key)), "")
    return words.raw(key) if key else ""
