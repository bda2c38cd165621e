"""Parts of pictures that a game puts together: marks, badges, cubes, lines, frames."""
