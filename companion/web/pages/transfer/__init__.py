"""Records to take away and to bring in, and what is kept of whom."""
