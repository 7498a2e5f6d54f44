-- What is known about an order, each fact once; the order's row is what its facts add up to.
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
REVOKE DELETE ON order_fact FROM chargeops_app, chargeops_system;

-- A fact is never deleted, and a report of it that comes later may only merge with the stored one (engines/order/merge.ts): the earlier instant counts; of a
-- stop that was sent or confirmed the later one; and a gun is seen at rest at one instant, for one of two causes.
CREATE FUNCTION order_fact_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  instant constant text := CASE OLD.kind WHEN 'startResult' THEN 'startAtMs' WHEN 'gunQuiet' THEN 'sinceMs' ELSE 'atMs' END;
  later numeric;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    later := (NEW.content ->> instant)::numeric - (OLD.content ->> instant)::numeric;
    IF (NEW.charging_order_id, NEW.fact_key, NEW.tenant_id, NEW.kind, NEW.told_at) = (OLD.charging_order_id, OLD.fact_key, OLD.tenant_id, OLD.kind, OLD.told_at)
      AND (CASE WHEN OLD.kind IN ('stopSent', 'stopConfirmed') THEN later >= 0 WHEN OLD.kind = 'gunQuiet' THEN later = 0 ELSE later < 0 END) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'fact % of order % stays as it was told', OLD.fact_key, OLD.charging_order_id USING ERRCODE = '23514', CONSTRAINT = 'order_fact_guard';
END $$;
CREATE TRIGGER order_fact_guard BEFORE UPDATE OR DELETE ON order_fact FOR EACH ROW EXECUTE FUNCTION order_fact_guard();

-- The furthest that samples have shown of a running order: the fact `progress`, in a table of its own because it changes with every sample.
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
REVOKE DELETE ON order_progress FROM chargeops_app, chargeops_system;

-- Every sample as the pile sent it; settlement divides the energy among tariff periods by them, and screens draw them. Kept for 400 days.
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

-- A gun that charges without an order.
CREATE TABLE gun_ghost (
  cp_code text NOT NULL,
  gun_number int NOT NULL,
  tenant_id bigint NOT NULL,
  content jsonb NOT NULL,
  PRIMARY KEY (cp_code, gun_number)
);
CALL kit_tenant_table('gun_ghost');

-- Every end record as its pile sent it, stored in the transaction that answers the pile, which then deletes its copy. Refused records are stored too, and
-- those of guns that are not set up.
CREATE TABLE end_record (
  cp_code text NOT NULL,
  -- SHA-256 of what it says: the same record sent again is this row.
  digest text NOT NULL,
  tenant_id bigint NOT NULL,
  gun_number int NOT NULL,
  -- The order that it was stored for, or the number that it names; null where it names none.
  charging_order_no text,
  -- Why it was refused; null when it was accepted.
  refusal text,
  -- Body in hex (native) or JSON text (OCPP).
  raw text NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (cp_code, digest)
);
CALL kit_tenant_table('end_record');
-- What was sent never changes; only its order and refusal may.
REVOKE INSERT, UPDATE, DELETE ON end_record FROM chargeops_app;
REVOKE UPDATE, DELETE ON end_record FROM chargeops_system;
GRANT UPDATE (charging_order_no, refusal) ON end_record TO chargeops_system;
-- The records of an order are shown with it.
CREATE INDEX end_record_order ON end_record (charging_order_no, told_at) WHERE charging_order_no IS NOT NULL;

-- What an operator asked for and a second one has to confirm. An order has one open request of each kind.
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

-- An order as lists show it: with the energy of a running one so far, and the time zone of its station.
CREATE VIEW charging_order_view WITH (security_invoker = true) AS
SELECT o.charging_order_id, o.charging_order_no, o.tenant_id, o.agent_id, o.station_id, o.cp_code, o.gun_number, o.order_state, o.abnormal_reason, o.order_category,
  o.main_part_type, o.main_part_id, o.cust_id, o.cust_name, o.user_name, o.user_mobile, o.ic_card_id, o.ic_card_no, o.car_vin, o.car_num,
  o.start_source, o.start_result, o.stop_reason, o.charging_strategy_type, o.charging_strategy_val, o.start_time, o.stop_time,
  o.start_soc, CASE WHEN o.stop_time IS NULL THEN p.soc ELSE o.stop_soc END AS stop_soc, o.start_meter, o.stop_meter,
  CASE WHEN o.stop_time IS NULL THEN greatest(o.charging_elec, p.energy, p.meter - o.start_meter) ELSE o.charging_elec END AS charging_elec,
  o.charging_elec_tip, o.charging_elec_peak, o.charging_elec_flat, o.charging_elec_valley, o.charging_elec_json,
  o.order_amount, o.elec_amount, o.srv_amount, o.other1_amount, o.other2_amount, o.tip_amount, o.peak_amount, o.flat_amount, o.valley_amount,
  o.tariff_offer, o.vip_offer, o.coupon_credit_amount, o.overrun_amount, o.billing_amount, o.shortfall_amount, o.billing_time, o.settle_method,
  o.currency, o.vip_level_name, o.rate_rule_id, o.reservation_id, o.pre_pay_order_id, o.invoicing_status, o.is_delete::int::smallint AS is_delete,
  s.timezone AS station_timezone, o.create_by, o.create_time, o.update_by, o.update_time, o.version, o.adjust_waits
FROM charging_order o LEFT JOIN order_progress p ON p.charging_order_id = o.charging_order_id LEFT JOIN station s ON s.station_id = o.station_id;
GRANT SELECT ON charging_order_view TO chargeops_app, chargeops_system;
