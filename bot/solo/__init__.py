"""Games that one person plays in one private message: no table, no seats, nothing stored. It knows no title.

A run is a deal, the moves so far and the number of a step, and is played anew at every press.
"""
