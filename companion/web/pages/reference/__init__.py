"""Cards and rules to look up."""
