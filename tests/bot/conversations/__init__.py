"""Approved conversations of several people with the bot, written as they see them and compared.

Each script is a conversation of its own, with the approved text beside it. ``python -m tests.bot.conversations`` writes
the texts again.
"""
