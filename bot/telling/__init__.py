"""What is told to whom: the table's channel, single persons, those who follow. It knows no title."""
