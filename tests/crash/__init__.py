"""Kill the bot at random times, and check that it loses and doubles nothing, and posts everything once.

``python -m tests.crash --kills 50`` prints the results; a short run is part of the tests.
"""
