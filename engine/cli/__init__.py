"""The tools of ``python -m engine``, one module each.

Unlike the rest, they use files, the clock, and the terminal.
"""
