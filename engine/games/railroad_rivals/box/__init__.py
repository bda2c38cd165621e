"""What is printed: the board or map, the cards, the numbers, and the options."""
