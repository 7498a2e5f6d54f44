-- The newest local day that is over in every time zone: the last ones are twelve hours behind UTC.
CREATE FUNCTION newest_day_over() RETURNS date LANGUAGE sql STABLE AS $$ SELECT ((now() AT TIME ZONE 'UTC') - interval '36 hours')::date $$;
GRANT EXECUTE ON FUNCTION newest_day_over() TO chargeops_app, chargeops_system, chargeops_definer;

-- Days of a tenant have its attempts to start too, of the orders that were created on that date in UTC (docs/decisions/0135-starts-of-days.md).
ALTER TABLE tenant_day_sum DROP CONSTRAINT tenant_day_sum_kind_check;
-- 7: attempts. 8: those without 0.1 kWh; the part is the result of the start, and -1 without one. 9: those among them that were followed by another attempt of the visit,
-- 10: by one at a pile of the same type; the part is 1 where that one was served, and 0 where it was not.
ALTER TABLE tenant_day_sum ADD CONSTRAINT tenant_day_sum_kind_check CHECK (kind BETWEEN 1 AND 10);

-- Attempts of one party at a station within ten minutes are one visit.
CREATE FUNCTION start_party(o charging_order) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(o.main_part_type || ' ' || o.main_part_id, o.user_mobile, o.ic_card_no, o.charging_order_id::text)
$$;
CREATE FUNCTION start_ended(o charging_order) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT o.order_state IN (3, 4, 5, 9) AND NOT o.is_delete $$;
GRANT EXECUTE ON FUNCTION start_party(charging_order), start_ended(charging_order) TO chargeops_app, chargeops_system, chargeops_definer;

-- The kinds 7 to 10 of a date, counted from its orders.
CREATE FUNCTION tenant_day_starts(day date) RETURNS TABLE (tenant_id bigint, kind smallint, part int, cp_type smallint, n bigint) LANGUAGE sql STABLE AS $$
  WITH unserved AS (
    SELECT o.tenant_id, o.start_result, coalesce(o.cp_type, 0::smallint) AS cp_type, f.is_served, s.is_served AS is_served_of_type
    FROM tenant t JOIN charging_order o ON o.tenant_id = t.tenant_id AND o.create_time >= day::timestamp AT TIME ZONE 'UTC' AND o.create_time < (day + 1)::timestamp AT TIME ZONE 'UTC'
      LEFT JOIN LATERAL (
        SELECT n.charging_elec >= 1000 AS is_served FROM charging_order n
        WHERE n.tenant_id = o.tenant_id AND n.station_id = o.station_id AND n.create_time >= o.create_time AND n.create_time < o.create_time + interval '10 minutes'
          AND (n.create_time, n.charging_order_id) > (o.create_time, o.charging_order_id) AND start_ended(n) AND start_party(n) = start_party(o)
        ORDER BY n.create_time, n.charging_order_id LIMIT 1
      ) f ON true
      LEFT JOIN LATERAL (
        SELECT n.charging_elec >= 1000 AS is_served FROM charging_order n
        WHERE n.tenant_id = o.tenant_id AND n.station_id = o.station_id AND n.create_time >= o.create_time AND n.create_time < o.create_time + interval '10 minutes'
          AND (n.create_time, n.charging_order_id) > (o.create_time, o.charging_order_id) AND start_ended(n) AND start_party(n) = start_party(o) AND n.cp_type = o.cp_type
        ORDER BY n.create_time, n.charging_order_id LIMIT 1
      ) s ON true
    WHERE start_ended(o) AND o.charging_elec < 1000
  )
  SELECT o.tenant_id, 7::smallint, 0, coalesce(o.cp_type, 0::smallint), count(*)
  FROM tenant t JOIN charging_order o ON o.tenant_id = t.tenant_id AND o.create_time >= day::timestamp AT TIME ZONE 'UTC' AND o.create_time < (day + 1)::timestamp AT TIME ZONE 'UTC'
  WHERE start_ended(o) GROUP BY o.tenant_id, coalesce(o.cp_type, 0::smallint)
  UNION ALL
  SELECT u.tenant_id, 8::smallint, coalesce(u.start_result, -1)::int, u.cp_type, count(*) FROM unserved u GROUP BY u.tenant_id, coalesce(u.start_result, -1), u.cp_type
  UNION ALL
  SELECT u.tenant_id, 9::smallint, u.is_served::int, u.cp_type, count(*) FROM unserved u WHERE u.is_served IS NOT NULL GROUP BY u.tenant_id, u.is_served, u.cp_type
  UNION ALL
  SELECT u.tenant_id, 10::smallint, u.is_served_of_type::int, u.cp_type, count(*) FROM unserved u WHERE u.is_served_of_type IS NOT NULL GROUP BY u.tenant_id, u.is_served_of_type, u.cp_type
