"""The description of the interface: nothing of any game is missing, nothing is idle, and its examples are so."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from flask.testing import FlaskClient

from companion.decks.catalog import game_slugs, title
from companion.engine.hidden.referee import CHECK
from companion.i18n import catalog
from companion.service.referee import checks
from companion.web.api import openapi
from companion.web.api.game_schemas import pascal, rules_of
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.service import toy
from tests.web.sitting import HOST, KEY, quick_app

GAMES, LANGUAGES = game_slugs(), ("es", "en")
METHODS = ("get", "post", "put", "patch", "delete")
TOLD = Path(__file__).with_name("told") / "interface.txt"


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Return a client of a house with every game."""
    monkeypatch.setattr(checks, "PACE", checks.Pace(wait=lambda seconds: None))
    return quick_app(new_house(), Settings(KEY)).test_client()


@cache
def document(lang: str) -> dict[str, Any]:
    """Return the description of the interface as the server answers it."""
    app = quick_app(new_house(), Settings(KEY))
    found: dict[str, Any] = app.test_client().get(f"/api/openapi.json?lang={lang}").get_json()
    return found


def operations(lang: str = "en") -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, method and operation of every call."""
    for path, calls in document(lang)["paths"].items():
        yield from ((path, method, calls[method]) for method in METHODS if method in calls)


def schemas(lang: str = "en") -> dict[str, Any]:
    """Return every schema by its name."""
    found: dict[str, Any] = document(lang)["components"]["schemas"]
    return found


def holds(schema: dict[str, Any], thing: object) -> bool:
    """Return True if a value satisfies a schema of the document."""
    whole = {"components": {"schemas": schemas()}, **schema}
    return jsonschema_rs.validator_for(whole).is_valid(thing)


def test_every_route_is_described_and_has_a_name_of_its_own(client: FlaskClient) -> None:
    described = {(method.upper(), path) for path, method, _ in operations()}
    routes = {
        (method, str(rule).replace("<int:seat>", "{seat}").replace("<game>", "{game}"))
        for rule in client.application.url_map.iter_rules()
        for method in rule.methods or ()
        if str(rule).startswith("/api/") and method not in ("HEAD", "OPTIONS")
    }
    assert described == routes
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(set(names)) == len(names) and all(name.isidentifier() for name in names)
    for path, calls in document("en")["paths"].items():
        places = [one["name"] for one in calls.get("parameters", []) if one["in"] == "path"]
        assert re.findall(r"{(\w+)}", path) == places


@pytest.mark.parametrize("game", GAMES)
def test_every_action_check_and_rule_is_described(game: str) -> None:
    here, name, found = title(game), pascal(game), schemas()
    mapping = found[f"{name}Action"]["discriminator"]["mapping"]
    assert set(mapping) == {*here.game.verbs, "undo", "redo", CHECK}
    for verb in here.game.verbs.values():
        action = found[mapping[verb.name].rpartition("/")[2]]
        assert set(action["properties"]) == {"action", *verb.fields, "version", "action_id", "via"}
        assert action["required"] == ["action", *verb.required] and action["x-said-by"] == verb.said_by
    assert here.game.referee is not None
    checks_of = found[f"{name}Check"]["discriminator"]["mapping"]
    assert set(checks_of) == set(here.game.referee.forms)
    for what, reference in checks_of.items():
        check = found[reference.rpartition("/")[2]]
        assert check["properties"]["what"]["const"] == what
        assert set(check["required"]) == {"what", "action", *here.game.referee.forms[what].required}, what
    assert set(found[f"{name}Refusal"]["properties"]["rule"]["enum"]) == set(rules_of(here.words["en"]))
    setup = found[f"{name}Setup"]["properties"]
    assert {key: (o["default"], *o["examples"]) for key, o in setup["options"]["properties"].items()} == {
        o.name: (o.default, *o.values) for o in here.decklist.options
    }
    for option in setup["options"]["properties"].values():
        takes = jsonschema_rs.validator_for(option)
        assert all(takes.is_valid(value) for value in (option["default"], *option["examples"]))
    fewest_and_most = [here.decklist.fewest, here.decklist.most]
    assert list(map(int, re.findall(r"\d+", setup["players"]["description"])))[:2] == fewest_and_most


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_has_its_words(lang: str) -> None:
    for name, schema in schemas(lang).items():
        for key, inner in schema.get("properties", {}).items():
            of_a_game = name.startswith(tuple(map(pascal, GAMES)))
            assert not of_a_game or inner.get("description") or "$ref" in inner, (name, key)
        assert "properties" not in schema or "action" not in schema["properties"] or schema["description"], name
    for path, method, operation in operations(lang):
        assert operation["summary"], (path, method)


def told(thing: object) -> Iterator[str]:
    """Yield every sentence of a document."""
    if isinstance(thing, list):
        for item in thing:
            yield from told(item)
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key in ("description", "summary") and isinstance(value, str):
                yield value
            else:
                yield from told(value)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_idle_and_no_key_is_shown(lang: str) -> None:
    said = set(told(document(lang)))
    common = catalog.words("api", lang).sentences
    assert {key for key, text in common.items() if text not in said and "{" not in text} == set()
    for game in GAMES:
        own = title(game).words[lang].sentences
        assert {key for key, text in own.items() if key.startswith("api.") and text not in said} == set(), game
    assert not [text for text in said if text.startswith("@") or "{" in text]
    assert not {text for text in said if "." in text and (text in common or text.startswith("api."))}


def test_every_schema_is_one_and_every_reference_leads_somewhere() -> None:
    for schema in schemas().values():
        jsonschema_rs.meta.validate(schema)
    text = json.dumps(document("en"))
    for part in text.split('"#/components/schemas/')[1:]:
        assert part.partition('"')[0] in schemas()


def spread(thing: object, at: str = "") -> Iterator[str]:
    """Yield a description in lines: where something stands, and what stands there."""
    text = json.dumps(thing, ensure_ascii=False)
    if isinstance(thing, dict) and len(text) > 150:
        for key, inner in thing.items():
            yield from spread(inner, f"{at} {key}".strip())
    else:
        yield f"{at} {text}"


def of_a_toy() -> list[str]:
    """Return the description for a game that brings neither words nor an example."""
    return [*spread({**openapi.document([toy.TITLE], "en"), "info": {}})]


def test_the_description_is_as_it_was_read() -> None:
    assert of_a_toy() == TOLD.read_text("utf-8").splitlines(), "python -m tests.web.test_openapi writes it anew"


# Two games, each in one language; the long run takes all of both.
@pytest.mark.parametrize(
    ("game", "lang"),
    [
        one if k < 2 and k % len(LANGUAGES) == m else pytest.param(*one, marks=pytest.mark.long)
        for k, game in enumerate(GAMES)
        for m, one in enumerate((game, lang) for lang in LANGUAGES)
    ],
)
def test_the_examples_are_so(client: FlaskClient, game: str, lang: str) -> None:
    """Each request is sent in the order in which it stands there; what is shown as its answer is what is answered."""
    paths = document(lang)["paths"]
    opened, said = paths["/api/games"]["post"], paths["/api/games/{game}/actions"]["post"]
    answer = client.post("/api/games", json=content(opened)[game]["value"], headers=HOST)
    ident = answer.get_json()["id"]
    shown = content(opened, "201")[game]["value"]
    assert answer.status_code == 201 and answer.get_json() == {**shown, "id": ident}
    seen = {"200": 0, "422": 0}
    lines = {name: one["value"] for name, one in content(said).items() if name.startswith(f"{game}.")}
    for name, thing in lines.items():
        answer = client.post(f"/api/games/{ident}/actions?lang={lang}", json=thing, headers=HOST)
        status = str(answer.status_code)
        schema = said["responses"][status]["content"]["application/json"]["schema"]
        assert status in seen and holds(schema, answer.get_json()), (name, answer.text)
        assert holds({"$ref": f"#/components/schemas/{pascal(game)}Action"}, thing), name
        if name in content(said, status):
            assert answer.get_json() == content(said, status)[name]["value"], name
            seen[status] += 1
    assert seen == {"200": 2, "422": 1}
    state = client.get(f"/api/games/{ident}").get_json()
    assert state == content(paths["/api/games/{game}"]["get"], "200")[game]["value"]
    verbs = {thing["action"] for thing in lines.values()}
    assert verbs == {*title(game).game.verbs, "undo", "redo", CHECK}
    whats = {thing["what"] for thing in lines.values() if thing["action"] == CHECK}
    referee = title(game).game.referee
    assert referee is not None and whats == set(referee.forms)


@pytest.mark.parametrize("game", GAMES)
def test_the_example_is_a_file_that_can_be_taken_in(client: FlaskClient, game: str) -> None:
    """And it ends as the example does, but for the checks and what was refused."""
    script = document("en")["paths"]["/api/import"]["post"]["requestBody"]["content"]["text/plain"]["examples"][game]
    answer = client.post("/api/import", data=script["value"].encode(), headers=HOST)
    assert answer.status_code == 201, answer.text


def content(operation: dict[str, Any], status: str = "") -> dict[str, Any]:
    """Return the examples of the request, or of the answer with this status."""
    there = operation["responses"][status] if status else operation["requestBody"]
    found: dict[str, Any] = there["content"]["application/json"].get("examples", {})
    return found


if __name__ == "__main__":
    TOLD.write_text("\n".join(of_a_toy()) + "\n", "utf-8")
