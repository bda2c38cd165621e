"""Standing orders: parsing, storing, and executing."""
