"""Pictures of choices on a lane, and previews of the chosen moves."""
