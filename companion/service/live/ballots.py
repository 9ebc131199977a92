"""Votes that stay shut until everybody's is in: remembered here, in memory alone, and told all at once.

What is written is public: it is carried to every device, in the log, the record and the copies of a table. So whom
somebody votes for is kept beside it. After a restart, or where another host of a club took some of the votes, it is not
known here; then the table tells all of them, as the fingers point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine.actions import Action
from companion.engine.history import Entry, in_one_batch
from companion.engine.kit.moves import Ballot
from companion.engine.state import Table, replay
from companion.service.live.session import LiveGame, Refused


@dataclass(slots=True)
class Ballots:
    """For whom votes are, by game and by the number of the entry that says a vote is in; None for nobody."""

    _kept: dict[str, dict[int, object]] = field(default_factory=dict)

    def keep(self, game: str, votes: Mapping[int, object]) -> None:
        """Remember votes whose entries are written."""
        self._kept.setdefault(game, {}).update(votes)

    def drop(self, game: str) -> None:
        """Forget the votes of a game."""
        self._kept.pop(game, None)

    def counted(
        self, game: str, playing: LiveGame, entries: Sequence[Entry], table: Table, fresh: Mapping[int, object]
    ) -> tuple[Sequence[Entry], Table]:
        """Append the entry that reveals all votes if they are in and known; return the entries and the table after
        them.

        `fresh`: the votes among these entries. If a rule refuses the votes as a whole, the table is asked.
        """
        for verb, ballot in playing.game.ballots.items():
            if not ballot.is_complete(table):
                continue
            votes = _found(ballot, verb, playing, entries, table, {**self._kept.get(game, {}), **fresh})
            if votes is None:
                continue
            teller, called = ballot.counted_by
            last = entries[-1]
            try:
                told = playing.done(last.number + 1, Action(teller, {called: votes}), table, last.at, last.via)
            except Refused:
                continue
            return in_one_batch([*entries, told]), replay(told.facts, table)
        return entries, table


def shut_in(playing: LiveGame, actions: Iterable[Action], entries: Iterable[Entry]) -> Iterator[tuple[int, object]]:
    """For whom the votes among these actions are, as far as it is said, by the numbers of their entries."""
    for action, entry in zip(actions, entries, strict=False):
        ballot = playing.game.ballots.get(action.verb)
        if ballot is not None and ballot.field in action.said:
            yield entry.number, action.said[ballot.field]


def _found(
    ballot: Ballot, verb: str, playing: LiveGame, entries: Sequence[Entry], table: Table, known: Mapping[int, object]
) -> dict[str, object] | None:
    """For whom everybody's vote is that is in; None where one is not known."""
    votes, wanted = dict[str, object](), {*ballot.cast(table)}
    standing = (entry for entry, _ in reversed(playing.course.standing))
    for entry in (*reversed(entries), *standing):
        if not wanted:
            break
        player = str(entry.action.get("player", ""))
        if entry.verb == verb and player in wanted:
            if entry.number not in known:
                return None
            wanted.discard(player)
            votes[player] = known[entry.number]
    return {player: at for player, at in votes.items() if at} if not wanted else None
