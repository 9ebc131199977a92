"""One thread for the arithmetic of a picture: it is many small products, and a second thread only waits for the first.

OpenBLAS, with which NumPy multiplies, reads `OPENBLAS_NUM_THREADS` once, when NumPy is first imported; whoever imported
NumPy before this package decided it. So the library that is loaded is told itself.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

_SET = tuple(
    f"{prefix}openblas_set_num_threads{suffix}" for prefix in ("scipy_", "") for suffix in ("64_", "", "_64", "64")
)
"""What builds of OpenBLAS call the function that sets how many threads they use."""


@cache
def use_one_thread() -> int:
    """Have OpenCV and every OpenBLAS of this process use one thread; to how many of the latter that could be said."""
    import cv2

    cv2.setNumThreads(1)
    told = 0
    for path in dict.fromkeys(_libraries()):
        with suppress(OSError):
            library = ctypes.CDLL(str(path))  # it is loaded already: this only finds it
            name = next((name for name in _SET if hasattr(library, name)), None)
            if name is not None:
                getattr(library, name)(1)
                told += 1
    return told


def _libraries() -> Iterator[Path]:
    """Files that may be the OpenBLAS in use: what came with NumPy; where the system tells, all that are loaded."""
    import numpy as np

    package = Path(np.__file__).parent
    for folder in (package.with_name("numpy.libs"), package / ".dylibs", package / ".libs"):
        yield from sorted(folder.glob("*openblas*"))
    with suppress(OSError):
        lines = Path("/proc/self/maps").read_text("utf-8", "replace").splitlines()
        paths = (Path(line.split(maxsplit=5)[5]) for line in lines if "blas" in line and line.count("/"))
        yield from (path for path in paths if path.exists())
