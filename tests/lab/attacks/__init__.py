"""Attacks of `tasks.py bench attack`: what a device in the house's network could try against an open table.

Each runs against a table that it finds on this machine's own address, is bounded in count and in time, and comes to one
figure with what is asked for.
"""
