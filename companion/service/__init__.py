"""Everything that is done with games: open, say, undo, read, export, import. It knows no game and no screen.

Read `tables` (what can be done), `playing` (one game in memory), `reading` (from JSON), `playthrough` (the file
format), `record` (the log and the exports), `importing`, `hub` (who is told of changes).
"""
