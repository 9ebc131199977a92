"""Sheets to print: from a decklist, its words and an order to a PDF that comes out of the printer at its true size.

Read `order` (what is asked for), `papers` and `labels` (what it is printed on), `imposition` (where every card lies on
the sheets), `sheets` (which sheet is made of what), `engine` (Typst templates from `printables/` to bytes).
Typst is imported only when something is printed; without it the rest of the companion works and `print` says so.
"""
