"""How a change of a table is written for a device that follows it, whoever carries it there."""

from __future__ import annotations

from companion.service.live.hub import Change

STRAIGHT = "companion.straight"
"""Under this name an application finds, in the state of a request, the way to put text straight into its answer."""

BRIEF = "brief"
"""What a page puts behind the address of its stream (`?brief`): it reads the table as a page, and needs from the stream
only that there is a new version. Programs get the state."""


def as_event(change: Change, is_brief: bool = False) -> str:
    """Return a change as the stream writes it; in brief the version stands in the place of the state."""
    data = change.version if is_brief else change.state
    return f"id: {change.version}\nevent: state\ndata: {data}\n\n"
