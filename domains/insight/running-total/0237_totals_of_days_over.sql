-- Totals go up to the newest day that is over in every time zone, as days of tenants do.
CREATE OR REPLACE FUNCTION running_total_fill() RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  -- Analytics look back 400 days, from the day before them.
  oldest constant date := newest_day_over() - 403;
  day date;
  changes record;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7125, 0) THEN
    RETURN false;
  END IF;
  day := (SELECT max(d.stat_day) + 1 FROM running_total_day d);
  SELECT count(DISTINCT c.stat_day) AS days, min(c.stat_day) AS first_day, max(c.stat_day) AS last_day,
    max(c.noted_at) < now() - interval '1 minute' OR min(c.noted_at) < now() - interval '30 minutes' AS are_due INTO changes FROM running_total_change c;
  IF day <= oldest OR changes.days > 40 AND changes.are_due THEN
    -- Whoever reads totals knows which days have them, until the end of its transaction.
    IF NOT pg_try_advisory_xact_lock(7125, 1) THEN
      RETURN false;
    END IF;
    DELETE FROM running_total t WHERE t.subject IN (0, 5) AND (t.stat_day >= changes.first_day OR day <= oldest);
    DELETE FROM running_total_day d WHERE d.stat_day >= changes.first_day OR day <= oldest;
    DELETE FROM running_total_change c WHERE c.stat_day >= changes.first_day OR day <= oldest;
    RETURN true;
  END IF;
  day := coalesce(day, oldest);
  IF day <= newest_day_over() THEN
    IF NOT pg_try_advisory_xact_lock(7124, tenant_day_lock(day)) THEN
      RETURN false;
    END IF;
    DELETE FROM running_total t WHERE t.subject IN (0, 5) AND t.stat_day < oldest;
    DELETE FROM running_total t WHERE t.subject IN (0, 5) AND t.stat_day >= day;
    INSERT INTO running_total
    SELECT r.subject, day, r.tenant_id, r.station_id, r.agent_id, r.subject_key, r.currency, r.cp_type, sum(r.charging_count), sum(r.charging_elec), sum(r.order_amount), sum(r.billing_amount),
      sum(r.elec_amount), sum(r.srv_amount), sum(r.busy_ms)
    FROM (SELECT * FROM running_total t WHERE t.subject IN (0, 5) AND t.stat_day = day - 1 UNION ALL SELECT * FROM running_total_of(day)) r
    GROUP BY r.subject, r.tenant_id, r.station_id, r.agent_id, r.subject_key, r.currency, r.cp_type
    -- In the order in which they are read.
    ORDER BY r.subject, r.tenant_id, r.station_id, r.agent_id, r.subject_key, r.currency, r.cp_type;
    INSERT INTO running_total_day (stat_day) VALUES (day);
    DELETE FROM running_total_day d WHERE d.stat_day < oldest;
    RETURN true;
  END IF;
  day := changes.last_day;
  IF day IS NULL OR NOT changes.are_due OR NOT pg_try_advisory_xact_lock(7124, tenant_day_lock(day)) THEN
    RETURN false;
  END IF;
  -- A key that has had no total until now had none before either.
  INSERT INTO running_total AS t
  SELECT x.subject, d.stat_day, x.tenant_id, x.station_id, x.agent_id, x.subject_key, x.currency, x.cp_type, x.charging_count, x.charging_elec, x.order_amount, x.billing_amount, x.elec_amount,
    x.srv_amount, x.busy_ms
  FROM (
    SELECT r.subject, r.tenant_id, r.station_id, r.agent_id, r.subject_key, r.currency, r.cp_type, sum(r.sign * r.charging_count) AS charging_count, sum(r.sign * r.charging_elec) AS charging_elec,
      sum(r.sign * r.order_amount) AS order_amount, sum(r.sign * r.billing_amount) AS billing_amount, sum(r.sign * r.elec_amount) AS elec_amount, sum(r.sign * r.srv_amount) AS srv_amount,
      sum(r.sign * r.busy_ms) AS busy_ms
    FROM (
      SELECT 1 AS sign, n.* FROM running_total_of(day) n
      UNION ALL
      SELECT CASE WHEN o.stat_day = day THEN -1 ELSE 1 END, o.* FROM running_total o WHERE o.subject IN (0, 5) AND o.stat_day IN (day - 1, day)
    ) r GROUP BY r.subject, r.tenant_id, r.station_id, r.agent_id, r.subject_key, r.currency, r.cp_type
  ) x JOIN running_total_day d ON d.stat_day >= day
  -- The oldest total is only subtracted from others, so it need not be changed, and what it contains of its own day is not known.
  WHERE EXISTS (SELECT FROM running_total_day b WHERE b.stat_day = day - 1)
    AND (x.charging_count, x.charging_elec, x.order_amount, x.billing_amount, x.elec_amount, x.srv_amount, x.busy_ms) IS DISTINCT FROM (0, 0, 0, 0, 0, 0, 0)
  ON CONFLICT (subject, stat_day, tenant_id, station_id, agent_id, subject_key, currency, cp_type) DO UPDATE SET charging_count = t.charging_count + excluded.charging_count,
    charging_elec = t.charging_elec + excluded.charging_elec, order_amount = t.order_amount + excluded.order_amount, billing_amount = t.billing_amount + excluded.billing_amount,
    elec_amount = t.elec_amount + excluded.elec_amount, srv_amount = t.srv_amount + excluded.srv_amount, busy_ms = t.busy_ms + excluded.busy_ms;
  DELETE FROM running_total_change c WHERE c.stat_day = day;
  RETURN true;
END $$;
