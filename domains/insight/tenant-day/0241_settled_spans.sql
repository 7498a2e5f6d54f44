-- How long charges took, of the days that are not over everywhere, added up by the four hours in which they were settled, so that a platform need not read all
-- orders of two days (docs/decisions/0142-spans-of-settlements.md). Whatever changes an order of such a span takes its mark away, and the orders are read again.
CREATE TABLE settled_span_sum (
  tenant_id bigint NOT NULL,
  -- Agents and stations see no row, because each is of a whole tenant.
  agent_id bigint NOT NULL DEFAULT 0 CHECK (agent_id = 0),
  station_id bigint NOT NULL DEFAULT 0 CHECK (station_id = 0),
  -- When the span begins.
  since timestamptz NOT NULL,
  -- The local day of the charges.
  stat_day date NOT NULL,
  -- As in `tenant_day_sum`: 3 how long charges took, 4 how long cars were plugged in, 5 how long they stayed after their charge.
  kind smallint NOT NULL CHECK (kind BETWEEN 3 AND 5),
  -- The minutes begun.
  part int NOT NULL,
  cp_type smallint NOT NULL,
  charging_count bigint NOT NULL,
  -- The sum of the durations.
  busy_ms bigint NOT NULL,
  PRIMARY KEY (since, tenant_id, stat_day, kind, part, cp_type)
);
CALL kit_tenant_table('settled_span_sum', by_agent => true, by_station => true);
REVOKE INSERT, UPDATE, DELETE ON settled_span_sum FROM chargeops_app;

-- The spans that are added up, of all tenants.
CREATE TABLE settled_span (since timestamptz PRIMARY KEY);
CALL kit_shared_table('settled_span');
REVOKE INSERT, UPDATE, DELETE ON settled_span FROM chargeops_app;

