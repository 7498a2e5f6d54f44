-- What a planner believes of a scope, so that it counts on the rows that are there (decision 0009).

-- A station belongs to one agent, and an agent to one tenant; a planner that does not know it multiplies the three and expects 60 rows of a station
-- where 50,000 are. Every table of an agent's or a station's rows tells it.
CREATE PROCEDURE kit_place_statistics(table_name regclass, by_station boolean) LANGUAGE plpgsql AS $$
DECLARE
  named record;
BEGIN
  SELECT n.nspname AS schema, c.relname AS relation, c.relkind AS kind INTO named FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = table_name;
  -- Of partitioned tables the partitions are what is analyzed.
  IF named.kind <> 'r' THEN RETURN; END IF;
  EXECUTE format('CREATE STATISTICS %I.%I (dependencies) ON tenant_id, agent_id%s FROM %s', named.schema, named.relation || '_place',
    CASE WHEN by_station THEN ', station_id' ELSE '' END, table_name);
END $$;
GRANT EXECUTE ON PROCEDURE kit_place_statistics(regclass, boolean) TO ledger_owner;

-- Rows whose column is among the ids of a setting, or all of them. A planner takes "either of two unknowns" for half of the rows, and three policies for an
-- eighth; "is not null" it takes for nearly all, which is right, because a query names its scope itself and row security only makes sure.
CREATE FUNCTION kit_visible(column_name text, setting text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('NULLIF((SELECT current_setting(%2$L, true) = ''*'') OR %1$I = ANY ((SELECT public.kit_listed(%2$L))::bigint[]), false) IS NOT NULL', column_name, setting)
$$;
GRANT EXECUTE ON FUNCTION kit_visible(text, text) TO ledger_owner;

-- As it was (0001_base.sql), with both.
CREATE OR REPLACE PROCEDURE kit_tenant_table(
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

-- Tables that were there before.
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.oid::regclass AS name, array_agg(p.polname::text) AS policies
    FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE p.polname IN ('tenant', 'agent', 'station') GROUP BY c.oid
  LOOP
    EXECUTE format('ALTER POLICY tenant ON %1$s USING (%2$s) WITH CHECK (%2$s)', found.name, kit_visible('tenant_id', 'app.tenants'));
    IF 'station' = ANY (found.policies) THEN
      EXECUTE format('ALTER POLICY station ON %s USING (%s)', found.name, kit_visible('station_id', 'app.stations'));
    END IF;
    IF 'agent' = ANY (found.policies) THEN
      EXECUTE format('ALTER POLICY agent ON %s USING (%s)', found.name, kit_visible('agent_id', 'app.agents'));
      CALL kit_place_statistics(found.name, 'station' = ANY (found.policies));
      EXECUTE format('ANALYZE %s', found.name);
    END IF;
  END LOOP;
END $$;
