-- Every end record as its pile sent it, kept in the transaction that answers it: refused ones too, and those of guns we do not have, because a pile
-- forgets what it hears we have stored.
CREATE TABLE end_record (
  cp_code text NOT NULL,
  -- SHA-256 of what it says: the same record told again is this row.
  digest text NOT NULL,
  tenant_id bigint NOT NULL,
  gun_number int NOT NULL,
  -- The order it was taken for, or the number it names; null where it names none.
  charging_order_no text,
  -- Why it was not taken; null when it was.
  refusal text,
  -- Body in hex (native) or JSON text (OCPP).
  raw text NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (cp_code, digest)
);
CALL kit_tenant_table('end_record');
-- What was sent stays as it was; only what became of it may change.
REVOKE INSERT, UPDATE, DELETE ON end_record FROM chargeops_app;
REVOKE UPDATE, DELETE ON end_record FROM chargeops_system;
GRANT UPDATE (charging_order_no, refusal) ON end_record TO chargeops_system;
