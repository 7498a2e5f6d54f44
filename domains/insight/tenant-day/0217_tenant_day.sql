-- Days of a tenant that are over at all of its stations, added up once from the sums of its stations and from its orders, so that a figure of a large network
-- over months reads a row a day (docs/decisions/0131-days-of-tenants.md). Whatever changes a sum of such a day takes its mark away, and the day is read from the
-- stations again until it has been added up anew.
CREATE TABLE tenant_day_sum (
  tenant_id bigint NOT NULL,
  -- Agents and stations see no row, because each is of a whole tenant.
  agent_id bigint NOT NULL DEFAULT 0 CHECK (agent_id = 0),
  station_id bigint NOT NULL DEFAULT 0 CHECK (station_id = 0),
  stat_day date NOT NULL,
  -- 1 the day, 2 an hour of it, 3 how long charges took, 4 how long cars were plugged in, 5 how long they stayed after their charge.
  kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 5),
  -- The hour, or the minutes begun; 0 for the day.
  part int NOT NULL,
  -- Of the day; empty for the others.
  currency text NOT NULL,
  cp_type smallint NOT NULL,
  charging_count bigint NOT NULL,
  charging_elec bigint NOT NULL,
  order_amount bigint NOT NULL,
  billing_amount bigint NOT NULL,
  elec_amount bigint NOT NULL,
  srv_amount bigint NOT NULL,
  -- Of durations, their sum.
  busy_ms bigint NOT NULL,
  PRIMARY KEY (kind, tenant_id, stat_day, part, currency, cp_type)
);
CALL kit_tenant_table('tenant_day_sum', by_agent => true, by_station => true);
REVOKE INSERT, UPDATE, DELETE ON tenant_day_sum FROM chargeops_app;
CREATE INDEX tenant_day_sum_day ON tenant_day_sum (stat_day);

-- The days that are added up, of all tenants.
CREATE TABLE tenant_day (stat_day date PRIMARY KEY);
CALL kit_shared_table('tenant_day');
REVOKE INSERT, UPDATE, DELETE ON tenant_day FROM chargeops_app;

-- How long cars stayed at the gun: when a device reported a gun as free after an order.
CREATE TABLE order_unplug (
  charging_order_id bigint PRIMARY KEY,
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_id bigint NOT NULL,
  unplugged_at timestamptz NOT NULL
);
CALL kit_tenant_table('order_unplug', by_agent => true, by_station => true);
REVOKE INSERT, UPDATE, DELETE ON order_unplug FROM chargeops_app;

CREATE FUNCTION tenant_day_lock(day date) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT day - date '2000-01-01' $$;

-- Adds up a day. False: somebody changes it, or it is not over everywhere. The lock is not waited for, so nobody waits behind it.
CREATE FUNCTION tenant_day_fill(day date) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF day >= current_date - 1 OR NOT pg_try_advisory_xact_lock(7124, tenant_day_lock(day)) THEN
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
  GROUP BY t.tenant_id, d.kind, ceil(d.ms / 60000.0), coalesce(o.cp_type, 0);
  INSERT INTO tenant_day (stat_day) VALUES (day) ON CONFLICT DO NOTHING;
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION tenant_day_lock(date), tenant_day_fill(date) TO chargeops_system, chargeops_definer;

CREATE FUNCTION tenant_day_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day constant date := CASE WHEN TG_OP = 'DELETE' THEN OLD.stat_day ELSE NEW.stat_day END;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7124, tenant_day_lock(day));
  DELETE FROM tenant_day d WHERE d.stat_day = day;
  RETURN NULL;
END $$;
CALL kit_system_function('tenant_day_changed()');
CREATE TRIGGER tenant_day_changed AFTER INSERT OR UPDATE ON charge_sum_station FOR EACH ROW
  WHEN (NEW.unit <= 2 AND NEW.stat_day < current_date - 1) EXECUTE FUNCTION tenant_day_changed();
CREATE TRIGGER tenant_day_removed AFTER DELETE ON charge_sum_station FOR EACH ROW
  WHEN (OLD.unit <= 2 AND OLD.stat_day < current_date - 1) EXECUTE FUNCTION tenant_day_changed();

-- The first time after its charge that the device reports the gun as free. A report from before the end of the charge is replaced.
CREATE FUNCTION note_unplug() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day date;
BEGIN
  INSERT INTO order_unplug AS u (charging_order_id, tenant_id, agent_id, station_id, unplugged_at)
  SELECT o.charging_order_id, o.tenant_id, o.agent_id, o.station_id, now()
  FROM (SELECT * FROM charging_order l WHERE l.cp_code = NEW.cp_code AND l.gun_number = NEW.gun_number ORDER BY l.charging_order_id DESC LIMIT 1) o
  WHERE o.start_time IS NOT NULL AND NOT EXISTS (SELECT FROM order_unplug k WHERE k.charging_order_id = o.charging_order_id AND k.unplugged_at >= o.stop_time)
  ON CONFLICT (charging_order_id) DO UPDATE SET unplugged_at = excluded.unplugged_at;
  SELECT o.charge_day INTO day FROM charging_order o WHERE o.cp_code = NEW.cp_code AND o.gun_number = NEW.gun_number ORDER BY o.charging_order_id DESC LIMIT 1;
  IF day < current_date - 1 THEN
    PERFORM pg_advisory_xact_lock_shared(7124, tenant_day_lock(day));
    DELETE FROM tenant_day d WHERE d.stat_day = day;
  END IF;
  RETURN NULL;
END $$;
CALL kit_system_function('note_unplug()');
CREATE TRIGGER note_unplug AFTER UPDATE OF device_gun_stat ON gun FOR EACH ROW
  WHEN (NEW.device_gun_stat = 2 AND OLD.device_gun_stat IS DISTINCT FROM 2) EXECUTE FUNCTION note_unplug();

-- Starts that ended without energy are few, and are found by themselves: how many visits failed first is counted from them.
CREATE INDEX charging_order_unserved ON charging_order (tenant_id, create_time) INCLUDE (agent_id, station_id)
  WHERE charging_elec < 1000 AND order_state IN (3, 4, 5, 9) AND NOT is_delete;
-- Settled orders whose meter counted more than their bill.
CREATE INDEX charging_order_meter_gap ON charging_order (tenant_id, charge_day) INCLUDE (agent_id, station_id)
  WHERE order_state IN (4, 5) AND stop_meter - start_meter - charging_elec > 100 AND NOT is_delete;
-- Refunds by the time at which they were paid.
CREATE INDEX refund_order_given ON refund_order (tenant_id, refund_time) INCLUDE (agent_id, station_id, refund_kind, refund_amount, currency) WHERE refund_state = 2;
