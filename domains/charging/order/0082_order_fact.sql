-- What is known about an order, each fact once. The order's row is what they add up to.
CREATE TABLE order_fact (
  charging_order_id bigint NOT NULL REFERENCES charging_order,
  fact_key text NOT NULL,
  tenant_id bigint NOT NULL,
  kind text NOT NULL,
  content jsonb NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (charging_order_id, fact_key)
);
CALL kit_tenant_table('order_fact');

-- The furthest that samples have shown of a running order; the fact `progress`, kept apart because it changes with every sample.
CREATE TABLE order_progress (
  charging_order_id bigint PRIMARY KEY REFERENCES charging_order,
  tenant_id bigint NOT NULL,
  first_at bigint NOT NULL,
  last_at bigint NOT NULL,
  heard_at bigint NOT NULL,
  flow_heard_at bigint,
  energy bigint,
  meter bigint,
  soc smallint
) WITH (fillfactor = 40);
CALL kit_tenant_table('order_progress');

-- Every sample as the pile told it; settlement slices the energy by these, screens draw them. Kept 400 days.
CREATE TABLE charging_sample (
  at timestamptz NOT NULL,
  charging_order_id bigint NOT NULL,
  tenant_id bigint NOT NULL,
  voltage int,
  current int,
  power int,
  soc smallint,
  energy bigint,
  meter bigint,
  bms_voltage int,
  bms_current int,
  gun_temp smallint
) PARTITION BY RANGE (at);
CALL kit_tenant_table('charging_sample');
REVOKE INSERT, UPDATE, DELETE ON charging_sample FROM chargeops_app;
CREATE INDEX charging_sample_order ON charging_sample (charging_order_id, at);
CALL kit_day_partitioned('charging_sample', 400);

-- A gun that charges and nobody knows why.
CREATE TABLE gun_ghost (
  cp_code text NOT NULL,
  gun_number int NOT NULL,
  tenant_id bigint NOT NULL,
  content jsonb NOT NULL,
  PRIMARY KEY (cp_code, gun_number)
);
CALL kit_tenant_table('gun_ghost');

ALTER TABLE charging_order ADD COLUMN id_tag text;
CREATE UNIQUE INDEX charging_order_id_tag_key ON charging_order (cp_code, id_tag) WHERE id_tag IS NOT NULL;
CREATE INDEX charging_order_gun ON charging_order (cp_code, gun_number, charging_order_id DESC);
CREATE INDEX charging_order_party_live ON charging_order (main_part_type, main_part_id) WHERE order_state IN (0, 1, 2, 6);

-- Which displayed state may follow which: engines/order/transitions.ts, checked against it by a test.
CREATE TABLE order_transition (from_state smallint NOT NULL, to_state smallint NOT NULL, PRIMARY KEY (from_state, to_state));
CALL kit_shared_table('order_transition');
REVOKE INSERT, UPDATE, DELETE ON order_transition FROM chargeops_app, chargeops_system;
INSERT INTO order_transition VALUES
  (0, 1), (1, 6), (1, 3), (0, 6), (0, 3), (6, 2), (6, 3), (9, 3), (6, 9), (2, 3), (2, 9), (3, 4), (3, 9), (9, 4), (9, 2), (4, 5);

CREATE FUNCTION order_state_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.order_state <> OLD.order_state AND NOT EXISTS (SELECT FROM order_transition WHERE from_state = OLD.order_state AND to_state = NEW.order_state) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', OLD.charging_order_no, OLD.order_state, NEW.order_state USING ERRCODE = '23514', CONSTRAINT = 'order_state_guard';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER order_state_guard BEFORE UPDATE OF order_state ON charging_order FOR EACH ROW EXECUTE FUNCTION order_state_guard();

-- Frozen when the order begins: who is billed how, whatever becomes of the party afterwards.
ALTER TABLE charging_order
  ADD COLUMN vip_level_name text,
  -- Percent to pay by fee item type: {"1": 95, "2": 80}.
  ADD COLUMN vip_discounts jsonb,
  -- The account that pays: `customer:7`, `card:12`, `car:9`.
  ADD COLUMN wallet_owner text,
  -- The device record a settled order should be adjusted to.
  ADD COLUMN adjust_due text;
