"""Proposals and votes of a table's people."""
