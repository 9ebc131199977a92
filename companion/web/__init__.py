"""What a browser sees: JSON under `/api`, the stream of changes, and the pages.

Read `settings` and `app` (the factory), `access` (who may do what), `api`, `events` (the stream), `server` (all of it
on one port). It knows no game.
"""
