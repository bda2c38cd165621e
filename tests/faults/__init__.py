"""Faults put into a copy of the rules, one at a time: do the tests notice? ``python -m tests.faults``.

The syntax tree of the standard library is enough: mutmut would be a dependency that knows neither which tests concern
a title nor which files are opinions, and it runs in the tree that is being worked on.
"""
