-- The day on which a period begins, by which lists are filtered and sorted, and the customer of a row as a number.
ALTER TABLE charge_sum
  ADD COLUMN stat_day date GENERATED ALWAYS AS (period::date) STORED,
  ADD COLUMN cust_id bigint GENERATED ALWAYS AS (CASE WHEN subject = 3 THEN subject_key::bigint END) STORED;

CREATE OR REPLACE FUNCTION charge_recount_days(station bigint, first_day date, last_day date) RETURNS SETOF charge_sum LANGUAGE sql STABLE AS $$
  SELECT 0::bigint, o.tenant_id, o.agent_id, o.station_id, x.subject, x.subject_key, x.unit, x.period, o.currency, x.cp_type, x.main_part_type, sum(x.charging_count)::bigint, sum(x.charging_elec)::bigint, sum(x.charging_elec_tip)::bigint, sum(x.charging_elec_peak)::bigint, sum(x.charging_elec_flat)::bigint, sum(x.charging_elec_valley)::bigint, sum(x.order_amount)::bigint, sum(x.billing_amount)::bigint, sum(x.elec_amount)::bigint, sum(x.srv_amount)::bigint, sum(x.other_amount)::bigint, sum(x.busy_ms)::bigint, x.period::date,
    CASE WHEN x.subject = 3 THEN x.subject_key::bigint END
  FROM charging_order o CROSS JOIN LATERAL charge_parts(o) x
  WHERE o.station_id = station AND NOT o.is_delete AND o.charge_day BETWEEN first_day - 2 AND last_day AND charge_counts(o)
    AND x.unit IN (1, 2) AND x.period >= first_day AND x.period < last_day + 1
  GROUP BY o.tenant_id, o.agent_id, o.station_id, x.subject, x.subject_key, x.unit, x.period, o.currency, x.cp_type, x.main_part_type
$$;

-- The rows of a station for the months and years that contain a span, added up from its days. Guns have no years.
CREATE OR REPLACE FUNCTION charge_recount_months(station bigint, first_day date, last_day date) RETURNS SETOF charge_sum LANGUAGE sql STABLE AS $$
  SELECT 0::bigint, x.tenant_id, x.agent_id, x.station_id, x.subject, x.subject_key, u.unit::smallint, date_trunc(u.field, x.period), x.currency, x.cp_type, x.main_part_type, sum(x.charging_count)::bigint, sum(x.charging_elec)::bigint, sum(x.charging_elec_tip)::bigint, sum(x.charging_elec_peak)::bigint, sum(x.charging_elec_flat)::bigint, sum(x.charging_elec_valley)::bigint, sum(x.order_amount)::bigint, sum(x.billing_amount)::bigint, sum(x.elec_amount)::bigint, sum(x.srv_amount)::bigint, sum(x.other_amount)::bigint, sum(x.busy_ms)::bigint,
    date_trunc(u.field, x.period)::date, CASE WHEN x.subject = 3 THEN x.subject_key::bigint END
  FROM (VALUES (3, 'month'), (4, 'year')) AS u (unit, field)
    JOIN charge_sum x ON x.station_id = station AND x.unit = 2 AND x.period >= date_trunc(u.field, first_day::timestamp)
      AND x.period < date_trunc(u.field, last_day::timestamp) + ('1 ' || u.field)::interval
  WHERE x.subject <> 6 OR u.unit = 3
  GROUP BY x.tenant_id, x.agent_id, x.station_id, x.subject, x.subject_key, u.unit, date_trunc(u.field, x.period), x.currency, x.cp_type, x.main_part_type
$$;

DROP INDEX charge_sum_station_period, charge_sum_pile_all, charge_sum_pile_list, charge_sum_pile_station, charge_sum_pile_code, charge_sum_party_all, charge_sum_party_list,
  charge_sum_party_station, charge_sum_party_name;
