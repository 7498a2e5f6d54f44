-- A row that came before its day (a clock ahead) lies in the default table, and no table of that day can be made beside it. The rest of the day
-- then lies there too: one wrong clock must not keep the program from starting.
CREATE OR REPLACE FUNCTION kit_ensure_days(days_back int, days_ahead int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  made int := 0;
  declared record;
  first_day date;
  part text;
BEGIN
  -- Two processes that start together must not make the same day twice.
  PERFORM pg_advisory_xact_lock(hashtext('kit_ensure_days'));
  FOR declared IN SELECT parent FROM kit_day_parent LOOP
    FOR first_day IN SELECT (now() AT TIME ZONE 'UTC')::date + n FROM generate_series(-days_back, days_ahead) AS n LOOP
      part := format('%s_%s', declared.parent, to_char(first_day, 'YYYYMMDD'));
      IF to_regclass(part) IS NULL THEN
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %s FOR VALUES FROM (%L) TO (%L)', part, declared.parent, first_day::timestamp AT TIME ZONE 'UTC', (first_day + 1)::timestamp AT TIME ZONE 'UTC');
          -- COPY does not go through row security, so the gateway copies straight into the day.
          EXECUTE format('GRANT INSERT ON %I TO chargeops_system', part);
          made := made + 1;
        EXCEPTION WHEN check_violation THEN
          RAISE WARNING 'no table % can be made: its default table holds rows of that day', part;
        END;
      END IF;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;
