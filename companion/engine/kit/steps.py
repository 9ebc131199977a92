"""What a card does, in named steps that its deck says in words: `does = ["show target to player", "end turn"]`.

A game has a vocabulary: each step it knows, with `#` where a number stands (`draw #`), and what is done then. A step
may leave a choice: `burn target or swap with target`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.engine.actions import Action
from companion.engine.deck import Card
from companion.engine.words import Wording

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
    says: Mapping[str, str] = MappingProxyType({})
    """What it does in words, by language, if the deck has no sentence for it."""


Vocabulary = Mapping[str, Step]


def step(does: Callable[..., None], *traits: str, says: Mapping[str, str] = MappingProxyType({})) -> Step:
    """Return a step with its traits. It is given the recorder, who acts, and the numbers said."""
    return Step(lambda effects, acting, numbers: does(effects, acting, *numbers), frozenset(traits), says)


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


class StepBook(NamedTuple):
    """What a game's cards can be written in."""

    steps: dict[str, Step]
    targets: tuple[str, ...] = ()
    """Whom a card may be aimed at."""
    hindrances: tuple[str, ...] = ()
    """What may stop it."""
    occasions: Mapping[str, str] = MappingProxyType({})
    """What can be answered beside cards: of each the trait of the cards that bring it about."""
    last: frozenset[str] = frozenset()
    """The traits of steps that say themselves how it goes on."""
    odd: Callable[[Card, Doing], Iterator[StepFault]] = lambda card, done: iter(())
    """What else makes no sense in this game."""

    def fits(self, answer: Card, card: Card) -> bool:
        """Return True if an answer calls off what this card does."""
        mine = traits(self.steps, doing(card.does))
        about = {card.slug, *(what for what, trait in self.occasions.items() if trait in mine)}
        return bool(about & {*answer.answers}) or answer.slug in card.answered_by

    def told(self, card: Card, cards: Sequence[Card], words: Wording) -> str:
        """Return what a card does, in the sentences of its steps."""

        def say(key: str, **blanks: object) -> str:
            return words.say(f"steps.{key}", **blanks)

        done = doing(card.does)
        said = [say(f"target.{card.target}")] if card.target else []
        said += [say(f"stopped_by.{one}") for one in card.stopped_by]
        calls_off = [one.slug for one in cards if one.slug in card.answers or card.slug in one.answered_by]
        answers = bool(calls_off or card.answers)
        if calls_off:
            said.append(say("answers.cards", cards=words.listed([words.card(one) for one in calls_off])))
        said += [say(f"answers.{one}") for one in card.answers if one in self.occasions]
        for ways in done.ways:
            each = [self.step_told(way, words) for way in ways]
            said.append(each[0] if len(each) == 1 else say("one-of", ways=say("or").join(each)))
        if answers:
            said.append(say("answers.replaced"))
        else:
            against = [words.card(one.slug) for one in cards if self.fits(one, card)]
            said.append(say("answered", cards=words.listed(against)) if against else say("unanswered"))
            if not self.last & traits(self.steps, done):
                said.append(say("exchange"))
        return " ".join(said).replace("!.", "!")

    def step_told(self, way: tuple[str, tuple[int, ...]], words: Wording) -> str:
        """Return one step as a sentence."""
        form, numbers = way
        key, says = f"steps.do.{form.replace(' ', '-').replace('#', 'n')}", self.steps[form].says
        if says and not words.has(key):
            return says.get(words.lang) or says.get("en") or next(iter(says.values()))
        return words.say(key, **dict(zip(("count", "second"), numbers, strict=False)))

    def faults(self, card: Card, cards: Mapping[str, Card]) -> Iterator[StepFault]:
        """Yield what makes no sense in a card, each with what could be meant. `cards`: those of its deck."""
        if wrong := [*self._unknown(card)]:
            yield from wrong
            return
        done = doing(card.does)
        answers = bool(card.answers)
        aimed = [form for form in done.forms() if TARGET in form.split()]
        named = {
            "target": ((card.target,) if card.target else (), self.targets),
            "stopped_by": (card.stopped_by, self.hindrances),
            "answers": (card.answers, (*self.occasions, *cards)),
            "answered_by": (
                card.answered_by,
                tuple(slug for slug, one in cards.items() if one.answers or one.kind == "defence"),
            ),
        }
        for where, (said, known) in named.items():
            for one in said:
                if one not in known:
                    near = get_close_matches(one, known, 3, 0.5) or known
                    yield StepFault(where, "word", {"name": where, "word": one[:60], "known": quoted(near)})
        if aimed and not (card.target or answers):
            yield StepFault("does", "no-target", {"step": aimed[0], "known": quoted(self.targets)})
        if card.target and not aimed and not any("one" in form.split() for form in done.forms()):
            yield StepFault("target", "target-unused", {"slug": card.slug})
        if card.stopped_by and not card.target:
            yield StepFault("stopped_by", "nothing-to-stop", {"slug": card.slug})
        if answers and any(len(ways) > 1 for ways in done.ways):
            yield StepFault("does", "choice-in-answer", {"slug": card.slug})
        yield from self.odd(card, done)

    def _unknown(self, card: Card) -> Iterator[StepFault]:
        """Yield the steps that are not in the vocabulary."""
        for said in (one for does in card.does for one in does.split(OR)):
            form, numbers = form_of(said)
            if form in self.steps:
                if 0 in numbers:
                    yield StepFault("does", "zero", {"step": said})
                continue
            first = form.partition(" ")[0]
            alike = [one for one in self.steps if one.partition(" ")[0] == first]
            near = get_close_matches(form, self.steps, 3, 0.5)
            known = alike or near or sorted({one.partition(" ")[0] for one in self.steps})
            kind = "none" if not self.steps else "form" if alike else "near" if near else "unknown"
            yield StepFault("does", kind, {"step": said[:60], "known": quoted(known)})


def quoted(words: Iterable[str]) -> str:
    """Return words of a deck file as they are written there; of numbers some number."""
    return ", ".join('"' + word.replace("#", "1") + '"' for word in words)
