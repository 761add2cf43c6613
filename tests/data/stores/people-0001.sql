BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'pitwatch-people','0001_people','2026-11-30 08:31:35.007682+00:00');
CREATE TABLE person (name TEXT PRIMARY KEY, role TEXT NOT NULL, secret TEXT NOT NULL, failures INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "person" VALUES('anna','administrator','$argon2id$v=19$m=65536,t=3,p=4$+5r1RJS9WkqDnNPV5rVgGQ$F+7oglxG8I55QUUalJxoaEiwULZyPQWlCAID6ZkCdSI',0);
INSERT INTO "person" VALUES('olga','dealer','$argon2id$v=19$m=65536,t=3,p=4$XD9B4qKPvcNOgB2lDP9aiw$jwuRs9X2WYJ8fghLo9XJZ8Ds0EMvLMxJDk0fD84S8ks',0);
CREATE TABLE session (token_hash TEXT PRIMARY KEY, csrf TEXT NOT NULL, person TEXT NOT NULL REFERENCES person(name) ON DELETE CASCADE, tablet TEXT REFERENCES tablet(name) ON DELETE CASCADE, table_name TEXT, ends_at INTEGER NOT NULL) STRICT;
CREATE TABLE tablet (name TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, table_name TEXT NOT NULL) STRICT;
INSERT INTO "tablet" VALUES('tablet-1','bebb8ad3940b6308afe5d0ca9a07f3a6c0bf27e237657603cb2b556cf70c33e4','BJ-01');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
COMMIT;
