-- High-volume logs are partitioned by day: written fast, expired by dropping a table. A parent is declared once with kit_day_partitioned; workers then
-- ask for the days they need and drop those that are older than the log is kept.
CREATE TABLE kit_day_parent (parent regclass PRIMARY KEY, keep_days int NOT NULL CHECK (keep_days > 0));
CALL kit_system_table('kit_day_parent');

-- Rows of a day nobody prepared (a wrong clock, a late record) land in the default partition.
CREATE PROCEDURE kit_day_partitioned(parent regclass, keep_days int) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE %I PARTITION OF %s DEFAULT', parent || '_other', parent);
  EXECUTE format('GRANT INSERT ON %I TO chargeops_system', parent || '_other');
  INSERT INTO kit_day_parent VALUES (parent, keep_days);
END $$;

-- Makes the partitions of the given days, in UTC; answers how many were missing. A row that came before its day (a clock ahead) lies in the default
-- partition, and no partition of that day can be made beside it. The rest of the day then lies there too: one wrong clock must not keep the program
-- from starting.
CREATE FUNCTION kit_ensure_days(days_back int, days_ahead int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
          -- COPY does not go through row security, so the gateway copies straight into the partition.
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

-- Drops the partitions of one log that are older than it is kept; answers how many.
CREATE FUNCTION kit_expire_days(log_name text, keep int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  dropped int := 0;
  old record;
BEGIN
  IF keep < 1 THEN
    RAISE EXCEPTION 'a log is kept for a day at least';
  END IF;
  FOR old IN
    SELECT i.inhrelid::regclass AS part FROM kit_day_parent p JOIN pg_inherits i ON i.inhparent = p.parent JOIN pg_class c ON c.oid = i.inhrelid
    WHERE p.parent = to_regclass(log_name) AND c.relname ~ '_\d{8}$' AND to_date(right(c.relname, 8), 'YYYYMMDD') < (now() AT TIME ZONE 'UTC')::date - keep
  LOOP
    EXECUTE format('DROP TABLE %s', old.part);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;
GRANT EXECUTE ON FUNCTION kit_ensure_days(int, int), kit_expire_days(text, int) TO chargeops_system;
