"""Templates compiled once: for all applications of a process, and for the next start where a folder keeps them."""

from __future__ import annotations

from contextlib import suppress
from types import CodeType
from typing import ClassVar

from jinja2 import BytecodeCache, FileSystemBytecodeCache
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


class CompiledForNextTime(FileSystemBytecodeCache):
    """Bytecode cache in a folder of the table's own. A disk that fails costs time there, and no page."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the bucket the code of this template, if it was compiled from the same source before."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # whatever lies there, the template can be compiled
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template that was just compiled."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
