"""The errors whose messages are sentences for players and hosts.

    RoundhouseError
    ├── Unreadable   a text can't be parsed (a line of notation, a file, a data sheet)
    ├── Refused      an action that the rules do not allow now
    └── Stale        the table has changed since it was read
        └── Conflict another process has changed it, and the caller may retry

All other exceptions are bugs; only ``bot/errors.py`` catches them.
"""


class RoundhouseError(Exception):
    """An error whose message is a full sentence for the player or host."""


class Unreadable(RoundhouseError):
    """A text can't be parsed. The message says what would be right."""


class Refused(RoundhouseError):
    """The rules do not allow an action now. The message gives the rule and the relevant number."""


class Stale(RoundhouseError):
    """The table has changed since it was read. The caller must load it again."""


class Conflict(Stale):
    """Another process has changed the table since it was read.

    Nothing was written, and the caller may retry.
    """
