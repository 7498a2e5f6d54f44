-- What was charged, added up by time and by place or party (docs/decisions/0123-sums-of-charges.md). A row is the sum of the settled orders of one subject at one
-- station in one period; the transaction that changes what an order counts for changes the rows.
CREATE SEQUENCE charge_sum_id_seq;
GRANT USAGE ON SEQUENCE charge_sum_id_seq TO chargeops_system, chargeops_app;

CREATE TABLE charge_sum (
  charge_sum_id bigint NOT NULL DEFAULT nextval('charge_sum_id_seq'),
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_id bigint NOT NULL,
  -- 0 the station, 1 a phone user (number), 2 an IC card (number), 3 a customer (id), 4 a vehicle (VIN), 5 a pile (code), 6 a gun (code/number).
  subject smallint NOT NULL CHECK (subject BETWEEN 0 AND 6),
  -- Empty for the station.
  subject_key text NOT NULL,
  -- 1 hour (of stations only), 2 day, 3 month, 4 year.
  unit smallint NOT NULL CHECK (unit BETWEEN 1 AND 4),
  -- When it begins on the station's clock.
  period timestamp NOT NULL,
  currency text NOT NULL,
  -- 1 DC, 2 single-phase AC, 3 three-phase AC, 0 unknown.
  cp_type smallint NOT NULL,
  -- Who paid, of a station: 1 phone user, 2 IC card, 3 agent customer, 4 vehicle VIN, 0 a payment without an account. 0 for other subjects.
  main_part_type smallint NOT NULL,
  -- Orders count in the period in which their charge began.
  charging_count bigint NOT NULL,
  -- 0.1 Wh.
  charging_elec bigint NOT NULL,
  charging_elec_tip bigint NOT NULL,
  charging_elec_peak bigint NOT NULL,
  charging_elec_flat bigint NOT NULL,
  charging_elec_valley bigint NOT NULL,
  -- Minor units.
  order_amount bigint NOT NULL,
  billing_amount bigint NOT NULL,
  elec_amount bigint NOT NULL,
  srv_amount bigint NOT NULL,
  other_amount bigint NOT NULL,
  -- From start to stop, in the periods in which it was; of stations, piles and guns.
  busy_ms bigint NOT NULL,
  PRIMARY KEY (subject, station_id, agent_id, unit, period, subject_key, currency, cp_type, main_part_type)
) PARTITION BY LIST (subject);
CREATE TABLE charge_sum_station PARTITION OF charge_sum FOR VALUES IN (0) WITH (fillfactor = 70);
CREATE TABLE charge_sum_pile PARTITION OF charge_sum FOR VALUES IN (5, 6) WITH (fillfactor = 80);
CREATE TABLE charge_sum_party PARTITION OF charge_sum FOR VALUES IN (1, 2, 3, 4) WITH (fillfactor = 90);
CALL kit_tenant_table('charge_sum', by_agent => true, by_station => true);
REVOKE INSERT, UPDATE, DELETE ON charge_sum FROM chargeops_app;

CREATE INDEX charge_sum_station_period ON charge_sum_station (unit, period, tenant_id, station_id);
CREATE UNIQUE INDEX charge_sum_station_key ON charge_sum_station (charge_sum_id);
CREATE UNIQUE INDEX charge_sum_pile_key ON charge_sum_pile (charge_sum_id);
CREATE UNIQUE INDEX charge_sum_party_key ON charge_sum_party (charge_sum_id);
CREATE INDEX charge_sum_pile_all ON charge_sum_pile (subject, unit, period DESC, charge_sum_id DESC);
CREATE INDEX charge_sum_pile_list ON charge_sum_pile (tenant_id, subject, unit, period DESC, charge_sum_id DESC);
CREATE INDEX charge_sum_pile_station ON charge_sum_pile (station_id, subject, unit, period DESC, charge_sum_id DESC);
CREATE INDEX charge_sum_pile_code ON charge_sum_pile (subject_key, subject, unit, period DESC);
CREATE INDEX charge_sum_party_all ON charge_sum_party (subject, unit, period DESC, charge_sum_id DESC);
CREATE INDEX charge_sum_party_list ON charge_sum_party (tenant_id, subject, unit, period DESC, charge_sum_id DESC);
CREATE INDEX charge_sum_party_station ON charge_sum_party (station_id, subject, unit, period DESC, charge_sum_id DESC);
CREATE INDEX charge_sum_party_name ON charge_sum_party (subject_key, subject, unit, period DESC);

