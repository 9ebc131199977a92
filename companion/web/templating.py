"""Templates that hand on what they have made in one piece.

Jinja hands every piece of a page on by itself, through each template and block that lies around it: a thousand pieces
of a table, each through four hands. Nobody here reads a page before it is whole.
"""

from __future__ import annotations

from collections.abc import Iterable

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame


class InOnePiece(CodeGenerator):
    """Compiles a template so that its blocks, and itself, come whole to whatever includes them: what they make is
    gathered as Jinja gathers what a macro makes, and handed on once at the end."""

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """The statements of a template, a block or a branch of one."""
        if frame.parent is not None or frame.buffer is not None:  # a branch, or what is gathered already
            super().blockvisit(nodes, frame)
            return
        self.buffer(frame)
        super().blockvisit(nodes, frame)
        self.writeline(f"yield ''.join({frame.buffer})")
