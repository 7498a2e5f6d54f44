-- What stations and piles have charged up to the end of each day that is over, so that a figure of any span of days is the difference of two rows
-- (docs/decisions/0134-running-totals.md). A day that changes afterwards is noted, and is read from `charge_sum` until its change has been carried over.
CREATE TABLE running_total (
  -- 0 a station, 5 a pile, as in `charge_sum`.
  subject smallint NOT NULL CHECK (subject IN (0, 5)),
  stat_day date NOT NULL,
  tenant_id bigint NOT NULL,
  station_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  -- The code of the pile; empty for a station.
  subject_key text NOT NULL,
  -- Of a station; empty and 0 for a pile, whose amounts are not added up.
  currency text NOT NULL,
  cp_type smallint NOT NULL,
  charging_count bigint NOT NULL,
  charging_elec bigint NOT NULL,
  order_amount bigint NOT NULL,
  billing_amount bigint NOT NULL,
  elec_amount bigint NOT NULL,
  srv_amount bigint NOT NULL,
  busy_ms bigint NOT NULL,
  PRIMARY KEY (subject, stat_day, tenant_id, station_id, agent_id, subject_key, currency, cp_type)
);
CALL kit_tenant_table('running_total', by_agent => true, by_station => true);
REVOKE INSERT, UPDATE, DELETE ON running_total FROM chargeops_app;

-- The days that have totals, without a gap.
CREATE TABLE running_total_day (stat_day date PRIMARY KEY);
CALL kit_shared_table('running_total_day');
REVOKE INSERT, UPDATE, DELETE ON running_total_day FROM chargeops_app;

-- The days among them that have changed since. A day may be noted several times, so that nobody waits for somebody else who notes it.
CREATE TABLE running_total_change (stat_day date NOT NULL, noted_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX running_total_change_day ON running_total_change (stat_day);
CALL kit_shared_table('running_total_change');
REVOKE INSERT, UPDATE, DELETE ON running_total_change FROM chargeops_app;

-- What a day adds to the totals, as `charge_sum` has it now.
CREATE FUNCTION running_total_of(day date) RETURNS SETOF running_total LANGUAGE sql STABLE AS $$
  SELECT c.subject, c.stat_day, c.tenant_id, c.station_id, c.agent_id, '', c.currency, c.cp_type, sum(c.charging_count)::bigint, sum(c.charging_elec)::bigint, sum(c.order_amount)::bigint,
    sum(c.billing_amount)::bigint, sum(c.elec_amount)::bigint, sum(c.srv_amount)::bigint, sum(c.busy_ms)::bigint
  FROM charge_sum c WHERE c.subject = 0 AND c.unit = 2 AND c.stat_day = day GROUP BY c.subject, c.stat_day, c.tenant_id, c.station_id, c.agent_id, c.currency, c.cp_type
  UNION ALL
  SELECT c.subject, c.stat_day, c.tenant_id, c.station_id, c.agent_id, c.subject_key, '', 0::smallint, sum(c.charging_count)::bigint, sum(c.charging_elec)::bigint, 0::bigint, 0::bigint, 0::bigint,
    0::bigint, sum(c.busy_ms)::bigint
  FROM charge_sum c WHERE c.subject = 5 AND c.unit = 2 AND c.stat_day = day GROUP BY c.subject, c.stat_day, c.tenant_id, c.station_id, c.agent_id, c.subject_key
$$;

-- Adds the next day that is over everywhere, or carries the change of a day over to the days after it. False: there is nothing to do, or somebody changes the day.
-- Changes are carried over once no more have come for a minute, or after half an hour; those of many days by adding up all days from the first of them anew.
CREATE FUNCTION running_total_fill() RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  -- Analytics look back 400 days, from the day before them.
  oldest constant date := current_date - 405;
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
  IF day < current_date - 1 THEN
    IF NOT pg_try_advisory_xact_lock(7124, tenant_day_lock(day)) THEN
      RETURN false;
    END IF;
    DELETE FROM running_total t WHERE t.subject IN (0, 5) AND t.stat_day < oldest;
    DELETE FROM running_total t WHERE t.subject IN (0, 5) AND t.stat_day >= day;
    INSERT INTO running_total
    SELECT r.subject, day, r.tenant_id, r.station_id, r.agent_id, r.subject_key, r.currency, r.cp_type, sum(r.charging_count), sum(r.charging_elec), sum(r.order_amount), sum(r.billing_amount),
      sum(r.elec_amount), sum(r.srv_amount), sum(r.busy_ms)
    FROM (SELECT * FROM running_total t WHERE t.subject IN (0, 5) AND t.stat_day = day - 1 UNION ALL SELECT * FROM running_total_of(day)) r
    GROUP BY r.subject, r.tenant_id, r.station_id, r.agent_id, r.subject_key, r.currency, r.cp_type;
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
GRANT EXECUTE ON FUNCTION running_total_of(date), running_total_fill() TO chargeops_system;

-- Takes the mark of a changed day away, and notes the day where it is part of running totals.
CREATE OR REPLACE FUNCTION tenant_day_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day constant date := CASE WHEN TG_OP = 'DELETE' THEN OLD.stat_day ELSE NEW.stat_day END;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7124, tenant_day_lock(day));
  DELETE FROM tenant_day d WHERE d.stat_day = day;
  INSERT INTO running_total_change (stat_day)
  SELECT d.stat_day FROM running_total_day d WHERE d.stat_day = day AND NOT EXISTS (SELECT FROM running_total_change c WHERE c.stat_day = day);
  RETURN NULL;
END $$;
CALL kit_system_function('tenant_day_changed()');
-- A row of a pile may change where its station's does not: a recount mends each by itself.
CREATE TRIGGER tenant_day_changed AFTER INSERT OR UPDATE ON charge_sum_pile FOR EACH ROW
  WHEN (NEW.unit = 2 AND NEW.stat_day < current_date - 1 AND NEW.subject = 5) EXECUTE FUNCTION tenant_day_changed();
CREATE TRIGGER tenant_day_removed AFTER DELETE ON charge_sum_pile FOR EACH ROW
  WHEN (OLD.unit = 2 AND OLD.stat_day < current_date - 1 AND OLD.subject = 5) EXECUTE FUNCTION tenant_day_changed();
