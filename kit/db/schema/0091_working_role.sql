-- Functions with the rights of chargeops_system belonged to it, and whoever signs in as it could have changed or dropped them. They now belong to a role
-- that nobody signs in as and nobody is a member of but the owner (docs/decisions/0063-working-role.md).
DO $$
DECLARE
  needed text := CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'chargeops_definer') THEN
    CREATE ROLE chargeops_definer NOLOGIN;
  END IF;
  IF NOT pg_has_role(current_user, 'chargeops_definer', needed) THEN
    EXECUTE 'GRANT chargeops_definer TO CURRENT_USER';
  END IF;
  IF NOT pg_has_role('chargeops_definer', 'chargeops_system', 'USAGE') THEN
    GRANT chargeops_system TO chargeops_definer;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  -- Another database of this server is making the same role at this moment.
  NULL;
END $$;

-- Gives a SECURITY DEFINER function the rights of chargeops_system, so that it sees the rows of every tenant whoever calls it, and lets workers call it. The
-- function has to check the caller's tenants itself. An owner needs CREATE on the schema at the moment it becomes one.
CREATE OR REPLACE PROCEDURE kit_system_function(function_name regprocedure) LANGUAGE plpgsql AS $$
BEGIN
  GRANT CREATE ON SCHEMA public TO chargeops_definer;
  EXECUTE format('ALTER FUNCTION %s OWNER TO chargeops_definer', function_name);
  EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO chargeops_system', function_name);
  REVOKE CREATE ON SCHEMA public FROM chargeops_definer;
END $$;

DO $$
DECLARE
  function_name regprocedure;
BEGIN
  FOR function_name IN SELECT oid FROM pg_proc WHERE proowner = 'chargeops_system'::regrole ORDER BY oid LOOP
    CALL kit_system_function(function_name);
  END LOOP;
END $$;

-- How long a log is kept whoever asks to drop its days; the job that drops them keeps them longer.
ALTER TABLE kit_day_parent ADD COLUMN least_days int NOT NULL DEFAULT 1 CHECK (least_days BETWEEN 1 AND keep_days);
REVOKE INSERT, UPDATE, DELETE ON kit_day_parent FROM chargeops_system;

CREATE OR REPLACE FUNCTION kit_expire_days(log_name text, keep int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  dropped int := 0;
  least_kept int := (SELECT least_days FROM kit_day_parent WHERE parent = to_regclass(log_name));
  old record;
BEGIN
  IF keep < least_kept THEN
    RAISE EXCEPTION '% is kept for % days at least', log_name, least_kept USING ERRCODE = '42501';
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

-- A start under a role that may not migrate looks whether the migrations were applied.
GRANT SELECT ON kit_migration TO chargeops_system;

-- Lets a sign-in do what handlers and workers do, and nothing else here: it switches to one of the two roles and owns nothing. Called by the owner at a start.
CREATE PROCEDURE kit_admit_working_role(role_name name) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT chargeops_app, chargeops_system TO %I', role_name);
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;

-- Makes such a sign-in, or gives it another password. What it has set for itself would hold for every session to come, and is reset.
CREATE PROCEDURE kit_make_working_role(role_name name, verifier text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('%s ROLE %I LOGIN NOINHERIT PASSWORD %L', CASE WHEN EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN 'ALTER' ELSE 'CREATE' END, role_name, verifier);
  EXECUTE format('ALTER ROLE %I RESET ALL', role_name);
  EXECUTE format('ALTER ROLE %I IN DATABASE %I RESET ALL', role_name, current_database());
  CALL kit_admit_working_role(role_name);
END $$;

-- Removes the sign-ins of keys that are given up: those that begin so, end with an id of eight digits and are not kept.
CREATE PROCEDURE kit_drop_working_roles(prefix text, kept text[]) LANGUAGE plpgsql AS $$
DECLARE
  role_name name;
BEGIN
  FOR role_name IN SELECT rolname FROM pg_roles WHERE starts_with(rolname, prefix) AND substr(rolname, length(prefix) + 1) ~ '^[0-9a-f]{8}$' AND rolname <> ALL (kept) LOOP
    BEGIN
      EXECUTE format('DROP ROLE %I', role_name);
    EXCEPTION WHEN dependent_objects_still_exist OR insufficient_privilege THEN
      -- One that an operator has given something of their own stays.
      NULL;
    END;
  END LOOP;
END $$;
