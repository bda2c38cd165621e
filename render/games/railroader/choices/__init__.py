"""The choices of the render."""
