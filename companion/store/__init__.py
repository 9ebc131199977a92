"""Where the history of every game is kept: one append-only log.

Read `base` (what a store is, and what can go wrong), then `memory`, `sqlite` and `postgres`. `salvage` says what
happens to a file that can no longer be read, `folder` where the file lies and how two processes keep off each other.
"""
