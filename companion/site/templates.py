"""The templates of the pages as Python, made where the site is made: reading and compiling them took a slow tablet four
of the seconds until somebody could play there."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from companion.web.templating import InOnePiece


def compiled() -> dict[str, bytes]:
    """Every template as `jinja2.ModuleLoader` reads it, by the name of its file."""
    env = create_app(GameService(MemoryStore(), title), Settings("")).jinja_env
    env.code_generator_class = ForTablets
    with TemporaryDirectory() as folder:
        env.compile_templates(folder, zip=None, ignore_errors=False)
        return {one.name: one.read_bytes() for one in Path(folder).iterdir()}


class ForTablets(InOnePiece):
    """Compiles a template so that its values are written by `escaped`."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        """The module of a template."""
        self.writeline("from companion.site.escaping import escaped")
        super().visit_Template(node, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("escaped(")
