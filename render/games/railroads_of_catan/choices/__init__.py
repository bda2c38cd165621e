"""Pictures of choices, and previews."""
