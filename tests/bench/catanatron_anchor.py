"""Play random four-player games of catanatron as an anchor, and print one line of JSON.

catanatron is GPL-3. It runs beside the bench in an environment of its own, and is no part of the project.
"""

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer


def main(seconds: float) -> None:
    random.seed(1)
    actions = games = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        actions, games = actions + len(game.state.actions), games + 1
    print(json.dumps({"actions": actions, "games": games, "seconds": time.process_time() - began}))


if __name__ == "__main__":
    main(float(sys.argv[1]))
