"""The page of what many games have shown."""
