"""The table page: the ring, what is asked, what is said."""
