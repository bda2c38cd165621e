"""Acts when something is due: reminders, time run out, idle lobbies, open seats."""
