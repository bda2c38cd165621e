-- Version 13: several processes at one database, each with a part of the tables.

CREATE TABLE layout (                             -- no row: one process has everything
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    shards INTEGER NOT NULL,
    parts  INTEGER NOT NULL
) STRICT;

CREATE TABLE errand (                             -- what one process asks of another
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    part    INTEGER NOT NULL,                     -- whose it is to do
    kind    TEXT    NOT NULL,
    user_id INTEGER NOT NULL,
    payload TEXT    NOT NULL                      -- JSON
) STRICT;

CREATE TABLE running (
    part INTEGER PRIMARY KEY,
    at   REAL NOT NULL                            -- when the process of that part was last known to run
) STRICT;

INSERT INTO running (part, at) SELECT 0, at FROM alive;

DROP TABLE alive;

ALTER TABLE running RENAME TO alive;
