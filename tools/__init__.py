"""Tasks of `tasks.py`, one file each. The standard library only: nothing is installed yet when these run."""
