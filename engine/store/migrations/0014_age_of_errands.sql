-- Version 14: what one process asks of another has an age, by the clock of the database.

ALTER TABLE errand ADD COLUMN at REAL NOT NULL DEFAULT 0;  -- seconds since 1970
