"""Entry of the single-file program: `companion`, and without a command the table, for a double click."""

from __future__ import annotations

import multiprocessing
import sys

from companion.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    main(sys.argv[1:] or ["serve"], prog_name="companion")