CREATE INDEX charge_sum_station_day ON charge_sum_station (unit, stat_day, tenant_id, station_id);
CREATE INDEX charge_sum_pile_all ON charge_sum_pile (subject, unit, stat_day DESC, charge_sum_id DESC) INCLUDE (tenant_id, agent_id, station_id);
CREATE INDEX charge_sum_pile_list ON charge_sum_pile (tenant_id, subject, unit, stat_day DESC, charge_sum_id DESC) INCLUDE (agent_id, station_id);
CREATE INDEX charge_sum_pile_station ON charge_sum_pile (station_id, subject, unit, stat_day DESC, charge_sum_id DESC) INCLUDE (tenant_id, agent_id);
CREATE INDEX charge_sum_pile_key_day ON charge_sum_pile (subject_key, subject, unit, stat_day DESC, charge_sum_id DESC) INCLUDE (tenant_id, agent_id, station_id);
CREATE INDEX charge_sum_party_all ON charge_sum_party (subject, unit, stat_day DESC, charge_sum_id DESC) INCLUDE (tenant_id, agent_id, station_id);
CREATE INDEX charge_sum_party_list ON charge_sum_party (tenant_id, subject, unit, stat_day DESC, charge_sum_id DESC) INCLUDE (agent_id, station_id);
CREATE INDEX charge_sum_party_station ON charge_sum_party (station_id, subject, unit, stat_day DESC, charge_sum_id DESC) INCLUDE (tenant_id, agent_id);
CREATE INDEX charge_sum_party_key_day ON charge_sum_party (subject_key, subject, unit, stat_day DESC, charge_sum_id DESC) INCLUDE (tenant_id, agent_id, station_id);
CREATE INDEX charge_sum_party_customer ON charge_sum_party (cust_id, unit, stat_day DESC, charge_sum_id DESC) WHERE cust_id IS NOT NULL;

-- What each party charged, by day, month and year. A list of any noun shows who made a row and when; a sum was made by nobody, and dates from its period.
CREATE VIEW order_data WITH (security_invoker = true) AS
SELECT charge_sum_id AS order_data_id, tenant_id, agent_id, station_id, subject AS main_part_type, subject_key AS main_part_no, cust_id, unit AS stat_unit, stat_day,
  charging_count::int AS charging_count, charging_elec AS charging_capacity, order_amount, billing_amount AS charging_amount, currency,
  ''::text AS create_by, stat_day::timestamp AT TIME ZONE 'UTC' AS create_time, NULL::text AS update_by, NULL::timestamptz AS update_time, 0 AS version
FROM charge_sum WHERE subject IN (1, 2, 3, 4) AND unit > 1;

-- With the names of the party as they are now.
CREATE VIEW order_data_view WITH (security_invoker = true) AS
SELECT d.*, extract(year FROM d.stat_day)::int AS year, CASE WHEN d.stat_unit <= 3 THEN extract(month FROM d.stat_day)::int END AS month,
  CASE WHEN d.stat_unit <= 2 THEN extract(day FROM d.stat_day)::int END AS day, n.cname, n.car_num
FROM order_data d LEFT JOIN LATERAL (
  SELECT c.cust_name AS cname, NULL::text AS car_num FROM customer c WHERE d.main_part_type = 3 AND c.tenant_id = d.tenant_id AND c.cust_id = d.cust_id
  UNION ALL
  SELECT c.cust_name, k.card_car_no FROM ic_card k LEFT JOIN customer c ON c.tenant_id = k.tenant_id AND c.cust_id = k.cust_id
    WHERE d.main_part_type = 2 AND k.tenant_id = d.tenant_id AND k.ic_card_no = d.main_part_no AND NOT k.is_delete
  UNION ALL
  SELECT c.cust_name, v.car_num FROM car v LEFT JOIN customer c ON c.tenant_id = v.tenant_id AND c.cust_id = coalesce(v.cust_id, v.phone_user_id)
    WHERE d.main_part_type = 4 AND v.tenant_id = d.tenant_id AND v.car_vin = d.main_part_no AND NOT v.is_delete
  LIMIT 1
) n ON true;

-- What each pile delivered, by day, month and year.
CREATE VIEW pile_data WITH (security_invoker = true) AS
SELECT charge_sum_id AS pile_data_id, tenant_id, agent_id, station_id, subject_key AS cp_code, nullif(cp_type, 0) AS cp_type, unit AS stat_unit, stat_day,
  charging_count::int AS charging_count, charging_elec AS charging_capacity, order_amount, billing_amount AS charging_amount, (busy_ms / 60000)::int AS charge_minutes, currency,
  ''::text AS create_by, stat_day::timestamp AT TIME ZONE 'UTC' AS create_time, NULL::text AS update_by, NULL::timestamptz AS update_time, 0 AS version
FROM charge_sum WHERE subject = 5 AND unit > 1;

CREATE VIEW pile_data_view WITH (security_invoker = true) AS
SELECT d.*, extract(year FROM d.stat_day)::int AS year, CASE WHEN d.stat_unit <= 3 THEN extract(month FROM d.stat_day)::int END AS month,
  CASE WHEN d.stat_unit <= 2 THEN extract(day FROM d.stat_day)::int END AS day FROM pile_data d;
GRANT SELECT ON order_data, order_data_view, pile_data, pile_data_view TO chargeops_app, chargeops_system;
