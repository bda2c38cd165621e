"""What the bot is shipped in."""
