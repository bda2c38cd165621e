"""Pictures of choices, and previews of moves."""
