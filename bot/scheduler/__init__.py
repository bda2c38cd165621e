"""Acts at set times: reminders, time-outs, idle lobbies, and open seats."""