-- Whether an order counts: it is settled, refunded afterwards or not.
CREATE FUNCTION charge_counts(o charging_order) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT o.order_state IN (4, 5) AND o.billing_time IS NOT NULL AND NOT o.is_delete AND o.charge_day IS NOT NULL
$$;

-- The rows that a settled order counts in, with what it adds to each; one row may occur several times. It depends on the row of the order alone.
CREATE FUNCTION charge_parts(o charging_order) RETURNS TABLE (
  subject smallint, subject_key text, unit smallint, period timestamp, cp_type smallint, main_part_type smallint,
  charging_count bigint, charging_elec bigint, charging_elec_tip bigint, charging_elec_peak bigint, charging_elec_flat bigint, charging_elec_valley bigint,
  order_amount bigint, billing_amount bigint, elec_amount bigint, srv_amount bigint, other_amount bigint, busy_ms bigint
) LANGUAGE sql STABLE AS $$
  WITH began AS (
    SELECT coalesce(o.start_time, o.stop_time, o.billing_time) AT TIME ZONE o.charge_zone AS local
  ), names AS (
    SELECT n.* FROM (VALUES
      (0::smallint, '', coalesce(o.cp_type, 0::smallint), coalesce(o.main_part_type, 0::smallint), 1, 4),
      (1::smallint, o.user_mobile, 0::smallint, 0::smallint, 2, 4),
      (2::smallint, o.ic_card_no, 0::smallint, 0::smallint, 2, 4),
      (3::smallint, o.cust_id::text, 0::smallint, 0::smallint, 2, 4),
      (4::smallint, o.car_vin, 0::smallint, 0::smallint, 2, 4),
      (5::smallint, o.cp_code, coalesce(o.cp_type, 0::smallint), 0::smallint, 2, 4),
      (6::smallint, o.cp_code || '/' || o.gun_number, coalesce(o.cp_type, 0::smallint), 0::smallint, 2, 3)
    ) AS n (subject, subject_key, cp_type, main_part_type, first_unit, last_unit) WHERE n.subject_key IS NOT NULL AND (n.subject = 0 OR n.subject_key <> '')
  ), units AS (
    SELECT u.* FROM (VALUES (1, 'hour'), (2, 'day'), (3, 'month'), (4, 'year')) AS u (unit, field)
  ), busy AS (
    -- Quarters of an hour, because hours begin at a quarter of UTC in every time zone. A longer span is a wrong clock.
    SELECT date_trunc('hour', quarter AT TIME ZONE o.charge_zone) AS local,
      sum((extract(epoch FROM least(quarter + interval '15 minutes', o.stop_time) - greatest(quarter, o.start_time)) * 1000)::bigint)::bigint AS ms
    FROM generate_series(date_bin(interval '15 minutes', o.start_time, timestamptz '2000-01-01 00:00Z'), o.stop_time, interval '15 minutes') AS quarter
    WHERE o.stop_time > o.start_time AND o.stop_time <= o.start_time + interval '48 hours'
    GROUP BY 1
  )
  SELECT n.subject, n.subject_key, u.unit::smallint, date_trunc(u.field, b.local), n.cp_type, n.main_part_type, 1::bigint, o.charging_elec, o.charging_elec_tip, o.charging_elec_peak,
    o.charging_elec_flat, o.charging_elec_valley, o.order_amount, o.billing_amount, o.elec_amount, o.srv_amount, o.other1_amount + o.other2_amount, 0::bigint
  FROM began b CROSS JOIN names n JOIN units u ON u.unit BETWEEN n.first_unit AND n.last_unit
  UNION ALL
  SELECT n.subject, n.subject_key, u.unit::smallint, date_trunc(u.field, b.local), n.cp_type, n.main_part_type, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, b.ms
  FROM busy b CROSS JOIN names n JOIN units u ON u.unit BETWEEN n.first_unit AND n.last_unit WHERE n.subject IN (0, 5, 6) AND b.ms > 0
