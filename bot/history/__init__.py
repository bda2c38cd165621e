"""Looking back at a game: recap, film, report."""
