"""Tables, their seats and their moves over the store. It knows no Discord and no title."""
