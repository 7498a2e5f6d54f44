-- A reservation may begin ahead of time, and may wait for its payment.
ALTER TABLE reservation_order
  DROP CONSTRAINT reservation_order_state_check,
  DROP CONSTRAINT ended_with_its_fee,
  DROP CONSTRAINT ended_within,
  -- Since when the gun is kept: from the start of the window, or from when it became free; null while it is not kept.
  ADD COLUMN kept_time timestamptz,
  -- The last command that told the pile of this reservation or of its end; null while the pile has not been told.
  ADD COLUMN told_command_id text;
UPDATE reservation_order SET kept_time = start_time;
ALTER TABLE reservation_order
  -- 1 reserved, 2 arrived, 3 cancelled, 4 expired, 5 waits for its payment, 6 not paid in time.
  ADD CONSTRAINT reservation_order_state_check CHECK (state IN (1, 2, 3, 4, 5, 6)),
  ADD CONSTRAINT ended_with_its_fee CHECK ((state IN (1, 5)) = (end_time IS NULL) AND (state IN (1, 5)) = (occupy_amount IS NULL) AND (state IN (1, 5)) = (occupy_minutes IS NULL)),
  -- One that is cancelled, or whose party comes, before its window ends before its start.
  ADD CONSTRAINT ended_within CHECK (end_time <= expire_time),
  ADD CONSTRAINT free_while_not_kept CHECK (kept_time IS NOT NULL OR coalesce(occupy_amount, 0) = 0),
  -- A gun is reserved once at a time.
  ADD CONSTRAINT one_reservation_at_a_time EXCLUDE USING gist (cp_code WITH =, gun_num WITH =, tstzrange(start_time, expire_time) WITH &&) WHERE (state IN (1, 5));
DROP INDEX one_live_reservation_per_gun;
-- A payment pays for one reservation.
CREATE UNIQUE INDEX reservation_order_prepaid ON reservation_order (pre_pay_order_id) WHERE pre_pay_order_id IS NOT NULL;
CREATE INDEX reservation_order_live ON reservation_order (tenant_id) WHERE state IN (1, 5);

CREATE OR REPLACE FUNCTION reservation_order_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state NOT IN (1, 5) AND (NEW.state, NEW.end_time, NEW.occupy_minutes, NEW.occupy_amount) IS DISTINCT FROM (OLD.state, OLD.end_time, OLD.occupy_minutes, OLD.occupy_amount)
    OR OLD.state = 1 AND NEW.state IN (5, 6)
    OR OLD.journal_id IS NOT NULL AND NEW.journal_id IS DISTINCT FROM OLD.journal_id
    OR OLD.kept_time IS NOT NULL AND NEW.kept_time IS DISTINCT FROM OLD.kept_time
    OR (NEW.details, NEW.start_time, NEW.expire_time, NEW.charging_order_id, NEW.cp_code, NEW.gun_num, NEW.pre_pay_order_id)
      IS DISTINCT FROM (OLD.details, OLD.start_time, OLD.expire_time, OLD.charging_order_id, OLD.cp_code, OLD.gun_num, OLD.pre_pay_order_id) THEN
    RAISE EXCEPTION 'reservation % has ended, or its terms are fixed', OLD.reservation_order_no USING ERRCODE = '23514', CONSTRAINT = 'reservation_order_guard';
  END IF;
  RETURN NEW;
END $$;

-- What the pile knows: 0 not told, 1 being told, 2 told, 3 it refused, 4 it did not answer, 5 being told of the end, 6 freed, 7 not freed.
DROP VIEW reservation_order_view;
CREATE VIEW reservation_order_view WITH (security_invoker = true) AS
SELECT r.*, o.charging_order_no, o.order_state, o.main_part_type, o.main_part_id, o.cust_name, o.user_name, o.user_mobile, o.ic_card_no, o.car_num, o.car_vin,
  o.currency, s.timezone AS station_timezone,
  (CASE
    WHEN c.command_id IS NULL OR c.remark = 'void' THEN 0
    WHEN c.stat < 2 THEN CASE c.cmd WHEN 'reserve' THEN 1 ELSE 5 END
    WHEN c.cmd = 'reserve' THEN CASE WHEN c.result = 0 THEN 2 WHEN c.remark IN ('timedOut', 'lost', 'expired', 'offline') THEN 4 ELSE 3 END
    WHEN c.result IN (0, 3) THEN 6 ELSE 7 END)::smallint AS told_state,
  c.remark AS told_remark
FROM reservation_order r JOIN charging_order o ON o.charging_order_id = r.charging_order_id JOIN station s ON s.station_id = r.station_id
  LEFT JOIN device_command c ON c.command_id = r.told_command_id;
GRANT SELECT ON reservation_order_view TO chargeops_app, chargeops_system;

-- A reservation of a later time leaves its party free to charge elsewhere until its gun is kept.
CREATE OR REPLACE FUNCTION party_is_charging(tenant bigint, part_type smallint, part_id bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (current_setting('role') = 'chargeops_system' OR current_setting('app.tenants', true) = '*' OR tenant = ANY (kit_listed('app.tenants')))
    AND EXISTS (SELECT FROM charging_order o WHERE o.tenant_id = tenant AND o.main_part_type = part_type AND o.main_part_id = part_id AND o.order_state IN (0, 1, 2, 6)
      AND NOT (o.order_state = 0 AND EXISTS (SELECT FROM reservation_order r WHERE r.charging_order_id = o.charging_order_id)))
$$;

-- A fact is never deleted, and a report of it that comes later may only merge with the stored one (engines/order/merge.ts): the earlier instant counts; of a
-- stop that was sent or confirmed, and of a gun that was not free, the later one; and a gun is seen at rest at one instant, for one of two causes.
CREATE OR REPLACE FUNCTION order_fact_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  instant constant text := CASE OLD.kind WHEN 'startResult' THEN 'startAtMs' WHEN 'gunQuiet' THEN 'sinceMs' ELSE 'atMs' END;
  later numeric;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    later := (NEW.content ->> instant)::numeric - (OLD.content ->> instant)::numeric;
    IF (NEW.charging_order_id, NEW.fact_key, NEW.tenant_id, NEW.kind, NEW.told_at) = (OLD.charging_order_id, OLD.fact_key, OLD.tenant_id, OLD.kind, OLD.told_at)
      AND (CASE WHEN OLD.kind IN ('stopSent', 'stopConfirmed', 'gunNotFree') THEN later >= 0 WHEN OLD.kind = 'gunQuiet' THEN later = 0 ELSE later < 0 END) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'fact % of order % stays as it was told', OLD.fact_key, OLD.charging_order_id USING ERRCODE = '23514', CONSTRAINT = 'order_fact_guard';
END $$;
