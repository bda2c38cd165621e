"""Compares what labels, previews, prompts, and headlines say about a move with what happens when it is made.

``frame`` plays the games and is the same for every title. A module of a title's name, such as ``railroader``, reads the
claims out of that title's texts.
"""
