"""The names of a table's ``notes`` about its channel, and what the number under each one means.

Mostly ids of the bot's own messages. A note of 0 is often one that is owed. It knows no Discord and no title.
"""

from collections.abc import Mapping
from enum import StrEnum


class Note(StrEnum):
    """The notes of a table as a whole."""

    CARD = "card"
    """The status card."""
    PHASE = "phase"
    """The latest phase post."""
    PING = "ping"
    """The post with the open question: a message of its own, or the plain report of a phase; 0: there is none."""
    ASKED = "asked"
    """The seats that the open question is put to, bit n for seat n."""
    ASKED_BEFORE = "asked before"
    """The asked seats that had read the question before an undo and a redo. Never stored."""
    CLOSED = "closed"
    """The post about a game that was ended before it was over; 0: it is owed."""
    FILM = "film"
    """The post with the film; 0: it is owed; -1: none could be made."""
    ANALYSIS = "analysis"
    """The post with the analysis; 0: it is owed."""
    UNDONE = "undone"
    """The row of the first undo under the open question."""
    UNDONE_AT = "undone at"
    """The post that was the open question then."""
    DOWNTIME = "back"
    """Seconds that were given back when the bot had been down the last time."""
    DOWNTIME_AT = "back at"
    """When that was, in seconds since 1970."""
    TIMES = "times"
    """0: the card and the question are owed the times as they are since downtime was given back."""
    ASIDE = "set aside"
    """The post that says that the table cannot be read."""
    CHANNEL_GONE = "channel gone"
    """Since when the channel is known to be deleted, in seconds since 1970."""
    AGAIN = "again"
    """The table of the rematch of a game that is over."""
    REMATCH = "rematch of"
    """The table of the game that is played again."""
    OWN_COMPUTERS = "own computers"
    """How many computers a rematch has that the game had; the others are for those who left it."""
    NUDGED = "nudged"
    """When the host of an idle lobby was last due a word, in seconds since 1970."""
    NUDGE = "nudge post"
    """The post with that word to the host; 0: it is owed."""
    LISTED = "listed"
    """1: the lobby is on the server’s post about open tables, 0: its channel is not for everyone who reads that."""
    ROLE = "role"
    """The role that the host can have mentioned; 0: no longer."""
    SEATS = "seats"
    """How often seats have changed hands."""
    SEATS_TOLD = "seats told"
    """How many of these changes the channel has been told of."""


class SeatNote(StrEnum):
    """The notes of a table about one seat each."""

    TOLD = "told"
    """A fingerprint of the question that the seat was told last; 0: its player sat down since."""
    POST = "seat"
    """The post about the seat's losing its player; 0: it is owed."""
    POST_BEFORE = "before"
    """Such a post whose place another one takes."""
    WHY = "why"
    """The number of the reason why the seat was vacated. (The store keeps it with who left.)"""
    CALL = "call"
    """The user to whom the seat is offered; 0: nobody, 1: everybody."""
    HEIR = "heir"
    """The user who became host when the seat lost its player; 0: nobody did."""
    OPEN = "open"
    """Since when the seat is open, in seconds since 1970."""
    OPEN_TOLD = "told open"
    """How often the table was reminded of that."""
    NUDGE = "nudge"
    """1: a line that reminds of it is owed."""
    NUDGED = "nudged"
    """The line that reminds of it."""
    UNASKED = "unasked"
    """The direct message of an undone question, which is edited when the very same is asked again."""
    UNASKED_AT = "unasked at"
    """The move that had asked it."""

    def of(self, seat: int) -> str:
        """The name of this note about the seat."""
        return f"{self}{seat}"


_DRAWN = "drawn "


def drawn(picture: str) -> str:
    """The name of the note with a digest of the public picture as the channel was shown it last; 0: no longer."""
    return f"{_DRAWN}{picture}"


def forgotten(notes: Mapping[str, int]) -> dict[str, int]:
    """Notes by which no picture counts as shown."""
    return {name: 0 for name in notes if name.startswith(_DRAWN)}
