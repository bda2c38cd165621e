"""Posts to table channels, notifications to players, and messages to followers."""
