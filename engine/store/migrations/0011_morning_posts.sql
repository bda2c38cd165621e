-- Version 11: the latest morning post of each server that wants one.

CREATE TABLE morning (
    guild_id INTEGER PRIMARY KEY,
    day      INTEGER NOT NULL,                    -- the number of the daily deal in it
    channel  INTEGER NOT NULL,
    owed     REAL                                 -- since when it may have been made; null: it was
) STRICT;
