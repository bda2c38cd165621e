"""Code that at least two games use in the same form."""
