"""The bot is killed at random moments, over and over, and must lose nothing, double nothing, and tell everything once.

``python -m tests.crash --kills 50`` prints the figures; a short run is part of the tests.
"""
