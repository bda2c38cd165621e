"""Views of a game's past: recap, film, report, analysis, and result card."""
