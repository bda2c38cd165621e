-- Version 3: what lies between moves: clocks, people's settings, notices, standing orders, votes, followers, results.
-- Times are seconds since 1970, or seconds.

CREATE TABLE log_anew (
    session     INTEGER NOT NULL REFERENCES session (id),
    seq         INTEGER NOT NULL,                 -- from 1; 0 is the set-up
    seat        INTEGER NOT NULL,
    action      TEXT    NOT NULL,                 -- notation; of an undo, the line it takes back
    made_by     TEXT    NOT NULL CHECK (
        made_by IN ('start', 'player', 'computer', 'forced', 'ahead', 'undo', 'order', 'clock')
    ),
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

ALTER TABLE session ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';   -- JSON: how the table keeps time, name -> word
ALTER TABLE session ADD COLUMN paused REAL;                        -- since when its clocks stand by consent
ALTER TABLE player ADD COLUMN away INTEGER;                        -- whose seat a computer or nobody keeps for now
ALTER TABLE player ADD COLUMN came INTEGER NOT NULL DEFAULT 0;     -- after which move a substitute took the seat

CREATE TABLE clock (
    session  INTEGER NOT NULL REFERENCES session (id),
    seat     INTEGER NOT NULL,
    point    INTEGER NOT NULL,                    -- the move that asked the seat: its decision point
    bank     REAL    NOT NULL,                    -- seconds left when it began to run
    since    REAL,                                -- when it began to run; null: it stands
    stage    INTEGER NOT NULL,                    -- how many moments of this decision point have been attended to
    timeouts INTEGER NOT NULL,
    PRIMARY KEY (session, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE person (
    user_id  INTEGER PRIMARY KEY,
    settings TEXT    NOT NULL                     -- JSON
) STRICT;

CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  REAL NOT NULL                             -- when the bot was last known to run
) STRICT;

CREATE TABLE notice (
    session INTEGER NOT NULL REFERENCES session (id),
    seat    INTEGER NOT NULL,
    point   INTEGER NOT NULL,
    kind    TEXT    NOT NULL,                     -- asked, next, remind, last, zero, …
    place   TEXT    NOT NULL CHECK (place IN ('channel', 'direct')),
    user_id INTEGER NOT NULL,                     -- who held the seat then
    state   TEXT    NOT NULL CHECK (state IN ('claimed', 'sent', 'failed')),
    channel INTEGER,
    message INTEGER,
    at      REAL    NOT NULL,                     -- when it was claimed, then sent; downtime is added
    claimed REAL    NOT NULL,                     -- no message of it is older
    PRIMARY KEY (session, seat, point, kind, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_of_a_user ON notice (user_id);

CREATE TABLE plan (
    id         INTEGER PRIMARY KEY,               -- drawn, since buttons carry it: it must not tell how many there are
    session    INTEGER NOT NULL REFERENCES session (id),
    seat       INTEGER NOT NULL,
    user_id    INTEGER NOT NULL,
    wishes     TEXT    NOT NULL,                  -- JSON: the order
    given_seq  INTEGER NOT NULL,
    given_at   REAL    NOT NULL,
    state      TEXT    NOT NULL CHECK (state IN ('draft', 'stands', 'ended')),
    word       TEXT    NOT NULL DEFAULT '',       -- what its owner is to read of it, and has not read yet
    fired      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX plans_of_a_table ON plan (session, state);

CREATE TABLE proposal (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL REFERENCES session (id),
    kind    TEXT    NOT NULL,                     -- pause, resume, end, back, replace, terms
    words   TEXT    NOT NULL,                     -- what is proposed, as the table reads it: “to …”
    detail  TEXT    NOT NULL,
    user_id INTEGER NOT NULL,                     -- who proposed it
    head    INTEGER NOT NULL,                     -- the table's last move then
    at      REAL    NOT NULL,
    state   TEXT    NOT NULL CHECK (state IN ('open', 'carried', 'lost')),
    result  TEXT    NOT NULL DEFAULT '',          -- what became of it, in words
    message INTEGER,                              -- its post
    told    INTEGER NOT NULL DEFAULT 0            -- the outbox: 0 until the post says what is true
) STRICT;

CREATE UNIQUE INDEX one_open_proposal_a_kind ON proposal (session, kind) WHERE state = 'open';
CREATE INDEX untold_proposals ON proposal (session) WHERE told = 0 OR state = 'open';

CREATE TABLE vote (
    proposal INTEGER NOT NULL REFERENCES proposal (id),
    user_id  INTEGER NOT NULL,
    yes      INTEGER,                             -- null: mentioned in the post, and silent so far
    PRIMARY KEY (proposal, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE follower (
    session INTEGER NOT NULL REFERENCES session (id),
    user_id INTEGER NOT NULL,
    told    INTEGER NOT NULL,                     -- the last move whose phase post was sent
    PRIMARY KEY (session, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE prediction (
    session INTEGER NOT NULL REFERENCES session (id),
    user_id INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    seat    INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    PRIMARY KEY (session, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE result (
    session INTEGER NOT NULL REFERENCES session (id),
    seat    INTEGER NOT NULL,
    title   TEXT    NOT NULL,
    user_id INTEGER,                              -- null: a computer player, or a former player
    place   INTEGER NOT NULL,
    score   INTEGER NOT NULL,
    rated   INTEGER NOT NULL,
    at      REAL    NOT NULL,
    gone    INTEGER NOT NULL,                     -- of who began on the seat and left, beside the one who had it last
    PRIMARY KEY (session, seat, gone)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_a_title ON result (title, at);
CREATE INDEX results_of_a_user ON result (user_id);

CREATE TABLE departure (
    session  INTEGER NOT NULL REFERENCES session (id),
    seat     INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,                    -- who has left or lost the seat, whoever has it now; below 0: a hash
    came     INTEGER NOT NULL,
    gone     INTEGER NOT NULL,                    -- the table's last move then
    timeouts INTEGER NOT NULL,
    why      INTEGER NOT NULL,                    -- the number of the reason
    PRIMARY KEY (session, seat, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX departures_of_a_user ON departure (user_id);
