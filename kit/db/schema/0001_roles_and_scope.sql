-- Roles, row security by scope, and the procedures that every later migration declares its tables with.

DO $$
DECLARE
  role_name text;
  needed text := CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['chargeops_app', 'chargeops_system', 'ledger_owner'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      END IF;
      IF NOT pg_has_role(current_user, role_name, needed) THEN
        EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      -- Another database of this server is making the same roles at this moment.
      NULL;
    END;
  END LOOP;
  -- Unless LIKE is marked leakproof, row security keeps trigram indexes from serving it. Only a superuser may set the mark.
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    ALTER FUNCTION textlike(text, text) LEAKPROOF;
    ALTER FUNCTION texticlike(text, text) LEAKPROOF;
  END IF;
END $$;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- What is not granted by name is not granted.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO chargeops_app, chargeops_system, ledger_owner;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- The ids in a setting such as app.tenants ('7' or '7,9'). An unset one lists none; '*' (all) is asked for apart.
CREATE FUNCTION kit_listed(setting text) RETURNS bigint[]
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN value IS NULL OR value IN ('', '*') THEN '{}'::bigint[] ELSE string_to_array(value, ',')::bigint[] END
  FROM current_setting(setting, true) AS value
$$;
GRANT EXECUTE ON FUNCTION kit_listed(text) TO chargeops_app, chargeops_system, ledger_owner;

-- The text of a policy: rows whose column is among the ids of a setting, or all rows when the setting is '*'. The planner takes "one of two unknown
-- conditions" for half of the rows, and three policies for an eighth. "IS NOT NULL" it takes for nearly all rows, which is right, because a query
-- names its scope itself and row security only makes sure (docs/decisions/0009-database.md).
CREATE FUNCTION kit_visible(column_name text, setting text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('NULLIF((SELECT current_setting(%2$L, true) = ''*'') OR %1$I = ANY ((SELECT public.kit_listed(%2$L))::bigint[]), false) IS NOT NULL', column_name, setting)
$$;
GRANT EXECUTE ON FUNCTION kit_visible(text, text) TO ledger_owner;

-- Statistics of the dependency station → agent → tenant. Without them the planner multiplies the three selectivities and expects 60 rows of a station
-- that has 50,000.
CREATE PROCEDURE kit_place_statistics(table_name regclass, by_station boolean) LANGUAGE plpgsql AS $$
DECLARE
  named record;
BEGIN
  SELECT n.nspname AS schema, c.relname AS relation, c.relkind AS kind INTO named FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = table_name;
  -- Of a partitioned table the partitions are analyzed, and not the parent.
  IF named.kind <> 'r' THEN RETURN; END IF;
  EXECUTE format('CREATE STATISTICS %I.%I (dependencies) ON tenant_id, agent_id%s FROM %s', named.schema, named.relation || '_place',
    CASE WHEN by_station THEN ', station_id' ELSE '' END, table_name);
END $$;
GRANT EXECUTE ON PROCEDURE kit_place_statistics(regclass, boolean) TO ledger_owner;

-- Declares a table whose rows belong to a tenant (column tenant_id). Handlers (chargeops_app) see the tenants of app.tenants, and with by_agent or
-- by_station only the agents of app.agents and the stations of app.stations. Gateway and workers (chargeops_system) see all rows. With platform_rows
-- everybody may read the rows of tenant 0. The owner sees no row: a migration that changes rows does it after SET LOCAL ROLE chargeops_system.
CREATE PROCEDURE kit_tenant_table(
  table_name regclass, by_agent boolean DEFAULT false, by_station boolean DEFAULT false, platform_rows boolean DEFAULT false
) LANGUAGE plpgsql AS $$
DECLARE
  tenant_rule constant text := public.kit_visible('tenant_id', 'app.tenants');
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', table_name);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO chargeops_app, chargeops_system', table_name);
  EXECUTE format('CREATE POLICY tenant ON %s TO chargeops_app USING (%s) WITH CHECK (%s)', table_name, tenant_rule, tenant_rule);
  EXECUTE format('CREATE POLICY system ON %s TO chargeops_system USING (true) WITH CHECK (true)', table_name);
  IF platform_rows THEN
    EXECUTE format('CREATE POLICY platform ON %s FOR SELECT TO chargeops_app USING (tenant_id = 0)', table_name);
  END IF;
  IF by_agent THEN
    EXECUTE format('CREATE POLICY agent ON %s AS RESTRICTIVE TO chargeops_app USING (%s)', table_name, public.kit_visible('agent_id', 'app.agents'));
    CALL public.kit_place_statistics(table_name, by_station);
  END IF;
  IF by_station THEN
    EXECUTE format('CREATE POLICY station ON %s AS RESTRICTIVE TO chargeops_app USING (%s)', table_name, public.kit_visible('station_id', 'app.stations'));
  END IF;
END $$;

-- Declares a table of the whole platform that handlers read and write (areas, dictionaries).
CREATE PROCEDURE kit_shared_table(table_name regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO chargeops_app, chargeops_system', table_name);
  EXECUTE format('COMMENT ON TABLE %s IS %L', table_name, 'kit: shared');
END $$;

-- Declares a table that no handler may touch: only gateway and workers.
CREATE PROCEDURE kit_system_table(table_name regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO chargeops_system', table_name);
  EXECUTE format('COMMENT ON TABLE %s IS %L', table_name, 'kit: system');
END $$;

-- Gives a SECURITY DEFINER function to chargeops_system, so that it sees the rows of every tenant whoever calls it. The function has to check the
-- caller's tenants itself. An owner needs CREATE on the schema at the moment it becomes one.
CREATE PROCEDURE kit_system_function(function_name regprocedure) LANGUAGE plpgsql AS $$
BEGIN
  GRANT CREATE ON SCHEMA public TO chargeops_system;
  EXECUTE format('ALTER FUNCTION %s OWNER TO chargeops_system', function_name);
  REVOKE CREATE ON SCHEMA public FROM chargeops_system;
END $$;

-- Who made and changed a row, its version for optimistic locking, and the mark of a deleted one.
CREATE PROCEDURE kit_audit_columns(table_name regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($sql$ALTER TABLE %s
    ADD COLUMN create_by text NOT NULL DEFAULT '',
    ADD COLUMN create_time timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN update_by text,
    ADD COLUMN update_time timestamptz,
    ADD COLUMN version int NOT NULL DEFAULT 0,
    ADD COLUMN is_delete boolean NOT NULL DEFAULT false$sql$, table_name);
END $$;
