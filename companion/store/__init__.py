"""Where the history of every game is kept: one append-only log.

Read `log` (what a store is, and what can go wrong), then `memory` and `sqlite`, the two that exist. `damage` says what
happens to a file that can no longer be read, `folder` where the file lies and how two processes keep off each other.
"""
