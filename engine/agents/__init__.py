"""Computer players, their search, and the coach."""
