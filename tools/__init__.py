"""What `tasks.py` does, one file a task. The standard library only: nothing is installed yet when these run."""
