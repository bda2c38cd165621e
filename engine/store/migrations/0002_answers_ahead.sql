-- Version 2: the log holds answers given ahead, too. A check is changed by making its table anew.

CREATE TABLE log_anew (
    session     INTEGER NOT NULL REFERENCES session (id),
    seq         INTEGER NOT NULL,                 -- from 1; 0 is the set-up
    seat        INTEGER NOT NULL,
    action      TEXT    NOT NULL,                 -- notation; of an undo, the line it takes back
    made_by     TEXT    NOT NULL CHECK (made_by IN ('start', 'player', 'computer', 'forced', 'ahead', 'undo')),
    interaction INTEGER UNIQUE,                   -- a press that arrives twice is one move
    at          REAL    NOT NULL,
    events      BLOB    NOT NULL,                 -- JSON
    announced   INTEGER NOT NULL DEFAULT 0,       -- the outbox: 0 until the channel was told
    PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO log_anew (session, seq, seat, action, made_by, interaction, at, events, announced)
SELECT session, seq, seat, action, made_by, interaction, at, events, announced FROM log;

DROP TABLE log;
ALTER TABLE log_anew RENAME TO log;
CREATE INDEX outbox ON log (session, seq) WHERE announced = 0;
