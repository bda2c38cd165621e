"""What a table's people decide together. It knows no title."""
