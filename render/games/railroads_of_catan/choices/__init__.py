"""Pictures of choices, and previews of actions."""
