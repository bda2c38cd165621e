"""Tables, their seats and their moves over the store."""
