"""What lies on the table, and the log that put it there. Pure.

Read `places` (where a card can be), `facts` (what can be seen to happen), `state` (the table and how a
fact changes it), `history` (undo as entries).
"""
