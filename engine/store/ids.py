"""Types of ids. At run time they are ints; for mypy they are different types."""

from typing import NewType

TableId = NewType("TableId", int)
"""The id of a table (a session in SQL). The ids are consecutive numbers."""
PlanId = NewType("PlanId", int)
"""The id of a standing order; a random number, so that it does not reveal the number of orders."""
ProposalId = NewType("ProposalId", int)
"""The id of a proposal that people of a table vote on."""
OpeningId = NewType("OpeningId", int)
"""The id of an opening: a table about to be opened in a thread or for people from the queue."""

UserId = NewType("UserId", int)
"""The id of a Discord user."""
GuildId = NewType("GuildId", int)
"""The id of a Discord server."""
ChannelId = NewType("ChannelId", int)
"""The id of a Discord channel or thread."""
MessageId = NewType("MessageId", int)
"""The id of a Discord message."""
RoleId = NewType("RoleId", int)
"""The id of a role of a Discord server."""
InteractionId = NewType("InteractionId", int)
"""The id of a Discord interaction: a command, a press, or a form."""

DailyNumber = NewType("DailyNumber", int)
"""The number of a daily deal."""
PuzzleNumber = NewType("PuzzleNumber", int)
"""The permanent number of a puzzle."""
LessonNumber = NewType("LessonNumber", int)
"""The permanent number of a lesson."""
SeasonNumber = NewType("SeasonNumber", int)
"""The number of a season of a server's ladder, which is a quarter of a year."""
