"""Writes a client of the interface from its description alone: a module of Python, as the generators of OpenAPI do.

A class a game, a method an action; every other call is a method of `Api` by its `operationId`. Nothing here knows a
game, an action or an address: what is not in the description cannot be called.
"""

from __future__ import annotations

import json
import keyword
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection
from types import ModuleType
from typing import Any
from urllib.parse import quote, urlencode

METHODS = ("get", "post", "put", "patch", "delete")
Schemas = Mapping[str, Any]


class Refused(Exception):
    """The rules refuse it: the rule, a sentence, and its place in the rulebook."""

    def __init__(self, rule: str, message: str, where: str = "") -> None:
        super().__init__(message)
        self.rule, self.message, self.where = rule, message, where


def call(api: Any, method: str, path: str, query: Mapping[str, Any], body: object = None) -> Any:
    """Send one request, and return the answer. Raise `Refused`."""
    given = {name: value for name, value in query.items() if value is not None}
    connection = HTTPConnection("127.0.0.1", api.port, timeout=30)
    headers = {"Authorization": f"Bearer {api.key}"}
    connection.request(method.upper(), path + (f"?{urlencode(given)}" if given else ""),
                       None if body is None else json.dumps(body), headers)  # fmt: skip
    answer = connection.getresponse()
    text, is_json = answer.read().decode(), answer.headers.get_content_type() == "application/json"
    connection.close()
    found = json.loads(text) if is_json else text
    if answer.status == 422:
        raise Refused(**found)
    assert answer.status < 400, found
    return found


def client(document: Mapping[str, Any]) -> ModuleType:
    """Return the client as a module: `Api(port, key)`, and a class for each game."""
    module = ModuleType("client")
    vars(module).update(call=call, quote=quote)
    exec(compile("\n".join(source(document)), "client", "exec"), vars(module))
    return module


def source(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the module."""
    schemas: Schemas = document["components"]["schemas"]
    yield f'"""{document["info"]["title"]} {document["info"]["version"]}"""'
    yield "class Api:\n    def __init__(self, port, key): self.port, self.key = port, key"
    say = ""
    for path, calls in document["paths"].items():
        for method in METHODS:
            if method in calls:
                yield from operation(method, path, calls[method], calls.get("parameters", []))
                if '"#/components/schemas/Action"' in json.dumps(calls[method].get("requestBody", {})):
                    say = calls[method]["operationId"]
    for slug, reference in schemas["State"]["discriminator"]["mapping"].items():
        name = reference.rpartition("/")[2].removesuffix("State")
        yield f"class {name}:\n    slug = {slug!r}"
        yield "    def __init__(self, api, id): self.api, self.id = api, id"
        for action in of_union(schemas, f"{name}Action"):
            yield from saying(say, action)


def operation(method: str, path: str, what: Mapping[str, Any], common: list[Any]) -> Iterator[str]:
    """Yield a call by its name: the parts of the path, the body where there is one, then the query."""
    parameters = [*common, *what.get("parameters", [])]
    places = [one["name"] for one in parameters if one["in"] == "path"]
    asked = [one["name"] for one in parameters if one["in"] == "query"]
    body = ["body"] if "requestBody" in what else []
    signature = ", ".join(["self", *places, *body, *(f"{name}=None" for name in asked)])
    yield f"    def {what['operationId']}({signature}):\n        {what['summary']!r}"
    filled = "".join(f".replace('{{{name}}}', quote(str({name})))" for name in places)
    query = ", ".join(f"{name!r}: {name}" for name in asked)
    yield f"        return call(self, {method!r}, {path!r}{filled}, {{{query}}}{', body' if body else ''})"


def saying(say: str, action: Mapping[str, Any]) -> Iterator[str]:
    """Yield an action as a method: each field by its name, required ones first; a check is `check_<what>`."""
    fixed = {key: one["const"] for key, one in action["properties"].items() if "const" in one}
    free = {key: _python(key) for key in action["properties"] if key not in fixed}
    must = [name for key, name in free.items() if key in action["required"]]
    may = [f"{name}=..." for key, name in free.items() if key not in action["required"]]
    yield f"    def {_python('_'.join(fixed.values()).replace('-', '_'))}(self, *, {', '.join([*must, *may])}):"
    yield f"        {action['description']!r}"
    yield f"        said = {{{', '.join(f'{key!r}: {name}' for key, name in free.items())}}}"
    yield f"        said = {{**{fixed!r}, **{{key: one for key, one in said.items() if one is not ...}}}}"
    yield f"        return self.api.{say}(self.id, said)"


def of_union(schemas: Schemas, name: str) -> Iterator[Mapping[str, Any]]:
    """Yield the actions of a game, with those of inner unions."""
    for one in schemas[name]["oneOf"]:
        inner = one["$ref"].rpartition("/")[2]
        yield from of_union(schemas, inner) if "oneOf" in schemas[inner] else [schemas[inner]]


def _python(name: str) -> str:
    """Return the name with an underscore if it is a keyword of Python."""
    return f"{name}_" if keyword.iskeyword(name) else name
