"""Pictures of choices on a lane, and their previews."""
