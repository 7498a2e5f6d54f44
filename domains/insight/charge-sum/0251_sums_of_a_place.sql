-- The dependency station → agent → tenant, which only tables without partitions got. Without it the planner expected 562 rows of a station that has 125,000,
-- and read and sorted all of them for a page of ten.
CALL kit_place_statistics('charge_sum_station', true);
CALL kit_place_statistics('charge_sum_pile', true);
CALL kit_place_statistics('charge_sum_party', true);
ANALYZE charge_sum_station;
ANALYZE charge_sum_pile;
ANALYZE charge_sum_party;

-- With the kind after the order of the rows, one index has the parties of a station of one kind and of all kinds, newest first.
DROP INDEX charge_sum_party_station;
CREATE INDEX charge_sum_party_station ON charge_sum_party (station_id, unit, stat_day DESC, charge_sum_id DESC, subject) INCLUDE (tenant_id, agent_id);

-- The stations at which an agent charged. No update of a sum changes these columns.
CREATE INDEX charge_sum_station_agent ON charge_sum_station (agent_id, station_id) INCLUDE (tenant_id) WHERE unit = 4;

-- The rows of a station that a span concerns, as they are kept: hours and days, or the months and years that contain it.
CREATE FUNCTION charge_sum_kept(station bigint, first_day date, last_day date, of_months boolean) RETURNS SETOF charge_sum LANGUAGE sql STABLE AS $$
  SELECT t.* FROM (VALUES (1, false, first_day::timestamp), (2, false, first_day::timestamp), (3, true, date_trunc('month', first_day::timestamp)),
      (4, true, date_trunc('year', first_day::timestamp))) AS u (unit, is_of_months, since)
    JOIN charge_sum t ON t.station_id = station AND t.unit = u.unit AND t.period >= u.since AND t.period < last_day + 1
  WHERE u.is_of_months = of_months
$$;

-- The rows of a station that are not as its orders say: hours and days as from the orders themselves, months and years as from the days. A row that should not be
-- has no right row. A merge of both would sort them by nine columns, which takes as long as all the rest.
CREATE FUNCTION charge_sum_wrong(station bigint, first_day date, last_day date, of_months boolean) RETURNS TABLE (right_row charge_sum, kept_row charge_sum) LANGUAGE sql STABLE
SET enable_mergejoin = off SET work_mem = '64MB' AS $$
  WITH r AS (
    SELECT * FROM charge_recount_days(station, first_day, last_day) WHERE NOT of_months
    UNION ALL SELECT * FROM charge_recount_months(station, first_day, last_day) WHERE of_months
  ), k AS (
    SELECT * FROM charge_sum_kept(station, first_day, last_day, of_months)
  )
  SELECT r::charge_sum, k::charge_sum FROM r FULL JOIN k USING (subject, station_id, agent_id, unit, period, subject_key, currency, cp_type, main_part_type)
  WHERE (r.charging_count, r.charging_elec, r.charging_elec_tip, r.charging_elec_peak, r.charging_elec_flat, r.charging_elec_valley, r.order_amount, r.billing_amount, r.elec_amount, r.srv_amount, r.other_amount, r.busy_ms, r.cust_id)
    IS DISTINCT FROM (k.charging_count, k.charging_elec, k.charging_elec_tip, k.charging_elec_peak, k.charging_elec_flat, k.charging_elec_valley, k.order_amount, k.billing_amount, k.elec_amount, k.srv_amount, k.other_amount, k.busy_ms, k.cust_id)
$$;

CREATE OR REPLACE FUNCTION charge_sum_differences(station bigint, first_day date, last_day date) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT (SELECT count(*) FROM charge_sum_wrong(station, first_day, last_day, false)) + (SELECT count(*) FROM charge_sum_wrong(station, first_day, last_day, true))
$$;

-- Corrects the rows of a station that are wrong; returns how many were.
CREATE FUNCTION charge_sum_correct(station bigint, first_day date, last_day date, of_months boolean) RETURNS bigint LANGUAGE sql AS $$
  WITH wrong AS MATERIALIZED (
    SELECT * FROM charge_sum_wrong(station, first_day, last_day, of_months)
  ), removed AS (
    DELETE FROM charge_sum t USING wrong w WHERE w.right_row IS NULL AND t.subject = (w.kept_row).subject AND t.charge_sum_id = (w.kept_row).charge_sum_id
  ), written AS (
    INSERT INTO charge_sum AS t (tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec,
      charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms, cust_id)
    SELECT r.tenant_id, r.agent_id, r.station_id, r.subject, r.subject_key, r.unit, r.period, r.currency, r.cp_type, r.main_part_type, r.charging_count, r.charging_elec,
      r.charging_elec_tip, r.charging_elec_peak, r.charging_elec_flat, r.charging_elec_valley, r.order_amount, r.billing_amount, r.elec_amount, r.srv_amount, r.other_amount, r.busy_ms, r.cust_id
    FROM wrong w CROSS JOIN LATERAL (SELECT (w.right_row).*) r WHERE NOT w.right_row IS NULL
    ON CONFLICT (subject, station_id, agent_id, unit, period, subject_key, currency, cp_type, main_part_type) DO UPDATE SET charging_count = excluded.charging_count,
      charging_elec = excluded.charging_elec, charging_elec_tip = excluded.charging_elec_tip, charging_elec_peak = excluded.charging_elec_peak,
      charging_elec_flat = excluded.charging_elec_flat, charging_elec_valley = excluded.charging_elec_valley, order_amount = excluded.order_amount,
      billing_amount = excluded.billing_amount, elec_amount = excluded.elec_amount, srv_amount = excluded.srv_amount, other_amount = excluded.other_amount, busy_ms = excluded.busy_ms,
      cust_id = excluded.cust_id
  )
  SELECT count(*) FROM wrong
$$;

-- As before, but what is right is counted once instead of for each statement and partition, and rows that are right are not locked.
CREATE OR REPLACE FUNCTION charge_recount(station bigint, first_day date, last_day date) RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  corrected bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(7123, charge_sum_lock(station));
  corrected := charge_sum_correct(station, first_day, last_day, false);
  -- The days have to be right before months are added up from them.
  RETURN corrected + charge_sum_correct(station, first_day, last_day, true);
END $$;
GRANT EXECUTE ON FUNCTION charge_sum_kept(bigint, date, date, boolean), charge_sum_wrong(bigint, date, date, boolean), charge_sum_correct(bigint, date, date, boolean)
  TO chargeops_system;
