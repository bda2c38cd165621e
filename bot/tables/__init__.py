"""What is known of a table: its players, its state, its moves and phases. It knows no Discord and no title."""
