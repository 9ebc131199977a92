"""Cards shown to the referee: read and checked, in public or to it alone, and how much of that is kept."""
