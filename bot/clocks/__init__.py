"""A table's clocks as values: how time is kept and until when somebody may answer. It knows no Discord and no title."""
