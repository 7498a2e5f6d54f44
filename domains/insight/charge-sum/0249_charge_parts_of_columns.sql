-- The same rows as before. A field of a whole row is taken out of the row each time it is named, so each is named once. It takes a third less time.
CREATE OR REPLACE FUNCTION charge_parts(o charging_order) RETURNS TABLE (
  subject smallint, subject_key text, unit smallint, period timestamp, cp_type smallint, main_part_type smallint,
  charging_count bigint, charging_elec bigint, charging_elec_tip bigint, charging_elec_peak bigint, charging_elec_flat bigint, charging_elec_valley bigint,
  order_amount bigint, billing_amount bigint, elec_amount bigint, srv_amount bigint, other_amount bigint, busy_ms bigint
) LANGUAGE sql STABLE AS $$
  WITH c AS MATERIALIZED (
    SELECT coalesce(o.start_time, o.stop_time, o.billing_time) AT TIME ZONE o.charge_zone AS local, o.start_time, o.stop_time, o.charge_zone, coalesce(o.cp_type, 0::smallint) AS cp_type,
      coalesce(o.main_part_type, 0::smallint) AS main_part_type, o.user_mobile, o.ic_card_no, o.cust_id::text AS cust, o.car_vin, o.cp_code, o.gun_number, o.charging_elec, o.charging_elec_tip,
      o.charging_elec_peak, o.charging_elec_flat, o.charging_elec_valley, o.order_amount, o.billing_amount, o.elec_amount, o.srv_amount, o.other1_amount + o.other2_amount AS other_amount
  ), names AS MATERIALIZED (
    SELECT n.* FROM c CROSS JOIN LATERAL (VALUES
      (0::smallint, '', c.cp_type, c.main_part_type, 1, 4),
      (1::smallint, c.user_mobile, 0::smallint, 0::smallint, 2, 4),
      (2::smallint, c.ic_card_no, 0::smallint, 0::smallint, 2, 4),
      (3::smallint, c.cust, 0::smallint, 0::smallint, 2, 4),
      (4::smallint, c.car_vin, 0::smallint, 0::smallint, 2, 4),
      (5::smallint, c.cp_code, c.cp_type, 0::smallint, 2, 4),
      (6::smallint, c.cp_code || '/' || c.gun_number, c.cp_type, 0::smallint, 2, 3)
    ) AS n (subject, subject_key, cp_type, main_part_type, first_unit, last_unit) WHERE n.subject_key IS NOT NULL AND (n.subject = 0 OR n.subject_key <> '')
  ), units AS MATERIALIZED (
    SELECT u.* FROM (VALUES (1, 'hour'), (2, 'day'), (3, 'month'), (4, 'year')) AS u (unit, field)
  ), busy AS MATERIALIZED (
    -- Quarters of an hour, because hours begin at a quarter of UTC in every time zone. A longer span is a wrong clock.
    SELECT date_trunc('hour', quarter AT TIME ZONE c.charge_zone) AS local,
      sum((extract(epoch FROM least(quarter + interval '15 minutes', c.stop_time) - greatest(quarter, c.start_time)) * 1000)::bigint)::bigint AS ms
    FROM c CROSS JOIN LATERAL generate_series(date_bin(interval '15 minutes', c.start_time, timestamptz '2000-01-01 00:00Z'), c.stop_time, interval '15 minutes') AS quarter
    WHERE c.stop_time > c.start_time AND c.stop_time <= c.start_time + interval '48 hours'
    GROUP BY 1
  )
  SELECT n.subject, n.subject_key, u.unit::smallint, date_trunc(u.field, c.local), n.cp_type, n.main_part_type, 1::bigint, c.charging_elec, c.charging_elec_tip, c.charging_elec_peak,
    c.charging_elec_flat, c.charging_elec_valley, c.order_amount, c.billing_amount, c.elec_amount, c.srv_amount, c.other_amount, 0::bigint
  FROM c CROSS JOIN names n JOIN units u ON u.unit BETWEEN n.first_unit AND n.last_unit
  UNION ALL
  SELECT n.subject, n.subject_key, u.unit::smallint, date_trunc(u.field, b.local), n.cp_type, n.main_part_type, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, b.ms
  FROM busy b CROSS JOIN names n JOIN units u ON u.unit BETWEEN n.first_unit AND n.last_unit WHERE n.subject IN (0, 5, 6) AND b.ms > 0
$$;
