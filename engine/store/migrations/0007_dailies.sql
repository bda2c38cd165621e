-- Version 7: the deals that everyone plays on one day, and each person's attempts at them.

CREATE TABLE daily (
    number  INTEGER PRIMARY KEY,                  -- the day, counted from the first
    title   TEXT    NOT NULL,
    version INTEGER NOT NULL,
    options TEXT    NOT NULL,                     -- JSON
    secret  TEXT    NOT NULL,                     -- the seed is made of it; its hash is shown at opening, itself at closing
    par     INTEGER NOT NULL
) STRICT;

CREATE TABLE attempt (
    daily    INTEGER NOT NULL REFERENCES daily (number),
    user_id  INTEGER NOT NULL,
    ranked   INTEGER NOT NULL,                    -- 1: the only one that counts; 0: played after closing
    guild_id INTEGER,
    lines    TEXT    NOT NULL,                    -- the moves so far, one a line
    began    REAL    NOT NULL,
    ended    REAL,
    score    INTEGER,
    streak   INTEGER NOT NULL DEFAULT 0,          -- days played in a row, with this one
    missed   INTEGER NOT NULL DEFAULT 0,          -- the last day that the streak survived without an attempt; 0: none
    PRIMARY KEY (daily, user_id, ranked)
) STRICT, WITHOUT ROWID;

CREATE INDEX attempts_of_a_user ON attempt (user_id);
