"""How a table keeps time, and what happens when time is up. It knows no title."""
