"""What a browser sees: JSON under `/api`, the stream of changes, and the pages.

Read `server` (the application, the stream, all of it on one port), `auth` (who may do what), `api`, `pages`. It knows
no game.
"""
