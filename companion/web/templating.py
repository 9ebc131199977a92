"""Templates that are compiled once a process and hand on what they have made in one piece.

Jinja hands every piece of a page on by itself, through each template and block that lies around it: a thousand pieces
of a table, each through four hands. Nobody here reads a page before it is whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import CodeType
from typing import ClassVar

from jinja2 import BytecodeCache, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame


class CompiledOnce(BytecodeCache):
    """What templates were compiled to, for all applications of a process: a process that opens several (a club beside a
    house, a thousand tests) compiles the table's page once. Jinja's own caches write to the disk or to a server."""

    _compiled: ClassVar[dict[tuple[str, str], CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """What this template, in just these words, was compiled to before."""
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """A template was compiled."""
        assert bucket.code is not None
        self._compiled[bucket.key, bucket.checksum] = bucket.code


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
