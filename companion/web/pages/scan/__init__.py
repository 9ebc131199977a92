"""The pages with a camera."""
