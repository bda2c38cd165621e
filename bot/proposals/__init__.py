"""Proposals of the people at a table, and votes on them."""
