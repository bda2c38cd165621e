"""The tools of ``python -m engine``, one module each: an impure edge, with files, a clock and a terminal."""
