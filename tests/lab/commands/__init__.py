"""`tasks.py lab simulate`: whole games played by the twin, summed up, kept."""
