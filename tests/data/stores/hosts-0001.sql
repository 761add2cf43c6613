BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'pitwatch-hosts','0001_hosts','2026-11-30 08:31:17.837949+00:00');
CREATE TABLE host (name TEXT PRIMARY KEY, key TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "host" VALUES('cam-1','cf9c43687ae652050af1a51da97ce6696a516608dd10a245867aa76111c41079',0);
INSERT INTO "host" VALUES('cam-2','5ff5fc9857e1db3684d976df29273e2ed003b7ecc4c58d28f417d566a9dbc299',1);
CREATE TABLE watched (table_name TEXT PRIMARY KEY, host TEXT NOT NULL REFERENCES host(name) ON DELETE CASCADE) STRICT;
INSERT INTO "watched" VALUES('BJ-01','cam-1');
INSERT INTO "watched" VALUES('BJ-02','cam-1');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
COMMIT;
