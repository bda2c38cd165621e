"""Looking back at a game: recap, film, report. It knows no title."""
