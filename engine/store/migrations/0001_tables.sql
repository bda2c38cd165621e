-- Version 1: tables, players, the log of accepted moves, checkpoints, and the ids of the bot's own messages.
-- Times are seconds since 1970; users, channels, guilds, messages and interactions are Discord's ids.

CREATE TABLE session (
    id         INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: old buttons carry it
    channel_id INTEGER NOT NULL,
    guild_id   INTEGER,
    title      TEXT    NOT NULL,
    version    INTEGER NOT NULL,                  -- of the title's state that the row holds
    host       INTEGER NOT NULL,
    options    TEXT    NOT NULL,                  -- JSON: name -> word
    chairs     INTEGER,                           -- seats of a resumed game; null: whatever the title allows
    status     TEXT    NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'ended')),
    head       INTEGER NOT NULL DEFAULT 0,        -- seq of the last log row
    seed       TEXT,                              -- decimal digits; secret until the game is over
    state      BLOB,                              -- JSON: after log row `head`
    since      REAL    NOT NULL,                  -- when the present question was asked
    created_at REAL    NOT NULL
) STRICT;

CREATE UNIQUE INDEX one_open_table_a_channel ON session (channel_id) WHERE status IN ('lobby', 'playing');
CREATE INDEX tables_of_a_channel ON session (channel_id, id);

CREATE TABLE player (
    session INTEGER NOT NULL REFERENCES session (id),
    seat    INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    user_id INTEGER,
    policy  TEXT,                                 -- a computer player
    PRIMARY KEY (session, seat),
    CHECK (user_id IS NULL OR policy IS NULL)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_seat_a_user ON player (user_id, session) WHERE user_id IS NOT NULL;

CREATE TABLE log (
    session     INTEGER NOT NULL REFERENCES session (id),
    seq         INTEGER NOT NULL,                 -- from 1; 0 is the set-up
    seat        INTEGER NOT NULL,
    action      TEXT    NOT NULL,                 -- notation; of an undo, the line it takes back
    made_by     TEXT    NOT NULL CHECK (made_by IN ('start', 'player', 'computer', 'forced', 'undo')),
    interaction INTEGER UNIQUE,                   -- a press that arrives twice is one move
    at          REAL    NOT NULL,
    events      BLOB    NOT NULL,                 -- JSON
    announced   INTEGER NOT NULL DEFAULT 0,       -- the outbox: 0 until the channel was told
    PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox ON log (session, seq) WHERE announced = 0;

CREATE TABLE checkpoint (
    session INTEGER NOT NULL REFERENCES session (id),
    seq     INTEGER NOT NULL,
    version INTEGER NOT NULL,
    state   BLOB    NOT NULL,                     -- JSON: after log row `seq`
    PRIMARY KEY (session, seq)
) STRICT;

CREATE TABLE note (
    session INTEGER NOT NULL REFERENCES session (id),
    name    TEXT    NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (session, name)
) STRICT, WITHOUT ROWID;
