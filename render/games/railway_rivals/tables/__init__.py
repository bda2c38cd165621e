"""Pictures of tables, of new track, and of races."""
