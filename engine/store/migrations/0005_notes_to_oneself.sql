-- Version 5: what somebody has written down for themselves at a table.

CREATE TABLE memo (
    session INTEGER NOT NULL REFERENCES session (id),
    user_id INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    PRIMARY KEY (session, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX memos_of_a_user ON memo (user_id);
