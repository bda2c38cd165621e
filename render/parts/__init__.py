"""Parts of pictures that a title puts together: marks, badges, track, tables. They know no title."""
