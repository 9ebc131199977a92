"""Times of printing: the whole duplex deck from the command's start, a proof page, and the engine alone."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROUNDS = 5
BUDGET_S, BUDGET_MIB, BUDGET_PROOF_S = 1.0, 200, 0.3

BARE = "import typst; typst.compile({'main': b'#lorem(400)'}, format='pdf', ignore_system_fonts=True)"
"""The engine by itself in a new process: what no program around it can undercut."""

REPORTLAB = "from reportlab.pdfgen import canvas; c = canvas.Canvas('/dev/null'); c.drawString(9, 9, 'x'); c.save()"

TIMED = """
import resource, runpy, sys
sys.argv = ['companion', *{words!r}]
try:
    runpy.run_module('companion', run_name='__main__')
except SystemExit as end:
    assert not end.code, end.code
children = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print('MIB', children // (1024 * 1024 if sys.platform == 'darwin' else 1024), file=sys.stderr)
"""


def run(echo: Callable[[str], None]) -> bool:
    """Measure and tell; true if every budget is kept."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["print", "cards", "--output", str(Path(folder) / "deck.pdf")]
        whole, mib = _timed([sys.executable, "-m", "companion", *words]), _memory(words)
    start = _timed([sys.executable, "-m", "companion", "--version"])
    bare = _timed([sys.executable, "-c", BARE])
    proof = _proofs()
    echo(f"companion print cards  {whole:.2f} s   (budget {BUDGET_S} s)   {mib} MiB (budget {BUDGET_MIB})")
    echo(f"companion --version    {start:.2f} s   typst alone {bare:.2f} s   {_rival()}")
    slowest = max(proof, key=lambda what: proof[what])
    echo(f"a proof page           {proof[slowest]:.3f} s  at worst ({slowest}), budget {BUDGET_PROOF_S} s")
    echo("   " + "  ".join(f"{what} {seconds * 1000:.0f} ms" for what, seconds in proof.items()))
    return whole <= BUDGET_S and mib <= BUDGET_MIB and proof[slowest] <= BUDGET_PROOF_S


def _timed(command: list[str]) -> float:
    """Return the median seconds of a process, from its start to its end."""
    taken = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        taken.append(time.perf_counter() - begun)
    return median(taken)


def _memory(words: list[str]) -> int:
    """Return the most memory the command holds, in MiB; 0 where the system does not tell."""
    done = subprocess.run(
        [sys.executable, "-c", TIMED.format(words=words)], capture_output=True, encoding="utf-8", check=False
    )
    told = [line for line in done.stderr.splitlines() if line.startswith("MIB ")]
    return int(told[-1].split()[1]) if told else 0


def _rival() -> str:
    """Return the time of the runner-up among the PDF libraries, where it is installed."""
    try:
        return f"reportlab alone {_timed([sys.executable, '-c', REPORTLAB]):.2f} s"
    except subprocess.CalledProcessError:
        return "(reportlab is not installed)"


def _proofs() -> dict[str, float]:
    """Return the seconds of a proof page of each sheet in a running process, the median after the first."""
    from companion.decks.catalog import title
    from companion.games import SLUGS
    from companion.printing import sheets
    from companion.printing.order import Order
    from companion.printing.source import source_of

    source = source_of(title(SLUGS[0]), "es")
    out = {}
    for what in sheets.MAKERS:
        taken = []
        for k in range(ROUNDS + 1):
            # a new ink each time: nothing of the last answer is handed out again
            order = Order(what=what, players=6 + k % 2, ink="eco" if k % 2 else "full")  # type: ignore[arg-type]
            begun = time.perf_counter()
            sheets.preview(order, source, 1, 80)
            taken.append(time.perf_counter() - begun)
        out[what] = median(taken[1:])
    return out