CREATE FUNCTION settled_span_of(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT date_bin('4 hours', at, '2000-01-01T00:00:00Z')
$$;
CREATE FUNCTION settled_span_lock(span timestamptz) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT (extract(epoch FROM span) / 14400)::int $$;
-- The first span: a charge of a day that is not over everywhere began after this instant, in any time zone.
CREATE FUNCTION settled_spans_since() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT newest_day_over()::timestamp AT TIME ZONE 'UTC' $$;
-- The spans whose orders have to be read, because they are not added up. The last one has no end.
CREATE FUNCTION settled_spans_to_read() RETURNS TABLE (since timestamptz, until timestamptz) LANGUAGE sql STABLE AS $$
  SELECT g, CASE WHEN g + interval '4 hours' > now() THEN 'infinity' ELSE g + interval '4 hours' END
  FROM generate_series(settled_spans_since(), now(), interval '4 hours') g WHERE NOT EXISTS (SELECT FROM settled_span s WHERE s.since = g)
$$;
GRANT EXECUTE ON FUNCTION settled_span_of(timestamptz), settled_span_lock(timestamptz), settled_spans_since(), settled_spans_to_read()
  TO chargeops_app, chargeops_system, chargeops_definer;

-- A charge that began later than the day after its settlement: only a pile whose clock is wrong reports one. The spans do not reach it.
CREATE INDEX charging_order_settled_early ON charging_order (charge_day)
  WHERE order_state IN (4, 5) AND NOT is_delete AND charge_day > (billing_time AT TIME ZONE 'UTC')::date + 1;

-- Adds up the newest span that has ended two hours ago and has no mark, and forgets those that are no longer needed. False when there is none. A span that
-- somebody changes is left for later, so nobody waits behind it.
CREATE FUNCTION settled_span_fill() RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  span timestamptz;
BEGIN
  DELETE FROM settled_span s WHERE s.since < settled_spans_since() - interval '1 day';
  DELETE FROM settled_span_sum s WHERE s.since < settled_spans_since() - interval '1 day';
  FOR span IN SELECT r.since FROM settled_spans_to_read() r WHERE r.until <= now() - interval '2 hours' ORDER BY r.since DESC LOOP
    CONTINUE WHEN NOT pg_try_advisory_xact_lock(7125, settled_span_lock(span));
    DELETE FROM settled_span_sum s WHERE s.since = span;
    INSERT INTO settled_span_sum (tenant_id, since, stat_day, kind, part, cp_type, charging_count, busy_ms)
    SELECT o.tenant_id, span, o.charge_day, d.kind, ceil(d.ms / 60000.0)::int, coalesce(o.cp_type, 0), count(*), sum(d.ms)
    FROM charging_order o LEFT JOIN order_unplug u ON u.charging_order_id = o.charging_order_id
      CROSS JOIN LATERAL (VALUES (3, o.start_time, o.stop_time), (4, o.start_time, u.unplugged_at), (5, o.stop_time, u.unplugged_at)) AS s (kind, since, until)
      CROSS JOIN LATERAL (SELECT s.kind, (extract(epoch FROM s.until - s.since) * 1000)::bigint AS ms) d
    WHERE o.billing_time >= span AND o.billing_time < span + interval '4 hours' AND o.order_state IN (4, 5) AND charge_counts(o)
      AND o.stop_time > o.start_time AND s.until >= o.stop_time
    GROUP BY o.tenant_id, o.charge_day, d.kind, ceil(d.ms / 60000.0), coalesce(o.cp_type, 0);
    INSERT INTO settled_span (since) VALUES (span) ON CONFLICT DO NOTHING;
    RETURN true;
  END LOOP;
  RETURN false;
END $$;
GRANT EXECUTE ON FUNCTION settled_span_fill() TO chargeops_system;

-- Takes the mark of the span of an instant away. Spans are forgotten a day after they have been read last.
CREATE FUNCTION settled_span_forget(at timestamptz) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF at >= settled_spans_since() - interval '1 day' THEN
    PERFORM pg_advisory_xact_lock_shared(7125, settled_span_lock(settled_span_of(at)));
    DELETE FROM settled_span s WHERE s.since = settled_span_of(at);
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION settled_span_forget(timestamptz) TO chargeops_definer;

CREATE FUNCTION settled_span_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM settled_span_forget(NEW.billing_time);
  ELSIF (charge_counts(OLD), OLD.start_time, OLD.stop_time, OLD.charge_day, OLD.cp_type, OLD.tenant_id, settled_span_of(OLD.billing_time))
    IS DISTINCT FROM (charge_counts(NEW), NEW.start_time, NEW.stop_time, NEW.charge_day, NEW.cp_type, NEW.tenant_id, settled_span_of(NEW.billing_time)) THEN
    PERFORM settled_span_forget(OLD.billing_time);
    PERFORM settled_span_forget(NEW.billing_time);
  END IF;
  RETURN NULL;
END $$;
CALL kit_system_function('settled_span_changed()');
-- A span has a mark two hours after its end at the earliest; the triggers begin an hour before, because a transaction that began earlier may end afterwards.
CREATE TRIGGER settled_span_added AFTER INSERT ON charging_order FOR EACH ROW WHEN (NEW.billing_time < now() - interval '1 hour')
  EXECUTE FUNCTION settled_span_changed();
CREATE TRIGGER settled_span_changed AFTER UPDATE OF order_state, is_delete, start_time, stop_time, billing_time, cp_type, tenant_id ON charging_order FOR EACH ROW
  WHEN (least(OLD.billing_time, NEW.billing_time) < now() - interval '1 hour') EXECUTE FUNCTION settled_span_changed();

CREATE FUNCTION settled_span_unplugged() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  settled constant timestamptz := (SELECT o.billing_time FROM charging_order o WHERE o.charging_order_id = NEW.charging_order_id);
BEGIN
  IF settled < now() - interval '1 hour' THEN
    PERFORM settled_span_forget(settled);
  END IF;
  RETURN NULL;
END $$;
CALL kit_system_function('settled_span_unplugged()');
CREATE TRIGGER settled_span_unplugged AFTER INSERT OR UPDATE OF unplugged_at ON order_unplug FOR EACH ROW EXECUTE FUNCTION settled_span_unplugged();
