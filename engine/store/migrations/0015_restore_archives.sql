-- Version 15: the logs of finished games are rows again (``engine/store/rewrites.py``).

DROP INDEX IF EXISTS tables_to_archive; -- temporary copies on a server have it by another name
ALTER TABLE session DROP COLUMN archived;
DROP TABLE archive;
