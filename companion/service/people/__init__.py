"""The people around the table: their evening, and what is kept or forgotten of them."""
