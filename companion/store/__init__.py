"""Where the history of every game is kept: one append-only log.

Read `base` (what a store is, and what can go wrong), then `memory` and `sqlite`; a club has its own (`companion.club`).
`salvage` says what happens to a file that can no longer be read, `folder` where the file lies and how two processes
keep off each other.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def default_folder() -> Path:
    """Return the user's data folder on this platform; `COMPANION_DATA` names another."""
    named = os.environ.get("COMPANION_DATA")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "companion"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "companion"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "companion"
