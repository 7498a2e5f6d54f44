-- The power schedule that a pile has confirmed: the periods of the command that it accepted.
CREATE TABLE pile_power_schedule (
  cp_code text PRIMARY KEY REFERENCES pile ON DELETE CASCADE,
  tenant_id bigint NOT NULL,
  periods jsonb NOT NULL,
  taken_at timestamptz NOT NULL
);
CALL kit_tenant_table('pile_power_schedule');
