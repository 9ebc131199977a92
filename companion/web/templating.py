"""Templates compiled once a process, for all applications in it."""

from __future__ import annotations

from types import CodeType
from typing import ClassVar

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class CompiledOnce(BytecodeCache):
    """Bytecode cache in memory, shared by all applications of a process.

    A process that opens several (a club beside a house, a thousand tests) compiles the table's page once. Jinja's own
    caches write to the disk or to a server.
    """

    _compiled: ClassVar[dict[tuple[str, str], CodeType]] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the bucket the code of this template, if it was compiled from the same source before."""
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template that was just compiled."""
        assert bucket.code is not None
        self._compiled[bucket.key, bucket.checksum] = bucket.code
