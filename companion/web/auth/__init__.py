"""Who may do what: the host, the seats, their devices, and how often anybody may try."""
