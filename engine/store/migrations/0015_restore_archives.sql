-- Version 15: the logs of finished games are rows again (``engine/store/rewrites.py``).

DROP INDEX tables_to_archive;
ALTER TABLE session DROP COLUMN archived;
DROP TABLE archive;
