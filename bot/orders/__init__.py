"""Standing orders: written, kept, obeyed. It knows no Discord and no title."""
