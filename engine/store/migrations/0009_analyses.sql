-- Version 9: how a game was won, worked out once when somebody asks for it after the end.

CREATE TABLE analysis (
    session INTEGER PRIMARY KEY REFERENCES session (id),
    text    TEXT    NOT NULL                      -- JSON (engine.mind.kept)
) STRICT;
