"""JSON under `/api`, and its description."""
