"""The view of the person who runs the bot: the doctor, figures and the log. It knows no title."""
