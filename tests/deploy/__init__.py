"""Tests of the container, the wheel and the release of the bot."""
