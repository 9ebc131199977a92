"""Printing against its budgets: `python -m tests.lab.bench.bench_print`, or `companion bench print`."""

from __future__ import annotations

import sys

from companion.lab.bench.print_figures import run

if __name__ == "__main__":
    sys.exit(0 if run(print) else 1)
