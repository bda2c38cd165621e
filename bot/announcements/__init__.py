"""Tells the table's channel, single persons, and followers what happens. It knows no title."""
