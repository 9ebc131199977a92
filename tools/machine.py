"""The checkout, its environment `.venv`, and the language this machine's people read."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.i18n.locales import as_language, language_of_locale

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"


def binaries(venv: Path) -> Path:
    """Return the folder of an environment's programs."""
    return venv / ("Scripts" if os.name == "nt" else "bin")


def python_of(venv: Path) -> Path:
    """Return the path of an environment's Python, which need not exist."""
    return binaries(venv) / ("python.exe" if os.name == "nt" else "python")


def here(es: str, en: str) -> str:
    """Return the text in the language of this machine: `COMPANION_LANG`, else the system's."""
    lang = as_language(os.environ.get("COMPANION_LANG", "")) or language_of_locale(os.environ)
    return en if lang == "en" else es


_WIDE = 72
_line: list[str] = []
"""What stands in the line that changes, while there is one."""


def show(text: str) -> None:
    """Put a text in the line of a terminal that changes while a person waits; without a terminal do nothing."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text[:_WIDE]:<{_WIDE}}\r")
        sys.stderr.flush()
        _line[:] = filter(None, [text])


def tell(es: str, en: str) -> None:
    """Print a line for the person who waits. On stderr: stdout belongs to what is started (`play --json`)."""
    if _line:
        show("")
    print(here(es, en), file=sys.stderr, flush=True)


def complain(es: str, en: str) -> int:
    """Print a line about a fault, and return the exit code of a refused input."""
    tell(es, en)
    return 1
