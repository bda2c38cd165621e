"""The ways by which people of a server find one another: open tables, a queue, and a ladder. It knows no title."""
