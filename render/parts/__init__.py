"""Shared parts of pictures: marks, badges, cubes, lines, frames."""
