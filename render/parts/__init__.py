"""Parts of pictures that a title puts together: marks, badges, cubes, lines, frames. They know no title."""
