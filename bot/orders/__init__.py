"""Standing orders: how they are parsed, stored, and executed."""