$$;
GRANT EXECUTE ON FUNCTION tenant_day_starts(date) TO chargeops_system;

-- A day is added up from noon (UTC) of the next day on, when it is over everywhere. Times are differences of instants in milliseconds.
CREATE OR REPLACE FUNCTION tenant_day_fill(day date) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF day > newest_day_over() OR NOT pg_try_advisory_xact_lock(7124, tenant_day_lock(day)) THEN
    RETURN false;
  END IF;
  DELETE FROM tenant_day_sum WHERE stat_day = day;
  INSERT INTO tenant_day_sum (tenant_id, stat_day, kind, part, currency, cp_type, charging_count, charging_elec, order_amount, billing_amount, elec_amount, srv_amount, busy_ms)
  SELECT c.tenant_id, day, 1, 0, c.currency, c.cp_type, sum(c.charging_count), sum(c.charging_elec), sum(c.order_amount), sum(c.billing_amount), sum(c.elec_amount), sum(c.srv_amount), sum(c.busy_ms)
  FROM charge_sum c WHERE c.subject = 0 AND c.unit = 2 AND c.stat_day = day GROUP BY c.tenant_id, c.currency, c.cp_type
  UNION ALL
  SELECT c.tenant_id, day, 2, extract(hour FROM c.period)::int, '', c.cp_type, 0, 0, 0, 0, 0, 0, sum(c.busy_ms)
  FROM charge_sum c WHERE c.subject = 0 AND c.unit = 1 AND c.stat_day = day AND c.busy_ms > 0 GROUP BY c.tenant_id, extract(hour FROM c.period), c.cp_type
  UNION ALL
  SELECT t.tenant_id, day, d.kind, ceil(d.ms / 60000.0)::int, '', coalesce(o.cp_type, 0), count(*), 0, 0, 0, 0, 0, sum(d.ms)
  FROM tenant t JOIN charging_order o ON o.tenant_id = t.tenant_id AND o.charge_day = day AND NOT o.is_delete LEFT JOIN order_unplug u ON u.charging_order_id = o.charging_order_id
    CROSS JOIN LATERAL (VALUES (3, o.start_time, o.stop_time), (4, o.start_time, u.unplugged_at), (5, o.stop_time, u.unplugged_at)) AS s (kind, since, until)
    CROSS JOIN LATERAL (SELECT s.kind, (extract(epoch FROM s.until - s.since) * 1000)::bigint AS ms) d
  WHERE charge_counts(o) AND o.stop_time > o.start_time AND s.until >= o.stop_time
  GROUP BY t.tenant_id, d.kind, ceil(d.ms / 60000.0), coalesce(o.cp_type, 0)
  UNION ALL
  SELECT c.tenant_id, day, 6, c.subject::int, c.currency, 0::smallint, sum(c.charging_count), sum(c.charging_elec), sum(c.order_amount), sum(c.billing_amount), sum(c.elec_amount), sum(c.srv_amount), 0
  FROM charge_sum c WHERE c.subject IN (1, 2, 3, 4) AND c.unit = 2 AND c.stat_day = day GROUP BY c.tenant_id, c.subject, c.currency
  UNION ALL
  SELECT s.tenant_id, day, s.kind, s.part, '', s.cp_type, s.n, 0, 0, 0, 0, 0, 0 FROM tenant_day_starts(day) s
  -- In the order in which they are read.
  ORDER BY 3, 1, 4, 5, 6;
  INSERT INTO tenant_day (stat_day) VALUES (day) ON CONFLICT DO NOTHING;
  RETURN true;
END $$;

-- The triggers follow the same clock an hour earlier, because a transaction that began before a day was over may change it afterwards.
DROP TRIGGER tenant_day_changed ON charge_sum_station;
DROP TRIGGER tenant_day_removed ON charge_sum_station;
DROP TRIGGER tenant_day_changed ON charge_sum_party;
DROP TRIGGER tenant_day_removed ON charge_sum_party;
DROP TRIGGER tenant_day_changed ON charge_sum_pile;
DROP TRIGGER tenant_day_removed ON charge_sum_pile;
CREATE TRIGGER tenant_day_changed AFTER INSERT OR UPDATE ON charge_sum_station FOR EACH ROW
  WHEN (NEW.unit <= 2 AND NEW.stat_day <= ((now() AT TIME ZONE 'UTC') - interval '35 hours')::date) EXECUTE FUNCTION tenant_day_changed();
CREATE TRIGGER tenant_day_removed AFTER DELETE ON charge_sum_station FOR EACH ROW
  WHEN (OLD.unit <= 2 AND OLD.stat_day <= ((now() AT TIME ZONE 'UTC') - interval '35 hours')::date) EXECUTE FUNCTION tenant_day_changed();
