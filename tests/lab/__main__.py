"""`python -m tests.lab`: what `python3 tasks.py lab` and `python3 tasks.py bench` run."""

from tests.lab.command_line import main

main()
