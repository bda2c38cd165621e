"""The tables of the render."""
