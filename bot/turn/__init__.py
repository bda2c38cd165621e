"""A turn as it is answered: the presses of the private menu, and the moves they make. It knows no title."""
