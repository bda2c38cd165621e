"""Run the arena of ``python -m engine arena`` with the baseline among its players: ``python -m tests.baselines``."""

import sys

from engine.__main__ import main
from tests.baselines import CONTESTANTS

if __name__ == "__main__":
    sys.exit(main(["arena", *sys.argv[1:]], CONTESTANTS))
