"""Saved printers: how the back of a sheet has to be moved on one printer and tray, by the name its owner gave it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from companion.printing.faults import Unprintable
from companion.printing.order import Correction

FILE = "printers.json"
MAX_NAME = 60


def profiles(folder: Path) -> Mapping[str, Correction]:
    """Every saved printer; none where nothing was saved yet."""
    path = folder / FILE
    try:
        kept = json.loads(path.read_text("utf-8"))
        return {str(name): Correction(**{k: float(v) for k, v in values.items()}) for name, values in kept.items()}
    except FileNotFoundError:
        return {}
    except OSError as fault:
        raise Unprintable("profiles", file=path, trouble=fault.strerror or type(fault).__name__) from None
    except (ValueError, TypeError, AttributeError) as fault:
        raise Unprintable("profiles", file=path, trouble=str(fault)) from None


def profile(folder: Path, name: str) -> Correction:
    """Return the correction of the printer saved under that name."""
    saved = profiles(folder)
    if name not in saved:
        raise Unprintable("printer", printer=name, printers=", ".join(sorted(saved)) or "–")
    return saved[name]


def save(folder: Path, name: str, correction: Correction) -> None:
    """Keep a printer under a name, over the one that had it."""
    name = name.strip()
    if not name or len(name) > MAX_NAME:
        raise Unprintable("printer-name", most=MAX_NAME)
    kept = {**profiles(folder), name: correction}
    _write(folder, kept)


def forget(folder: Path, name: str) -> None:
    """Drop a saved printer."""
    profile(folder, name)
    _write(folder, {other: value for other, value in profiles(folder).items() if other != name})


def _write(folder: Path, kept: Mapping[str, Correction]) -> None:
    """Through a second file, so that a torn write never loses the printers saved before."""
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f"{FILE}.new"
    draft.write_text(json.dumps({n: c.json() for n, c in sorted(kept.items())}, ensure_ascii=False, indent=1), "utf-8")
    draft.replace(folder / FILE)
