"""What the person who runs the bot sees beside the game: the doctor, figures and the log. It knows no title."""