$$;

-- Taken shared by whoever counts an order of a station, and exclusively by a recount of the station, until the transaction ends.
CREATE FUNCTION charge_sum_lock(station bigint) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT (station % 2147483647)::int $$;

-- At the commit, because the amounts are written after the state, and so that rows which many orders share are locked for the shortest time. The rows are
-- written in the order of their key, so that two transactions cannot wait for each other.
-- Its statements are planned once for each connection; planned for the order at hand, they take longer than they run.
CREATE FUNCTION count_charge() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  counted constant boolean := charge_counts(OLD);
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7123, charge_sum_lock(NEW.station_id));
  INSERT INTO charge_sum AS t (tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec,
    charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms)
  SELECT d.tenant_id, d.agent_id, d.station_id, d.subject, d.subject_key, d.unit, d.period, d.currency, d.cp_type, d.main_part_type, sum(sign * d.charging_count),
    sum(sign * d.charging_elec), sum(sign * d.charging_elec_tip), sum(sign * d.charging_elec_peak), sum(sign * d.charging_elec_flat), sum(sign * d.charging_elec_valley),
    sum(sign * d.order_amount), sum(sign * d.billing_amount), sum(sign * d.elec_amount), sum(sign * d.srv_amount), sum(sign * d.other_amount), sum(sign * d.busy_ms)
  FROM (
    SELECT 1 AS sign, NEW.tenant_id, NEW.agent_id, NEW.station_id, NEW.currency, p.* FROM charge_parts(NEW) p WHERE charge_counts(NEW)
    UNION ALL
    SELECT -1, OLD.tenant_id, OLD.agent_id, OLD.station_id, OLD.currency, p.* FROM charge_parts(OLD) p WHERE counted
  ) d
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ORDER BY d.subject, d.station_id, d.agent_id, d.unit, d.period, d.subject_key, d.currency, d.cp_type, d.main_part_type
  ON CONFLICT (subject, station_id, agent_id, unit, period, subject_key, currency, cp_type, main_part_type) DO UPDATE SET charging_count = t.charging_count + excluded.charging_count,
    charging_elec = t.charging_elec + excluded.charging_elec, charging_elec_tip = t.charging_elec_tip + excluded.charging_elec_tip,
    charging_elec_peak = t.charging_elec_peak + excluded.charging_elec_peak, charging_elec_flat = t.charging_elec_flat + excluded.charging_elec_flat,
    charging_elec_valley = t.charging_elec_valley + excluded.charging_elec_valley, order_amount = t.order_amount + excluded.order_amount,
    billing_amount = t.billing_amount + excluded.billing_amount, elec_amount = t.elec_amount + excluded.elec_amount, srv_amount = t.srv_amount + excluded.srv_amount,
    other_amount = t.other_amount + excluded.other_amount, busy_ms = t.busy_ms + excluded.busy_ms;
  -- An order that moved to another period or is no longer counted may leave empty rows.
  IF counted THEN
    DELETE FROM charge_sum t WHERE t.station_id = OLD.station_id AND t.charging_count = 0 AND t.busy_ms = 0
      AND (t.subject, t.subject_key, t.unit, t.period) IN (SELECT p.subject, p.subject_key, p.unit, p.period FROM charge_parts(OLD) p);
  END IF;
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION charge_counts(charging_order), charge_parts(charging_order), charge_sum_lock(bigint) TO chargeops_system, chargeops_definer;
CALL kit_system_function('count_charge()');
CREATE CONSTRAINT TRIGGER count_charge AFTER UPDATE ON charging_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.billing_time IS NOT NULL OR NEW.billing_time IS NOT NULL) AND
    (OLD.order_state IN (4, 5), OLD.billing_time IS NULL, OLD.is_delete, OLD.tenant_id, OLD.agent_id, OLD.station_id, OLD.cp_code, OLD.gun_number, OLD.cp_type, OLD.currency, OLD.main_part_type, OLD.user_mobile,
      OLD.ic_card_no, OLD.cust_id, OLD.car_vin, OLD.charge_zone, OLD.start_time, OLD.stop_time, OLD.charging_elec, OLD.charging_elec_tip, OLD.charging_elec_peak, OLD.charging_elec_flat,
      OLD.charging_elec_valley, OLD.order_amount, OLD.billing_amount, OLD.elec_amount, OLD.srv_amount, OLD.other1_amount, OLD.other2_amount, coalesce(OLD.start_time, OLD.stop_time, OLD.billing_time))
    IS DISTINCT FROM
    (NEW.order_state IN (4, 5), NEW.billing_time IS NULL, NEW.is_delete, NEW.tenant_id, NEW.agent_id, NEW.station_id, NEW.cp_code, NEW.gun_number, NEW.cp_type, NEW.currency, NEW.main_part_type, NEW.user_mobile,
      NEW.ic_card_no, NEW.cust_id, NEW.car_vin, NEW.charge_zone, NEW.start_time, NEW.stop_time, NEW.charging_elec, NEW.charging_elec_tip, NEW.charging_elec_peak, NEW.charging_elec_flat,
      NEW.charging_elec_valley, NEW.order_amount, NEW.billing_amount, NEW.elec_amount, NEW.srv_amount, NEW.other1_amount, NEW.other2_amount, coalesce(NEW.start_time, NEW.stop_time, NEW.billing_time)))
  EXECUTE FUNCTION count_charge();

