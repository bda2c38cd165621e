"""Proposals and votes of a table's people. It knows no title."""
