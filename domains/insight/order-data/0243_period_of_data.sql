-- The keys of sums have the beginning of a period and not its day, so sums of some days are found by it.
CREATE OR REPLACE VIEW order_data WITH (security_invoker = true) AS
SELECT charge_sum_id AS order_data_id, tenant_id, agent_id, station_id, subject AS main_part_type, subject_key AS main_part_no, cust_id, unit AS stat_unit, stat_day,
  charging_count::int AS charging_count, charging_elec AS charging_capacity, order_amount, billing_amount AS charging_amount, currency,
  ''::text AS create_by, stat_day::timestamp AT TIME ZONE 'UTC' AS create_time, NULL::text AS update_by, NULL::timestamptz AS update_time, 0 AS version, period
FROM charge_sum WHERE subject IN (1, 2, 3, 4) AND unit > 1;

CREATE OR REPLACE VIEW pile_data WITH (security_invoker = true) AS
SELECT charge_sum_id AS pile_data_id, tenant_id, agent_id, station_id, subject_key AS cp_code, nullif(cp_type, 0) AS cp_type, unit AS stat_unit, stat_day,
  charging_count::int AS charging_count, charging_elec AS charging_capacity, order_amount, billing_amount AS charging_amount, (busy_ms / 60000)::int AS charge_minutes, currency,
  ''::text AS create_by, stat_day::timestamp AT TIME ZONE 'UTC' AS create_time, NULL::text AS update_by, NULL::timestamptz AS update_time, 0 AS version, period
FROM charge_sum WHERE subject = 5 AND unit > 1;
