"""Clocks of tables as values: time controls, deadlines, and time zones."""
