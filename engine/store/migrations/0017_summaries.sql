-- Version 17: the daily summary for the owner of the bot, and the errors that it lists.

CREATE TABLE summary (                            -- the latest one; no row: none was sent yet
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    day        INTEGER NOT NULL,                  -- the number of its day, counted from 1970
    at         REAL    NOT NULL,                  -- when it was written
    is_pending INTEGER NOT NULL                   -- 1: it may have been sent; 0: it was
) STRICT;

CREATE TABLE logged_error (
    word   TEXT PRIMARY KEY,                      -- the id of the log entry; of one without, its message without values
    has_id INTEGER NOT NULL,                      -- 1: the word is an id
    at     REAL    NOT NULL                       -- when it was logged last
) STRICT;
