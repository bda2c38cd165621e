"""Pictures with tables: orders, players, trips, turn order, and results."""
