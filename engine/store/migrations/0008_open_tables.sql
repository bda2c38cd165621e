-- Version 8: how the people of a server find a table: what the server has chosen, the post with its open tables, who
-- looks for a game, and tables that are about to be opened.

CREATE TABLE guild (
    guild_id INTEGER PRIMARY KEY,
    settings TEXT    NOT NULL,                    -- JSON
    channel  INTEGER,                             -- where the post with the open tables is
    post     INTEGER,
    shown    TEXT    NOT NULL DEFAULT '',         -- a digest of the post as it was written last
    owed     REAL                                 -- since when a post may have been made and not noted
) STRICT;

CREATE TABLE opening (                            -- a table that is to be opened, or that people are called to
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    title    TEXT    NOT NULL,
    clock    TEXT    NOT NULL,
    at       REAL    NOT NULL,
    home     INTEGER NOT NULL,                    -- the channel where it is opened, whichever the server chooses since
    threads  INTEGER NOT NULL,                    -- 1: in a thread of its own
    host     INTEGER NOT NULL,
    name     TEXT,                                -- of the host, who takes a seat at once; null: of people who are called
    session  INTEGER REFERENCES session (id),     -- null: not opened yet
    post     INTEGER                              -- in which they are called
) STRICT;

CREATE TABLE seeking (                            -- people who look for a game
    guild_id INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    title    TEXT    NOT NULL,
    clock    TEXT    NOT NULL,
    since    REAL    NOT NULL,
    until    REAL    NOT NULL,
    opening  INTEGER REFERENCES opening (id),     -- the table that they are called to; null: they wait
    called   REAL,                                -- when they were called last
    PRIMARY KEY (guild_id, user_id, title)
) STRICT, WITHOUT ROWID;

CREATE INDEX seeking_of_a_user ON seeking (user_id);

CREATE TABLE ping (                               -- the role that was mentioned for a table, which happens once
    session  INTEGER PRIMARY KEY REFERENCES session (id),
    guild_id INTEGER NOT NULL,
    at       REAL    NOT NULL
) STRICT;
