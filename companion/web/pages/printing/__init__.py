"""The print studio."""
