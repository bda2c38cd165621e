-- Version 12: the logs of games long over, each compressed into one row; and the tables by what they are, without reading
-- their states.

ALTER TABLE session ADD COLUMN archived INTEGER NOT NULL DEFAULT 0; -- 1: log, checkpoints and state are in the archive

CREATE TABLE archive (
    session INTEGER PRIMARY KEY REFERENCES session (id),
    data    BLOB    NOT NULL                      -- zlib of MessagePack: the log, the checkpoints, the state
) STRICT;

CREATE INDEX tables_to_archive ON session (id, since)
WHERE archived = 0 AND status IN ('finished', 'ended') AND state IS NOT NULL;
CREATE INDEX tables_by_status ON session (status);
