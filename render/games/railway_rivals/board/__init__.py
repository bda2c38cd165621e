"""The board of the render."""
