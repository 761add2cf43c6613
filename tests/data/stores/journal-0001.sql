BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'pitwatch-journal','0001_facts','2026-11-30 08:31:33.366278+00:00');
CREATE TABLE fact (
    seq INTEGER PRIMARY KEY CHECK (seq > 0),
    id TEXT NOT NULL UNIQUE,
    recorded_at TEXT NOT NULL,
    content TEXT NOT NULL,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT
;
INSERT INTO "fact" VALUES(1,'964fb8d4e02308d9','2026-11-30T08:31:33.377727+00:00','{"amount":2500,"id":"964fb8d4e02308d9","kind":"chips","pts_us":0,"source":"camera:overhead","spot":"1.1","table":"BJ-01"}','0000000000000000000000000000000000000000000000000000000000000000','e8eadfffd6bc03a8c82f63c1714e53acb60eb50ad5539d6b7f65e488356fb0cd');
INSERT INTO "fact" VALUES(2,'1a46e097add9887e','2026-11-30T08:31:33.387176+00:00','{"card":"Th","evidence":{"pts_us":1000,"quad_px":[[1.0,2.0],[3.0,2.0],[3.0,4.0],[1.0,4.0]]},"face_up":true,"id":"1a46e097add9887e","kind":"card-placed","p":0.99,"place":"1.1","pts_us":1000,"sideways":false,"source":"camera:overhead","table":"BJ-01","track":1,"x_mm":0.0,"y_mm":0.0}','e8eadfffd6bc03a8c82f63c1714e53acb60eb50ad5539d6b7f65e488356fb0cd','c576ea3a61beb0fb6e4074e95067c40acc7f3379db8640836d5d471b5ebc306f');
INSERT INTO "fact" VALUES(3,'8f70d000649ec528','2026-11-30T08:31:33.397648+00:00','{"card":"??","face_up":true,"id":"8f70d000649ec528","kind":"card-placed","p":0.4,"place":"1.1","pts_us":2000,"sideways":false,"source":"camera:overhead","table":"BJ-01","track":2,"x_mm":0.0,"y_mm":0.0}','c576ea3a61beb0fb6e4074e95067c40acc7f3379db8640836d5d471b5ebc306f','d603ba9a860337d83689f465e8c3c855ff90951a35c78fd50496fe2bac67535f');
INSERT INTO "fact" VALUES(4,'9005cd7aa0c9e40c','2026-11-30T08:31:33.405646+00:00','{"card":"9c","id":"9005cd7aa0c9e40c","kind":"card-read","p":0.98,"pts_us":3000,"source":"camera:overhead","table":"BJ-01","track":2}','d603ba9a860337d83689f465e8c3c855ff90951a35c78fd50496fe2bac67535f','1d435247f85195712ca03035e7c28862297cbfae36777b08cc34a58f10dcd1aa');
INSERT INTO "fact" VALUES(5,'84a20f05e504f0f9','2026-11-30T08:31:33.413666+00:00','{"card":"7d","face_up":true,"id":"84a20f05e504f0f9","kind":"card-placed","p":0.97,"place":"d","pts_us":4000,"sideways":false,"source":"camera:overhead","table":"BJ-01","track":3,"x_mm":60.0,"y_mm":90.0}','1d435247f85195712ca03035e7c28862297cbfae36777b08cc34a58f10dcd1aa','bf78ff3dd443ffa24e8c0fc0bcb0fa06c2f6ac4a82170357fde9b85f1931aae8');
INSERT INTO "fact" VALUES(6,'9fff5ed636502104','2026-11-30T08:31:33.421620+00:00','{"action":"1.1 stand","by":"Ann","id":"9fff5ed636502104","kind":"said","pts_us":5000,"source":"camera:overhead","table":"BJ-01"}','bf78ff3dd443ffa24e8c0fc0bcb0fa06c2f6ac4a82170357fde9b85f1931aae8','59f7785405cb8bd6cbccee0461a1b11ed5f0502c29410a10df6ecc94f2e98592');
INSERT INTO "fact" VALUES(7,'85849851e530ea01','2026-11-30T08:31:33.427233+00:00','{"id":"85849851e530ea01","kind":"card-moved","place":"1.1","pts_us":6000,"sideways":false,"source":"camera:overhead","table":"BJ-01","track":2,"x_mm":0.0,"y_mm":0.0}','59f7785405cb8bd6cbccee0461a1b11ed5f0502c29410a10df6ecc94f2e98592','bc76bfa4489d9a5d1ee198fe321d44a9adc5711d8ea919b9756078380fa0fb33');
INSERT INTO "fact" VALUES(8,'666d349b8d3ba041','2026-11-30T08:31:33.432935+00:00','{"id":"666d349b8d3ba041","kind":"card-taken","pts_us":7000,"source":"camera:overhead","table":"BJ-01","track":1}','bc76bfa4489d9a5d1ee198fe321d44a9adc5711d8ea919b9756078380fa0fb33','a07ebd9bc321603670bd7aa570f287caeff9b2701b1beb7759f0ba8be08c0e59');
INSERT INTO "fact" VALUES(9,'54638e12a7d5d6f0','2026-11-30T08:31:33.437738+00:00','{"id":"54638e12a7d5d6f0","kind":"camera-blind","pts_us":8000,"reason":"dark","source":"camera:overhead","table":"BJ-01"}','a07ebd9bc321603670bd7aa570f287caeff9b2701b1beb7759f0ba8be08c0e59','b51dac812ea89eb032d0ff67c873855edb9beec699dfecc3a7f6cf6927362f86');
INSERT INTO "fact" VALUES(10,'2d5c6530e7e4d486','2026-11-30T08:31:33.441560+00:00','{"id":"2d5c6530e7e4d486","kind":"camera-back","pts_us":9000,"source":"camera:overhead","table":"BJ-01"}','b51dac812ea89eb032d0ff67c873855edb9beec699dfecc3a7f6cf6927362f86','e648311bd208bab59dc6bc72760e2a1e0cad86fd08a04017b154906214eaf0ed');
INSERT INTO "fact" VALUES(11,'5ad68a4d3021418c','2026-11-30T08:31:33.451426+00:00','{"body":{"amount":3000,"kind":"chips","spot":"1.1"},"by":"Ann","corrects":"964fb8d4e02308d9","id":"5ad68a4d3021418c","kind":"correction","pts_us":10000,"reason":"miscounted","source":"camera:overhead","table":"BJ-01"}','e648311bd208bab59dc6bc72760e2a1e0cad86fd08a04017b154906214eaf0ed','9c3ff902dd6d89a455a74d7f24bbe5a98c7055836c8c63ff5058dcce042cf9d9');
INSERT INTO "fact" VALUES(12,'79e192a1c1e9a510','2026-11-30T08:31:33.455194+00:00','{"id":"79e192a1c1e9a510","kind":"recording-ended","pts_us":11000,"reason":"end of the file","source":"camera:overhead","table":"BJ-01"}','9c3ff902dd6d89a455a74d7f24bbe5a98c7055836c8c63ff5058dcce042cf9d9','39cef484d5319430d7f5d9edd0f5c1b7489015b00277236aa95cade97fde4f3e');
CREATE TABLE head (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    seq INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT
;
INSERT INTO "head" VALUES(1,12,'39cef484d5319430d7f5d9edd0f5c1b7489015b00277236aa95cade97fde4f3e');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE TRIGGER fact_refuses_update BEFORE UPDATE ON fact BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER fact_refuses_delete BEFORE DELETE ON fact BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
COMMIT;
