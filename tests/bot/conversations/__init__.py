"""Approved conversations: sessions of several people with the bot, written down as they see them, and compared.

Each script is a conversation of its own; beside it stands the text that was approved. ``python -m
tests.bot.conversations`` writes the texts anew.
"""
