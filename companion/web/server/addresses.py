"""The addresses of the application: each is put together only by what a page really leads to."""

from __future__ import annotations

from collections.abc import Callable

from werkzeug.routing import Rule

Built = Callable[..., tuple[str, str]]


class LateRule(Rule):
    """A rule of addresses that learns how to write one when it is first asked to.

    Werkzeug writes two functions for each of more than a hundred rules as the application is made, and compiles them:
    nine tenths of the time that takes, while few of them are ever called.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Built:
        """What writes the address: at its first call it gives its place to the function of Werkzeug."""
        compiled = super()._compile_builder
        place = "_build_unknown" if append_unknown else "_build"

        def written(rule: Rule, **values: object) -> tuple[str, str]:
            build: Built = compiled(append_unknown).__get__(rule, None)
            setattr(rule, place, build)
            return build(**values)

        return written
