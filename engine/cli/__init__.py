"""The tools of ``python -m engine``, one module each.

Unlike the other packages of the engine, they use files, the clock, and the terminal.
"""
