-- Who follows a rule, counted with the rights of the system: a rule is the whole tenant's, and whoever changes it may see some of its piles only.
CREATE FUNCTION rate_rule_pile_count(p_rule bigint) RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*)::int FROM pile WHERE rate_rule_id = p_rule AND NOT is_delete
$$;
-- Where they stand: a month is running while it is that month in one of these zones.
CREATE FUNCTION rate_rule_zones(p_rule bigint) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT s.timezone), '{}') FROM pile p JOIN station s USING (station_id) WHERE p.rate_rule_id = p_rule AND NOT p.is_delete
$$;
GRANT CREATE ON SCHEMA public TO chargeops_system;
ALTER FUNCTION rate_rule_pile_count(bigint) OWNER TO chargeops_system;
ALTER FUNCTION rate_rule_zones(bigint) OWNER TO chargeops_system;
REVOKE CREATE ON SCHEMA public FROM chargeops_system;
GRANT EXECUTE ON FUNCTION rate_rule_pile_count(bigint), rate_rule_zones(bigint) TO chargeops_app;

CREATE OR REPLACE VIEW rate_rule_view WITH (security_invoker = true) AS
SELECT r.*,
  (SELECT count(DISTINCT star_month_time) FROM rate_rule_month m WHERE m.rate_rule_id = r.rate_rule_id)::int AS month_count,
  rate_rule_pile_count(r.rate_rule_id) AS pile_count,
  (SELECT t.currency FROM tenant t WHERE t.tenant_id = r.tenant_id) AS currency
FROM rate_rule r;
