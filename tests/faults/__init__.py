"""Put faults into a copy of the rules, one at a time, and see whether tests fail: ``python -m tests.faults``.

The syntax tree of the standard library is enough. Mutmut would be a dependency that knows neither the tests of a game
nor the files without rules, and it runs in the working tree.
"""
