"""Pictures of questions, with a key for each choice, and previews of actions."""
