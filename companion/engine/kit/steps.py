"""What a card does, in named steps that its deck says in words: `does = ["show target to player", "end turn"]`.

A game has a vocabulary: each step it knows, with `#` where a number stands (`draw #`), and what is done then. A step
may leave a choice: `burn target or swap with target`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.engine.actions import Action
from companion.engine.deck import Card

TARGET = "target"
CHOICE = "choice"
"""The field of a play that says which of several steps was chosen, from 1."""
OR = " or "


class Acting(NamedTuple):
    """Whoever carries out a card, on whom, and what was said with it."""

    player: str
    target: str
    action: Action

    @property
    def card(self) -> str:
        """The card that acts."""
        return self.action.text("card")


class Step(NamedTuple):
    """One step of a game's vocabulary: what is done (by whom, with which numbers), and what the rules ask about it."""

    does: Callable[[Any, Acting, tuple[int, ...]], None]
    traits: frozenset[str] = frozenset()


Vocabulary = Mapping[str, Step]


def step(does: Callable[..., None], *traits: str) -> Step:
    """Return a step with its traits. It is given the recorder, who acts, and the numbers said."""
    return Step(lambda effects, acting, numbers: does(effects, acting, *numbers), frozenset(traits))


def form_of(said: str) -> tuple[str, tuple[int, ...]]:
    """Return a step as its vocabulary has it, and the numbers said in it."""
    words = said.split()
    form = " ".join("#" if word.isdecimal() else word for word in words)
    return form, tuple(int(word) for word in words if word.isdecimal())


class Doing(NamedTuple):
    """What a card does: for each of its steps the ways there are, of which one is chosen."""

    ways: tuple[tuple[tuple[str, tuple[int, ...]], ...], ...] = ()

    def forms(self) -> Iterator[str]:
        """Yield every step in it, whatever is chosen."""
        return (form for ways in self.ways for form, _ in ways)

    def numbers(self, *forms: str) -> int:
        """Add up the first number of these steps."""
        return sum(numbers[0] for ways in self.ways for form, numbers in ways if form in forms)

    def carry_out(self, vocabulary: Vocabulary, effects: Any, acting: Acting) -> None:
        """Do one step after the other; what needs a target is left out where there is none."""
        for ways in self.ways:
            form, numbers = ways[min(max(acting.action.number(CHOICE), 1), len(ways)) - 1]
            if acting.target or TARGET not in form.split():
                vocabulary[form].does(effects, acting, numbers)


def doing(does: Iterable[str]) -> Doing:
    """Return what a deck says of a card, taken apart."""
    return Doing(tuple(tuple(map(form_of, said.split(OR))) for said in does))


def traits(vocabulary: Vocabulary, done: Doing) -> frozenset[str]:
    """Return the traits of all steps of a card."""
    return frozenset[str]().union(*(vocabulary[form].traits for form in done.forms() if form in vocabulary))


class StepFault(NamedTuple):
    """What makes no sense in a card: the key of its block, the sentence (`fault.steps.…`) and its blanks."""

    where: str
    key: str
    blanks: Mapping[str, object]


def faults(card: Card, vocabulary: Vocabulary) -> Iterator[StepFault]:
    """Yield the steps that are not in the vocabulary, each with what could be meant."""
    from difflib import get_close_matches

    for said in (one for does in card.does for one in does.split(OR)):
        form, numbers = form_of(said)
        if form in vocabulary:
            if 0 in numbers:
                yield StepFault("does", "zero", {"step": said})
            continue
        first = form.partition(" ")[0]
        alike = [one for one in vocabulary if one.partition(" ")[0] == first]
        near = get_close_matches(form, vocabulary, 3, 0.5)
        known = alike or near or sorted({one.partition(" ")[0] for one in vocabulary})
        kind = "form" if alike else "near" if near else "unknown"
        yield StepFault("does", kind, {"step": said[:60], "known": ", ".join(f"“{one}”" for one in known)})
