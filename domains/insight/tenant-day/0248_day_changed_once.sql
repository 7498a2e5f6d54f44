-- A transaction that enters many charges changes hundreds of sums of one day, and adds many attempts of one date. The mark of the day is taken away at the first of them, and
-- none can be set before the end of the transaction, because its lock is kept. The settings end with the transaction, or with the savepoint that is rolled back together with
-- lock and mark.
CREATE OR REPLACE FUNCTION tenant_day_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day constant date := CASE WHEN TG_OP = 'DELETE' THEN OLD.stat_day ELSE NEW.stat_day END;
  lock_no constant int := tenant_day_lock(day);
BEGIN
  IF current_setting('app.changed_day', true) = lock_no::text THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7124, lock_no);
  DELETE FROM tenant_day d WHERE d.stat_day = day;
  INSERT INTO running_total_change (stat_day)
  SELECT d.stat_day FROM running_total_day d WHERE d.stat_day = day AND NOT EXISTS (SELECT FROM running_total_change c WHERE c.stat_day = day);
  PERFORM set_config('app.changed_day', lock_no::text, true);
  RETURN NULL;
END $$;

-- Takes the mark of a date away when an attempt of it is added. An attempt of the first ten minutes may belong to a visit of the date before.
CREATE FUNCTION tenant_day_start_added() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day constant date := (NEW.create_time AT TIME ZONE 'UTC')::date;
  day_before constant date := ((NEW.create_time - interval '10 minutes') AT TIME ZONE 'UTC')::date;
  days constant text := day || ' ' || day_before;
  changed date;
BEGIN
  IF current_setting('app.started_days', true) = days THEN
    RETURN NULL;
  END IF;
  FOREACH changed IN ARRAY ARRAY[day_before, day] LOOP
    IF changed <= ((now() AT TIME ZONE 'UTC') - interval '35 hours')::date THEN
      PERFORM pg_advisory_xact_lock_shared(7124, tenant_day_lock(changed));
      DELETE FROM tenant_day d WHERE d.stat_day = changed;
    END IF;
  END LOOP;
  PERFORM set_config('app.started_days', days, true);
  RETURN NULL;
END $$;
CALL kit_system_function('tenant_day_start_added()');
DROP TRIGGER tenant_day_start_added ON charging_order;
CREATE TRIGGER tenant_day_start_added AFTER INSERT ON charging_order FOR EACH ROW WHEN (NEW.create_time < now() - interval '10 hours')
  EXECUTE FUNCTION tenant_day_start_added();

-- Spans are forgotten before they are four days old, so an order that was settled earlier has none.
DROP TRIGGER settled_span_added ON charging_order;
CREATE TRIGGER settled_span_added AFTER INSERT ON charging_order FOR EACH ROW WHEN (NEW.billing_time < now() - interval '1 hour' AND NEW.billing_time > now() - interval '5 days')
  EXECUTE FUNCTION settled_span_changed();
