"""What the description of the interface says of a game: its set-up, actions, checks, public state and refusals.

All of it comes from the game's own value and words: what can be said and shown with the shapes of its fields, what the
public state holds, the rules that have a sentence. `api.*` in the words of a game tells what each of them is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.decks.catalog import Title
from companion.engine.actions import ActionType, Schema
from companion.engine.hidden.referee import CHECK
from companion.engine.words import Wording
from companion.i18n import catalog
from companion.service.live.session import TURNING, words_of
from companion.service.messages import own_words
from companion.web.api.schemas import ANSWERED, BESIDE, NUMBER, SETUP, Thing


class Described:
    """One game, described in one language. `name` begins the name of each of its schemas."""

    def __init__(self, title: Title, lang: str) -> None:
        self.title = title
        self.name = pascal(title.game.slug)
        self._words = words_of(title, lang)
        self._common = catalog.words("api", lang)

    def schemas(self) -> dict[str, Thing]:
        """Every schema of the game by its name."""
        game, found = self.title.game, {self._named("Setup"): self._setup(), self._named("Refusal"): self._refusal()}
        mapping: dict[str, str] = {}
        for verb in (*game.verbs.values(), *TURNING.values()):
            name = self._named(verb.name)
            found[name] = self._action(verb, f"actions.{verb.name}", (verb.name,))
            mapping[verb.name] = ref(name)
        if game.referee is not None:
            for what, form in game.referee.forms.items():
                found[self._named(CHECK, what)] = self._check(what, form)
            shown = {what: ref(self._named(CHECK, what)) for what in game.referee.forms}
            found[self._named(CHECK)] = _one_of("what", shown)
            mapping[CHECK] = ref(self._named(CHECK))
        found[self._named("Action")] = _one_of("action", mapping)
        found[self._named("State")] = self._state()
        return found

    def _named(self, *parts: str) -> str:
        return self.name + "".join(map(pascal, parts))

    def _action(self, verb: ActionType, key: str, paths: tuple[str, ...]) -> Thing:
        schema = self._with_words(verb.schema, *(f"fields.{path}." for path in paths), "fields.")
        schema["properties"] |= BESIDE
        return {"description": self._tell(key), **schema, "x-said-by": verb.said_by}

    def _check(self, what: str, form: ActionType) -> Thing:
        schema = self._action(form, f"checks.{what}", (f"check.{what}", "check"))
        schema["properties"]["what"] = {"const": what, "description": self._tell("fields.what")}
        return {**schema, "required": sorted({"what", *schema["required"]})}

    def _with_words(self, schema: Schema, *prefixes: str) -> Thing:
        """Return a schema with every field described; `prefixes`: the places of its words, the nearest first."""
        told = {}
        for key, inner in cast("Mapping[str, Schema]", schema["properties"]).items():
            found = self._with_words(inner, f"{prefixes[-1]}{key}.", "state.") if "properties" in inner else inner
            sentence = self._tell(*(f"{prefix}{key}" for prefix in prefixes))
            told[key] = {**found, "description": sentence} if sentence else dict(found)
        return {**schema, "properties": told}

    def _tell(self, *keys: str) -> str:
        """Return the first of these sentences that the game has, or else that all games have; empty if there is
        none."""
        for words, prefix in ((self._words, "api."), (self._common, "")):
            for key in keys:
                if words.has(prefix + key):
                    return words.raw(prefix + key)
        return ""

    def _state(self) -> Thing:
        shape = self.title.game.state_shape
        described: Schema = {"type": "object", "properties": {}, "required": []} if shape is None else shape.schema
        schema = self._with_words(described, "state.")
        schema["properties"] |= {
            "game": {"const": self.title.game.slug, "description": self._tell("state.game")},
            "version": {**NUMBER, "description": self._tell("state.version")},
        }
        return {**schema, "required": sorted({*schema["required"], "game", "version"})}

    def _setup(self) -> Thing:
        box = self.title.decklist
        options = {
            option.name: {
                "description": self._words.raw(f"options.{option.name}.question"),
                "type": ["boolean", "integer", "string"],
                "default": option.default,
                "examples": list(option.values),
            }
            for option in box.options
        }
        setup = {**SETUP, "properties": {**SETUP["properties"]}}
        people = self._common.say("fields.players", fewest=box.fewest, most=box.most)
        setup["properties"]["game"] = {"const": self.title.game.slug, "description": self._tell("fields.game")}
        setup["properties"]["players"] = {**setup["properties"]["players"], "description": people}
        setup["properties"]["options"] = {**setup["properties"]["options"], "properties": options}
        return setup

    def _refusal(self) -> Thing:
        rules = rules_of(self._words)
        told = "\n".join(f"- `{rule}`: {where}" for rule, where in rules.items())
        rule = {**ANSWERED["properties"]["rule"], "enum": list(rules)}
        return {**ANSWERED, "description": told, "properties": {**ANSWERED["properties"], "rule": rule}}


def rules_of(words: Wording) -> dict[str, str]:
    """Every rule that has a sentence, with its place in the rulebook."""
    found: dict[str, str] = {}
    for key in (*words.sentences, *(words.fallback.sentences if words.fallback else ()), *own_words("es").sentences):
        if key.startswith("rules.") and key.endswith(".where"):
            found[key.removeprefix("rules.").removesuffix(".where")] = words.raw(key)
    return dict(sorted(found.items()))


def pascal(text: str) -> str:
    """`two-words` as `TwoWords`."""
    return "".join(part[:1].upper() + part[1:] for part in text.replace("_", "-").split("-"))


def ref(name: str) -> str:
    """Return a reference to a schema in the document."""
    return f"#/components/schemas/{name}"


def one_of_games(kind: str, described: list[Described]) -> Thing:
    """Return a schema of one kind over all games, told apart by `game`."""
    return _one_of("game", {one.title.game.slug: ref(one.name + kind) for one in described})


def _one_of(key: str, mapping: Mapping[str, str]) -> Thing:
    references = [{"$ref": reference} for reference in mapping.values()]
    return {"oneOf": references, "discriminator": {"propertyName": key, "mapping": dict(mapping)}}
