"""Corrections by touch: where it is otherwise, or of whom, then how it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, cast

from companion.engine.kit import everyday
from companion.engine.view import Choice, Field, Group, Question, Said
from companion.games.the_thing.prompts import Prompts

WHOLE = ("seats", "options")
"""What is put right on a form, for its answers hang together."""
SPOTS = ("room", "who")
"""What is said of where it is otherwise, or of whom, before it is said what."""
BESIDE = 10
"""So many numbers less and more than now stand side by side."""


class Correcting:
    """One form of corrections, touched on the board instead: where or of whom, then how it is."""

    def __init__(self, ask: Prompts, about: str) -> None:
        self.ask, self.about = ask, about
        self.form = everyday.what_is_wrong(ask.anew({"action": "override", "about": about}))
        self.fields = {one.name: one for one in self.form.fields if one.kind != "text"}
        self.now = {k: [*one.values] if one.kind == "checks" else [one.value] for k, one in self.fields.items()}

    def question(self, name: str) -> Question:
        """Ask where it is otherwise, or of whom; or how it is in the field of this name."""
        if name in self.fields:
            return self.how(self.fields[name])
        choices = tuple(make() for _, _, make in self.spots())
        return Question(self.form.text, self.form.said, (Group("", choices),), detail=self.form.detail)

    def spots(self) -> Iterator[tuple[str, str, Callable[[], Choice]]]:
        """Yield everything that may be otherwise: its room, its player, and what makes the choice of it. What can only
        lie there or not is so at the touch."""
        for field in self.fields.values():
            if field.kind == "checks" or (len(self.fields) == 1 and field.kind == "choice"):
                for value, label in field.options:
                    yield *self._spot(label, value), partial(self._turned, field, label, value)
            else:
                yield *self._spot(field.label, field.name.partition(".")[2]), partial(self._asked, field)

    def _turned(self, field: Field, label: str, value: str) -> Choice:
        """Return the choice that one of several answers is otherwise."""
        if field.kind == "choice":
            return self._sets(label, value, {field.name: [value]})
        ticked = [one for one, _ in field.options if (one in field.values) != (one == value)]
        is_now = self.ask.say("yes" if value in field.values else "no")
        return replace(self._sets(label, value, {field.name: ticked}), detail=is_now)

    def _asked(self, field: Field) -> Choice:
        """Return the choice that a field is otherwise; how is asked next, or known."""
        slug = field.name.partition(".")[2]
        if field.kind == "number" and field.most == 1:
            others = {name: ["0"] for name in self.now} if self.about == "leader_token" else {}
            other = self._sets(field.label, slug, {**others, field.name: [str(1 - int(field.value))]})
            return replace(other, detail=self.ask.say("yes" if int(field.value) else "no"))
        room, player = self._spot(field.label, slug)
        said = {**self.form.said, "about": f"{self.about}:{field.name}"}
        is_now = dict(field.options).get(field.value, field.value)
        choice = Choice(field.label, said, detail=is_now, room=room, player=player)
        return self.ask.leading(choice, self.how(field).groups[0].choices)

    def how(self, field: Field) -> Question:
        """Ask how it is there, among what is nearest to how it is now."""
        options = field.options or tuple((str(k), str(k)) for k in range(field.least, field.most + 1))
        at = next((k for k, (value, _) in enumerate(options) if value == field.value), 0)
        near = options if len(options) <= 2 * BESIDE else options[max(at - BESIDE, 0) : at + BESIDE + 1]
        ways = tuple(self._sets(label, value, {field.name: [value]}) for value, label in near if value != field.value)
        is_spot = any(self._spot(field.label, field.name.partition(".")[2]))
        text = self.ask.say("meet.room", room=self.form.text, who=field.label) if is_spot else field.label
        is_now = self.ask.say("fix.now", now=dict(options).get(field.value, field.value)) if field.value else ""
        return Question(text, self.ask.said, (Group("", ways),), detail=is_now)

    def _sets(self, label: str, spot: str, filled: Mapping[str, list[str]]) -> Choice:
        """Return the choice of a correction: what is filled in otherwise than it is now."""
        before, after = self._before, self._read({**self.now, **filled})
        found = {name: _apart(before.get(name), value) for name, value in after.items() if before.get(name) != value}
        said: Said = {"action": "override", "set": found, "reason": self.ask.say("fix.reason-default")}
        (room, player), refusal = self._spot(label, spot), self.ask.refusal(said)
        kind = "number" if label.isdecimal() else ""
        return Choice(label, said, True, kind=kind, refusal=refusal, room=room, player=player)

    @cached_property
    def _before(self) -> Mapping[str, object]:
        return self._read(self.now)

    def _read(self, filled: Mapping[str, list[str]]) -> Mapping[str, object]:
        ask, said = self.ask, {"action": "override", "about": self.about}
        game: Any = ask.game
        return cast("Mapping[str, object]", game.assemble(ask.decklist, ask.table, said, filled)["set"])

    def _spot(self, label: str, slug: str) -> tuple[str, str]:
        """Return the room and the player that are touched on the table, as far as it is one of them."""
        room = slug if self.ask.words.has(f"rooms.{slug}") else ""
        return room, label if label in self.ask.table.seats else ""


def _apart(before: object, after: object) -> object:
    """Return what is otherwise after, of a table only its lines that are."""
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return after
    return {key: value for key, value in after.items() if before.get(key) != value}


def seating(ask: Prompts, player: str) -> Question:
    """Ask who sits elsewhere, then with whom they change places."""
    seats, said = ask.table.seats, {"action": "override", "about": "seats"}
    if player not in seats:
        people = tuple(ask.player(p, {**said, "about": f"seats:{p}"}, done=False, judged=False) for p in seats)
        return Question(ask.say("fix.seats"), said, (Group("", people),))

    def changed(other: str) -> Choice:
        swap = {player: other, other: player}
        order = [swap.get(p, p) for p in seats]
        reason = ask.say("fix.reason-default")
        return ask.player(other, {"action": "override", "set": {"seats": order}, "reason": reason})

    text = ask.say("meet.room", room=ask.say("fix.seats"), who=f"{player} ↔")
    return Question(text, ask.said, (Group("", tuple(changed(p) for p in seats if p != player)),))


def correcting(ask: Prompts) -> Question:
    """Ask what is otherwise on the table, touch by touch: where or of whom, what there, and how it is. On a form where
    the answers hang together."""
    about, _, name = ask.heard("about").partition(":")
    if about in WHOLE:
        return seating(ask, name) if about == "seats" else everyday.what_is_wrong(ask)
    if about in ask.game.forms:
        return Correcting(ask, about).question(name)
    said: Said = {"action": "override"}
    found = [
        (one, spot)
        for key in ask.game.forms
        if key not in WHOLE
        for one in (Correcting(ask, key),)
        for spot in one.spots()
    ]
    rooms = dict.fromkeys(room for _, (room, _, _) in found if room)
    people = dict.fromkeys(player for _, (_, player, _) in found if player)
    if about in SPOTS and name in (*rooms, *people):
        here = ((one, make()) for one, (room, player, make) in found if name in (room, player))
        choices = tuple(replace(choice, label=one.form.text, room="", player="") for one, choice in here)
        called = ask.room(name) if name in rooms else name
        return Question(f"{called}. {ask.say('fix.what')}", ask.said, (Group("", choices),))
    rest = dict.fromkeys((*(one.about for one, (room, player, _) in found if not room and not player), *WHOLE))
    groups = (
        Group("", tuple(Choice(ask.room(one), {**said, "about": f"{SPOTS[0]}:{one}"}, room=one) for one in rooms)),
        Group("", tuple(Choice(one, {**said, "about": f"{SPOTS[1]}:{one}"}, player=one) for one in people)),
        Group("", tuple(Choice(ask.say(f"fix.{one}"), {**said, "about": one}, icon=f"fix.{one}") for one in rest)),
    )
    return Question(ask.say("fix.what"), said, groups)
