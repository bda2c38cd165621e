-- Version 10: the first answer of each person to each puzzle.

CREATE TABLE solved (
    user_id INTEGER NOT NULL,
    puzzle  INTEGER NOT NULL,                     -- by its number, which stays (engine/games/puzzles.py)
    won     INTEGER NOT NULL,                     -- 1: the answer wins
    at      REAL    NOT NULL,
    PRIMARY KEY (user_id, puzzle)
) STRICT, WITHOUT ROWID;
