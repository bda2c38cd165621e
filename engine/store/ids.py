"""Types of ids, so that mypy refuses one where another is meant. They are plain ints."""

from typing import NewType

TableId = NewType("TableId", int)
"""A table, also called a session in SQL; the store counts them."""
PlanId = NewType("PlanId", int)
"""A standing order; random, so that no one can count them."""
ProposalId = NewType("ProposalId", int)
"""A proposal that people of a table vote on."""
OpeningId = NewType("OpeningId", int)
"""An opening: a table about to be opened in a thread or for people from the queue."""

UserId = NewType("UserId", int)
"""A Discord user."""
GuildId = NewType("GuildId", int)
"""A Discord server."""
ChannelId = NewType("ChannelId", int)
"""A Discord channel or thread."""
MessageId = NewType("MessageId", int)
"""A Discord message."""
RoleId = NewType("RoleId", int)
"""A role of a Discord server."""
InteractionId = NewType("InteractionId", int)
"""A command, press or form that Discord has sent."""

DailyNumber = NewType("DailyNumber", int)
"""The deal of a day, from 1."""
PuzzleNumber = NewType("PuzzleNumber", int)
"""A puzzle, from 1."""
LessonNumber = NewType("LessonNumber", int)
"""A lesson, by its index among all lessons."""
SeasonNumber = NewType("SeasonNumber", int)
"""A season of a server's ladder: a month."""
