-- Who did what, when, from where, and with which outcome: sign-ins and every change. Written once and never changed; partitioned by day, kept for half a
-- year.
CREATE TABLE sys_log (
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- 0: the platform's own.
  tenant_id bigint NOT NULL,
  create_time timestamptz NOT NULL,
  -- The sealer takes rows of transactions older than every running one: no row can be added before those later.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  log_type smallint NOT NULL,
  operate_type smallint NOT NULL,
  outcome smallint NOT NULL,
  user_id bigint,
  username text NOT NULL,
  realname text NOT NULL,
  noun text NOT NULL,
  act text NOT NULL,
  -- Three lines: zh_CN, zh_TW, en_US.
  log_content text NOT NULL,
  reason text,
  object_id text,
  object_name text,
  object_count int NOT NULL,
  ip text NOT NULL,
  device text NOT NULL,
  user_agent text NOT NULL,
  method text NOT NULL,
  request_url text NOT NULL,
  request_param jsonb,
  changes jsonb,
  cost_time int NOT NULL,
  PRIMARY KEY (id, create_time)
) PARTITION BY RANGE (create_time);
CALL kit_tenant_table('sys_log');
-- Nobody changes a row, not even workers; only whole days are dropped when they are older than the log is kept.
REVOKE UPDATE, DELETE ON sys_log FROM chargeops_app, chargeops_system;
-- What the platform's staff does to a tenant's row is written to that tenant's log.
CREATE POLICY keep ON sys_log FOR INSERT TO chargeops_app WITH CHECK (true);
CREATE INDEX sys_log_list ON sys_log (tenant_id, create_time DESC, id DESC);
CREATE INDEX sys_log_all ON sys_log (create_time DESC, id DESC);
CALL kit_day_partitioned('sys_log', 185);

CREATE VIEW sys_log_view WITH (security_invoker = true) AS
SELECT l.*, l.username AS create_by, NULL::text AS update_by, NULL::timestamptz AS update_time, 0 AS version FROM sys_log l;
GRANT SELECT ON sys_log_view TO chargeops_app, chargeops_system;

-- One link of a tenant's hash chain: which rows, the hash of each, and the head computed from the previous head. Signed with a key outside the database.
CREATE TABLE sys_log_seal (
  tenant_id bigint NOT NULL,
  seal_no bigint NOT NULL CHECK (seal_no > 0),
  ids bigint[] NOT NULL,
  -- 32 bytes for each row, in the order of `ids`.
  row_hashes bytea NOT NULL CHECK (length(row_hashes) = 32 * cardinality(ids)),
  from_time timestamptz NOT NULL,
  to_time timestamptz NOT NULL,
  sealed_at timestamptz NOT NULL,
  head bytea NOT NULL CHECK (length(head) = 32),
  signature text NOT NULL,
  PRIMARY KEY (tenant_id, seal_no)
);
CALL kit_system_table('sys_log_seal');
REVOKE UPDATE, DELETE ON sys_log_seal FROM chargeops_system;

-- How far the sealer has come; one row.
CREATE TABLE sys_log_sealer (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  sealed_to xid8 NOT NULL,
  last_id bigint NOT NULL,
  -- The last row that came with a restored database: its transaction number means nothing here.
  floor_id bigint NOT NULL DEFAULT 0
);
CALL kit_system_table('sys_log_sealer');
INSERT INTO sys_log_sealer (sealed_to, last_id) VALUES ('0', 0);
