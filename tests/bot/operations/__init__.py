"""What the person who runs the bot sees."""
