"""The failures a caller may meet.

    RoundhouseError
    ├── Unreadable   a text cannot be read at all (a notation line, a file, a sheet)
    ├── Refused      a readable action that the rules do not allow now
    └── Stale        someone was faster: the table has moved on since it was read
        └── Conflict another process was faster: the same may be tried again

Everything else that is raised is a bug, and nothing below ``bot/errors.py`` catches it.
Each message is a full sentence meant for a player.
"""


class RoundhouseError(Exception):
    """Any failure that has a sentence for the player."""


class Unreadable(RoundhouseError):
    """A text that can't be parsed; the message says what would be right."""


class Refused(RoundhouseError):
    """An action the rules do not allow now; the message names the rule and the number that matters."""


class Stale(RoundhouseError):
    """The table has moved on: reload and ask again."""


class Conflict(Stale):
    """Another process changed the table since it was read: nothing was written, and the caller may retry."""