CREATE TRIGGER tenant_day_changed AFTER INSERT OR UPDATE ON charge_sum_party FOR EACH ROW
  WHEN (NEW.unit = 2 AND NEW.stat_day <= ((now() AT TIME ZONE 'UTC') - interval '35 hours')::date) EXECUTE FUNCTION tenant_day_changed();
CREATE TRIGGER tenant_day_removed AFTER DELETE ON charge_sum_party FOR EACH ROW
  WHEN (OLD.unit = 2 AND OLD.stat_day <= ((now() AT TIME ZONE 'UTC') - interval '35 hours')::date) EXECUTE FUNCTION tenant_day_changed();
CREATE TRIGGER tenant_day_changed AFTER INSERT OR UPDATE ON charge_sum_pile FOR EACH ROW
  WHEN (NEW.unit = 2 AND NEW.stat_day <= ((now() AT TIME ZONE 'UTC') - interval '35 hours')::date AND NEW.subject = 5) EXECUTE FUNCTION tenant_day_changed();
CREATE TRIGGER tenant_day_removed AFTER DELETE ON charge_sum_pile FOR EACH ROW
  WHEN (OLD.unit = 2 AND OLD.stat_day <= ((now() AT TIME ZONE 'UTC') - interval '35 hours')::date AND OLD.subject = 5) EXECUTE FUNCTION tenant_day_changed();

CREATE OR REPLACE FUNCTION note_unplug() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day date;
BEGIN
  INSERT INTO order_unplug AS u (charging_order_id, tenant_id, agent_id, station_id, unplugged_at)
  SELECT o.charging_order_id, o.tenant_id, o.agent_id, o.station_id, now()
  FROM (SELECT * FROM charging_order l WHERE l.cp_code = NEW.cp_code AND l.gun_number = NEW.gun_number ORDER BY l.charging_order_id DESC LIMIT 1) o
  WHERE o.start_time IS NOT NULL AND NOT EXISTS (SELECT FROM order_unplug k WHERE k.charging_order_id = o.charging_order_id AND k.unplugged_at >= o.stop_time)
  ON CONFLICT (charging_order_id) DO UPDATE SET unplugged_at = excluded.unplugged_at;
  SELECT o.charge_day INTO day FROM charging_order o WHERE o.cp_code = NEW.cp_code AND o.gun_number = NEW.gun_number ORDER BY o.charging_order_id DESC LIMIT 1;
  IF day <= ((now() AT TIME ZONE 'UTC') - interval '35 hours')::date THEN
    PERFORM pg_advisory_xact_lock_shared(7124, tenant_day_lock(day));
    DELETE FROM tenant_day d WHERE d.stat_day = day;
  END IF;
  RETURN NULL;
END $$;

-- Takes the mark of a date away when an attempt of it changes. An attempt of the first ten minutes may belong to a visit of the date before.
CREATE FUNCTION tenant_day_start_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day date;
BEGIN
  IF TG_OP = 'UPDATE' AND (start_ended(OLD), OLD.charging_elec < 1000, OLD.start_result, OLD.cp_type, OLD.tenant_id, OLD.station_id, start_party(OLD), OLD.create_time)
    IS NOT DISTINCT FROM (start_ended(NEW), NEW.charging_elec < 1000, NEW.start_result, NEW.cp_type, NEW.tenant_id, NEW.station_id, start_party(NEW), NEW.create_time) THEN
    RETURN NULL;
  END IF;
  FOR day IN SELECT DISTINCT (t.at AT TIME ZONE 'UTC')::date FROM (
      VALUES (NEW.create_time), (NEW.create_time - interval '10 minutes'), (CASE WHEN TG_OP = 'UPDATE' THEN OLD.create_time END),
        (CASE WHEN TG_OP = 'UPDATE' THEN OLD.create_time - interval '10 minutes' END)) AS t (at) WHERE t.at IS NOT NULL
  LOOP
    IF day <= ((now() AT TIME ZONE 'UTC') - interval '35 hours')::date THEN
      PERFORM pg_advisory_xact_lock_shared(7124, tenant_day_lock(day));
      DELETE FROM tenant_day d WHERE d.stat_day = day;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CALL kit_system_function('tenant_day_start_changed()');
-- An attempt of a date that is over soon is at least ten hours old.
CREATE TRIGGER tenant_day_start_added AFTER INSERT ON charging_order FOR EACH ROW WHEN (NEW.create_time < now() - interval '10 hours')
  EXECUTE FUNCTION tenant_day_start_changed();
CREATE TRIGGER tenant_day_start_changed AFTER UPDATE OF order_state, is_delete, charging_elec, start_result, cp_type, tenant_id, station_id, main_part_type, main_part_id, user_mobile,
  ic_card_no, create_time ON charging_order FOR EACH ROW WHEN (NEW.create_time < now() - interval '10 hours')
  EXECUTE FUNCTION tenant_day_start_changed();

-- They are added up anew.
DELETE FROM tenant_day;
