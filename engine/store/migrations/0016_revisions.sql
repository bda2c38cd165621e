-- Version 16: every process may change every table. What older processes asked of one another is done before
-- (``engine/store/old_errands.py``).

ALTER TABLE session ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;  -- counts the changes of the table

CREATE TABLE sharding (                           -- no row: one process has all connections to Discord
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    shards INTEGER NOT NULL                       -- how many there are; 0: Discord decides
) STRICT;

CREATE TABLE last_alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  REAL NOT NULL                             -- when the bot was last known to run
) STRICT;

INSERT INTO last_alive (one, at) SELECT 1, at FROM alive ORDER BY at LIMIT 1;

DROP TABLE alive;

ALTER TABLE last_alive RENAME TO alive;

DROP TABLE errand;

DROP TABLE layout;