-- The rows of a station for the hours and days of a span, counted anew from its orders. The time of a charge may reach into the two days after its own.
CREATE FUNCTION charge_recount_days(station bigint, first_day date, last_day date) RETURNS SETOF charge_sum LANGUAGE sql STABLE AS $$
  SELECT 0::bigint, o.tenant_id, o.agent_id, o.station_id, x.subject, x.subject_key, x.unit, x.period, o.currency, x.cp_type, x.main_part_type, sum(x.charging_count)::bigint, sum(x.charging_elec)::bigint, sum(x.charging_elec_tip)::bigint, sum(x.charging_elec_peak)::bigint, sum(x.charging_elec_flat)::bigint, sum(x.charging_elec_valley)::bigint, sum(x.order_amount)::bigint, sum(x.billing_amount)::bigint, sum(x.elec_amount)::bigint, sum(x.srv_amount)::bigint, sum(x.other_amount)::bigint, sum(x.busy_ms)::bigint
  FROM charging_order o CROSS JOIN LATERAL charge_parts(o) x
  WHERE o.station_id = station AND NOT o.is_delete AND o.charge_day BETWEEN first_day - 2 AND last_day AND charge_counts(o)
    AND x.unit IN (1, 2) AND x.period >= first_day AND x.period < last_day + 1
  GROUP BY o.tenant_id, o.agent_id, o.station_id, x.subject, x.subject_key, x.unit, x.period, o.currency, x.cp_type, x.main_part_type
$$;

-- The rows of a station for the months and years that contain a span, added up from its days. Guns have no years.
CREATE FUNCTION charge_recount_months(station bigint, first_day date, last_day date) RETURNS SETOF charge_sum LANGUAGE sql STABLE AS $$
  SELECT 0::bigint, x.tenant_id, x.agent_id, x.station_id, x.subject, x.subject_key, u.unit::smallint, date_trunc(u.field, x.period), x.currency, x.cp_type, x.main_part_type, sum(x.charging_count)::bigint, sum(x.charging_elec)::bigint, sum(x.charging_elec_tip)::bigint, sum(x.charging_elec_peak)::bigint, sum(x.charging_elec_flat)::bigint, sum(x.charging_elec_valley)::bigint, sum(x.order_amount)::bigint, sum(x.billing_amount)::bigint, sum(x.elec_amount)::bigint, sum(x.srv_amount)::bigint, sum(x.other_amount)::bigint, sum(x.busy_ms)::bigint
  FROM (VALUES (3, 'month'), (4, 'year')) AS u (unit, field)
    JOIN charge_sum x ON x.station_id = station AND x.unit = 2 AND x.period >= date_trunc(u.field, first_day::timestamp)
      AND x.period < date_trunc(u.field, last_day::timestamp) + ('1 ' || u.field)::interval
  WHERE x.subject <> 6 OR u.unit = 3
  GROUP BY x.tenant_id, x.agent_id, x.station_id, x.subject, x.subject_key, u.unit, date_trunc(u.field, x.period), x.currency, x.cp_type, x.main_part_type
