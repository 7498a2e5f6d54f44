-- The prices that a pile has confirmed, month by month: the command that it accepted, without the command's id.
CREATE TABLE pile_rate (
  cp_code text NOT NULL REFERENCES pile ON DELETE CASCADE,
  month smallint NOT NULL CHECK (month BETWEEN 1 AND 12),
  tenant_id bigint NOT NULL,
  content jsonb NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (cp_code, month)
);
CALL kit_tenant_table('pile_rate');
