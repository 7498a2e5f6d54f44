-- The prices of an order, frozen at its start. Equal contents share one row, and a row never changes.
CREATE TABLE tariff_snapshot (
  snapshot_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  rate_rule_id bigint NOT NULL,
  digest bytea NOT NULL,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, rate_rule_id, digest)
);
CALL kit_tenant_table('tariff_snapshot');
CREATE FUNCTION tariff_snapshot_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a tariff snapshot never changes' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER tariff_snapshot_is_fixed BEFORE UPDATE OR DELETE ON tariff_snapshot FOR EACH ROW EXECUTE FUNCTION tariff_snapshot_is_fixed();