$$;

-- How many rows of a station differ from its orders: days and hours from the orders themselves, months and years from the days.
CREATE FUNCTION charge_sum_differences(station bigint, first_day date, last_day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH right_rows AS (
    SELECT * FROM charge_recount_days(station, first_day, last_day) UNION ALL SELECT * FROM charge_recount_months(station, first_day, last_day)
  ), kept AS (
    SELECT * FROM charge_sum t WHERE t.station_id = station AND (t.unit IN (1, 2) AND t.period >= first_day AND t.period < last_day + 1
      OR t.unit = 3 AND t.period BETWEEN date_trunc('month', first_day::timestamp) AND last_day OR t.unit = 4 AND t.period BETWEEN date_trunc('year', first_day::timestamp) AND last_day)
  )
  SELECT count(*) FROM right_rows r FULL JOIN kept t USING (subject, station_id, agent_id, unit, period, subject_key, currency, cp_type, main_part_type)
  WHERE (r.charging_count, r.charging_elec, r.charging_elec_tip, r.charging_elec_peak, r.charging_elec_flat, r.charging_elec_valley, r.order_amount, r.billing_amount, r.elec_amount, r.srv_amount, r.other_amount, r.busy_ms) IS DISTINCT FROM (t.charging_count, t.charging_elec, t.charging_elec_tip, t.charging_elec_peak, t.charging_elec_flat, t.charging_elec_valley, t.order_amount, t.billing_amount, t.elec_amount, t.srv_amount, t.other_amount, t.busy_ms)
$$;

-- Counts the days of a station anew and corrects what differs; returns how many rows did. Orders of the station that are settled meanwhile wait for the end.
CREATE FUNCTION charge_recount(station bigint, first_day date, last_day date) RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  corrected bigint := 0;
  touched bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(7123, charge_sum_lock(station));
  DELETE FROM charge_sum t WHERE t.station_id = station AND t.unit IN (1, 2) AND t.period >= first_day AND t.period < last_day + 1
    AND (t.subject, t.station_id, t.agent_id, t.unit, t.period, t.subject_key, t.currency, t.cp_type, t.main_part_type) NOT IN
      (SELECT r.subject, r.station_id, r.agent_id, r.unit, r.period, r.subject_key, r.currency, r.cp_type, r.main_part_type FROM charge_recount_days(station, first_day, last_day) r);
  GET DIAGNOSTICS touched = ROW_COUNT;
  corrected := corrected + touched;
  INSERT INTO charge_sum AS t (tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms) SELECT r.tenant_id, r.agent_id, r.station_id, r.subject, r.subject_key, r.unit, r.period, r.currency, r.cp_type, r.main_part_type, r.charging_count, r.charging_elec, r.charging_elec_tip, r.charging_elec_peak, r.charging_elec_flat, r.charging_elec_valley, r.order_amount, r.billing_amount, r.elec_amount, r.srv_amount, r.other_amount, r.busy_ms
  FROM charge_recount_days(station, first_day, last_day) r
  ON CONFLICT (subject, station_id, agent_id, unit, period, subject_key, currency, cp_type, main_part_type) DO UPDATE SET charging_count = excluded.charging_count, charging_elec = excluded.charging_elec, charging_elec_tip = excluded.charging_elec_tip, charging_elec_peak = excluded.charging_elec_peak, charging_elec_flat = excluded.charging_elec_flat, charging_elec_valley = excluded.charging_elec_valley, order_amount = excluded.order_amount, billing_amount = excluded.billing_amount, elec_amount = excluded.elec_amount, srv_amount = excluded.srv_amount, other_amount = excluded.other_amount, busy_ms = excluded.busy_ms
    WHERE (t.charging_count, t.charging_elec, t.charging_elec_tip, t.charging_elec_peak, t.charging_elec_flat, t.charging_elec_valley, t.order_amount, t.billing_amount, t.elec_amount, t.srv_amount, t.other_amount, t.busy_ms) IS DISTINCT FROM (excluded.charging_count, excluded.charging_elec, excluded.charging_elec_tip, excluded.charging_elec_peak, excluded.charging_elec_flat, excluded.charging_elec_valley, excluded.order_amount, excluded.billing_amount, excluded.elec_amount, excluded.srv_amount, excluded.other_amount, excluded.busy_ms);
  GET DIAGNOSTICS touched = ROW_COUNT;
  corrected := corrected + touched;
  DELETE FROM charge_sum t WHERE t.station_id = station
    AND (t.unit = 3 AND t.period BETWEEN date_trunc('month', first_day::timestamp) AND last_day OR t.unit = 4 AND t.period BETWEEN date_trunc('year', first_day::timestamp) AND last_day)
    AND (t.subject, t.station_id, t.agent_id, t.unit, t.period, t.subject_key, t.currency, t.cp_type, t.main_part_type) NOT IN
      (SELECT r.subject, r.station_id, r.agent_id, r.unit, r.period, r.subject_key, r.currency, r.cp_type, r.main_part_type FROM charge_recount_months(station, first_day, last_day) r);
  GET DIAGNOSTICS touched = ROW_COUNT;
  corrected := corrected + touched;
  INSERT INTO charge_sum AS t (tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms) SELECT r.tenant_id, r.agent_id, r.station_id, r.subject, r.subject_key, r.unit, r.period, r.currency, r.cp_type, r.main_part_type, r.charging_count, r.charging_elec, r.charging_elec_tip, r.charging_elec_peak, r.charging_elec_flat, r.charging_elec_valley, r.order_amount, r.billing_amount, r.elec_amount, r.srv_amount, r.other_amount, r.busy_ms
  FROM charge_recount_months(station, first_day, last_day) r
  ON CONFLICT (subject, station_id, agent_id, unit, period, subject_key, currency, cp_type, main_part_type) DO UPDATE SET charging_count = excluded.charging_count, charging_elec = excluded.charging_elec, charging_elec_tip = excluded.charging_elec_tip, charging_elec_peak = excluded.charging_elec_peak, charging_elec_flat = excluded.charging_elec_flat, charging_elec_valley = excluded.charging_elec_valley, order_amount = excluded.order_amount, billing_amount = excluded.billing_amount, elec_amount = excluded.elec_amount, srv_amount = excluded.srv_amount, other_amount = excluded.other_amount, busy_ms = excluded.busy_ms
    WHERE (t.charging_count, t.charging_elec, t.charging_elec_tip, t.charging_elec_peak, t.charging_elec_flat, t.charging_elec_valley, t.order_amount, t.billing_amount, t.elec_amount, t.srv_amount, t.other_amount, t.busy_ms) IS DISTINCT FROM (excluded.charging_count, excluded.charging_elec, excluded.charging_elec_tip, excluded.charging_elec_peak, excluded.charging_elec_flat, excluded.charging_elec_valley, excluded.order_amount, excluded.billing_amount, excluded.elec_amount, excluded.srv_amount, excluded.other_amount, excluded.busy_ms);
  GET DIAGNOSTICS touched = ROW_COUNT;
  RETURN corrected + touched;
END $$;
GRANT EXECUTE ON FUNCTION charge_recount_days(bigint, date, date), charge_recount_months(bigint, date, date), charge_sum_differences(bigint, date, date),
  charge_recount(bigint, date, date) TO chargeops_system;

-- What has been settled so far.
SET LOCAL ROLE chargeops_system;
INSERT INTO charge_sum (tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms)
SELECT o.tenant_id, o.agent_id, o.station_id, x.subject, x.subject_key, x.unit, x.period, o.currency, x.cp_type, x.main_part_type, sum(x.charging_count)::bigint, sum(x.charging_elec)::bigint, sum(x.charging_elec_tip)::bigint, sum(x.charging_elec_peak)::bigint, sum(x.charging_elec_flat)::bigint, sum(x.charging_elec_valley)::bigint, sum(x.order_amount)::bigint, sum(x.billing_amount)::bigint, sum(x.elec_amount)::bigint, sum(x.srv_amount)::bigint, sum(x.other_amount)::bigint, sum(x.busy_ms)::bigint
FROM charging_order o CROSS JOIN LATERAL charge_parts(o) x WHERE charge_counts(o)
GROUP BY o.tenant_id, o.agent_id, o.station_id, x.subject, x.subject_key, x.unit, x.period, o.currency, x.cp_type, x.main_part_type;
