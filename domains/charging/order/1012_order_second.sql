-- What an operator asked for and a second one has to confirm. One question of each kind is open for an order at a time.
CREATE TABLE order_second (
  order_second_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  charging_order_id bigint NOT NULL REFERENCES charging_order,
  tenant_id bigint NOT NULL,
  verb text NOT NULL CHECK (verb IN ('end', 'settle')),
  -- The five amounts of a settlement, minor units as decimal text.
  amounts jsonb,
  reason text NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamptz NOT NULL,
  -- Null while it is open.
  agreed boolean,
  answered_by text,
  answered_at timestamptz,
  CHECK ((verb = 'settle') = (amounts IS NOT NULL)),
  CHECK ((agreed IS NULL) = (answered_by IS NULL) AND (agreed IS NULL) = (answered_at IS NULL)),
  CHECK (agreed IS NOT TRUE OR answered_by <> asked_by)
);
CALL kit_tenant_table('order_second');
CREATE UNIQUE INDEX order_second_open ON order_second (charging_order_id, verb) WHERE agreed IS NULL;
REVOKE DELETE ON order_second FROM chargeops_app;

-- Whether a card or car charges anywhere in its tenant. An agent's or a station's staff see only their own orders, yet one card
-- must not charge at two places, so the question is answered with the system's eyes, within the asker's tenants.
GRANT CREATE ON SCHEMA public TO chargeops_system;
SET LOCAL ROLE chargeops_system;
CREATE FUNCTION party_is_charging(tenant bigint, part_type smallint, part_id bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (current_setting('role') = 'chargeops_system' OR current_setting('app.tenants', true) = '*' OR tenant = ANY (kit_listed('app.tenants')))
    AND EXISTS (SELECT FROM charging_order o WHERE o.tenant_id = tenant AND o.main_part_type = part_type AND o.main_part_id = part_id AND o.order_state IN (0, 1, 2, 6))
$$;
GRANT EXECUTE ON FUNCTION party_is_charging(bigint, smallint, bigint) TO chargeops_app, chargeops_system;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM chargeops_system;
