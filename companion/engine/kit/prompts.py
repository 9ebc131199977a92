"""What the questions of any game are made from: the table, what has been said, the words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.engine.actions import Action
from companion.engine.deck import Decklist
from companion.engine.facts import Setting
from companion.engine.kit.setup import option
from companion.engine.rules import Found
from companion.engine.state import Table
from companion.engine.view import Choice, Field, Group, Question, Refusal, Said
from companion.engine.words import Wording

if TYPE_CHECKING:
    from typing import Self

    from companion.engine.kit.board_view import Board
    from companion.engine.kit.parts import AnyGame


class PromptBuilder:
    """One question in the making, in a game: its choices judge themselves by the rules of the action they lead to."""

    unsettled: frozenset[str] = frozenset()
    """Refusals that only say that a question is still open."""
    most_shown = 9
    """How many cards of a hand can be noted that was shown to all."""

    def __init__(self, game: AnyGame, decklist: Decklist, table: Table, said: Said, words: Wording) -> None:
        self.game = game
        self.decklist = decklist
        self.table = table
        self.said = said
        self.words = words
        self._found: Found = {}

    def heard(self, key: str) -> str:
        """Return a text of the action so far; empty if it is missing."""
        value = self.said.get(key)
        return value if isinstance(value, str) else ""

    def option(self, name: str) -> Setting:
        """Return this table's answer to a house question."""
        return option(self.decklist, self.table, name)

    def say(self, key: str, **blanks: object) -> str:
        """Return a sentence of the questions."""
        return self.words.say(f"ask.{key}", **blanks)

    def names(self, players: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Players as the options of a field."""
        return tuple((player, player) for player in players)

    def anew(self, said: Said | None = None) -> Self:
        """Return prompts for the same table with another action so far, or none."""
        other = type(self)(self.game, self.decklist, self.table, said or {}, self.words)
        other._found = self._found
        return other

    @property
    def board(self) -> Board:
        """The table as it is drawn."""
        drawn: Board = self.game.board(self.game, self.decklist, self.table, self.words)
        return drawn

    # Questions

    def question(self) -> Question:
        """Return the next question of the move under way, else that of the step."""
        move = self.game.moves.get(self.heard("action"))
        return self.opening() if move is None or move.asks is None else move.asks(self)

    def opening(self) -> Question:
        """Return the question of the step."""
        if self.table.ended:
            return self.over()
        asked: Question = self.game.phases[self.table.step].asks(self.anew())
        return asked

    def over(self) -> Question:
        """After the end."""
        return Question(self.say("over"), {}, (self.other_things(),))

    def others(self) -> list[tuple[str, dict[str, object]]]:
        """List the actions beside the course of play (corrections), each with the key of its label."""
        return [("override", {"action": "override"})]

    def other_things(self, *, quiet: bool = True) -> Group:
        """Return the group of actions beside the course of play that make sense now."""
        keys = [] if self.table.ended else self.others()
        keys += [(name, {"action": name}) for name in ("show", "rename")]
        choices = [Choice(self.say(key), said, icon=key) for key, said in keys]
        if not self.table.ended:
            abandon = {"action": "end", "cause": "abandoned"}
            choices.append(Choice(self.say("end.abandon"), abandon, icon="end.abandon", kind="danger"))
        return Group(self.say("group.other"), tuple(choices), quiet=quiet)

    def nameable(self) -> tuple[str, ...]:
        """Return the players who can be renamed."""
        return self.table.players

    def shown_cards(self) -> Sequence[str]:
        """Return the cards that can be noted as seen by all."""
        return [card.slug for card in self.decklist.cards]

    def who(self, key: str, said: Said, players: Iterable[str], detail: str = "") -> Question:
        """Ask which of these players completes the action."""
        choices = tuple(self.player(player, {**said, "player": player}) for player in players)
        return Question(self.say(key), said, (Group("", choices),), detail=detail)

    def role_fields(self, roles: Iterable[str], now: Callable[[str], str], unsaid: str = "") -> tuple[Field, ...]:
        """Return a field for what each player was: blank, but for what all know `now`. Of who is out it can be left
        open under the label `unsaid`."""
        options = tuple((role, self.words.raw(f"roles.{role}")) for role in roles)
        more = (("", self.say(unsaid)), *options) if unsaid else options
        return tuple(
            Field(f"role.{k}", p, "choice", options if p in self.table.seats else more, value=now(p))
            for k, p in enumerate(self.table.players)
        )

    # Choices

    def refusal(self, said: Said, *, done: bool = True) -> Refusal | None:
        """Return the reason against an action, or None. With `done` False, what a later question settles is no
        reason."""
        rest = dict(said)
        action = Action(str(rest.pop("action")), rest)
        if action.verb not in self.game.moves:
            return None
        found = self.game.refused_by(self.decklist, self.table, action, self._found)
        if found is None or (not done and found[1].rule in self.unsettled):
            return None
        rule, violation = found
        can = rule.overrulable and "anyway" in self.game.verbs[action.verb].fields
        overrule = {**said, "anyway": self.say("anyway")} if can else None
        return Refusal(violation.rule, violation.sentence(self.words), violation.where(self.words), overrule)

    def player(self, player: str, said: Said, *, done: bool = True, judged: bool = True, detail: str = "") -> Choice:
        """Return a choice that names a player at the ring."""
        refusal = self.refusal(said, done=done) if judged else None
        return Choice(player, said, done, detail=detail, player=player, refusal=refusal)

    def leading(self, choice: Choice, ways: Iterable[Choice]) -> Choice:
        """Return a choice that leads on to `ways`; refused like the first of them if the table can take none."""
        first: Refusal | None = None
        for way in ways:
            if way.refusal is None or way.refusal.overrule:
                return choice
            first = first or way.refusal
        return replace(choice, refusal=first)

    def card(self, slug: str, said: Said, *, done: bool = True, judged: bool = True) -> Choice:
        """Return a choice that names a card."""
        known = self.decklist.by_slug.get(slug)
        refusal = self.refusal(said, done=done) if judged else None
        kind = known.kind if known else ""
        return Choice(self.words.card(slug), said, done, kind=kind, icon=slug, card=slug, refusal=refusal)

    def plain(
        self,
        key: str,
        said: Said,
        *,
        done: bool = True,
        judged: bool = True,
        then: tuple[Said, ...] = (),
        **blanks: object,
    ) -> Choice:
        """Return a choice with words alone; it is judged only if it is `done`."""
        refusal = self.refusal(said) if done and judged else None
        return Choice(self.say(key, **blanks), said, done, then=then, icon=key, refusal=refusal)
