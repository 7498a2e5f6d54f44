-- Signed seals over the journals of each tenant, like those of the log (sys_log_seal): somebody with rights on the whole database could remove a journal
-- and leave the ledger balanced, but the chain would be broken.
SET LOCAL ROLE ledger_owner;

CREATE TABLE ledger.seal (
  tenant_id bigint NOT NULL,
  seal_no bigint NOT NULL CHECK (seal_no > 0),
  ids bigint[] NOT NULL,
  -- 32 bytes for each journal, in the order of ids.
  row_hashes bytea NOT NULL CHECK (length(row_hashes) = 32 * cardinality(ids)),
  from_time timestamptz NOT NULL,
  to_time timestamptz NOT NULL,
  sealed_at timestamptz NOT NULL,
  head bytea NOT NULL CHECK (length(head) = 32),
  signature text NOT NULL,
  PRIMARY KEY (tenant_id, seal_no)
);
-- Seals are written in the order of time, so a small index finds where a day begins.
CREATE INDEX seal_time ON ledger.seal USING brin (sealed_at);
CALL public.kit_tenant_table('ledger.seal');
REVOKE INSERT, UPDATE, DELETE ON ledger.seal FROM chargeops_app;
REVOKE UPDATE, DELETE ON ledger.seal FROM chargeops_system;
CREATE TRIGGER sealed_statement BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.seal FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER sealed_row BEFORE UPDATE OR DELETE ON ledger.seal FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

-- How far the sealer has come; one row.
CREATE TABLE ledger.sealer (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  sealed_to xid8 NOT NULL,
  last_id bigint NOT NULL,
  -- The last row that came with a restored database: its transaction number means nothing here.
  floor_id bigint NOT NULL DEFAULT 0
);
CALL public.kit_system_table('ledger.sealer');
INSERT INTO ledger.sealer (sealed_to, last_id) VALUES ('0', 0);
