"""Tests of what the operator of the bot sees."""
