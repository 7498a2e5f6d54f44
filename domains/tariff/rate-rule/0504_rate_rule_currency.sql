-- The list says what currency a rule's prices are in.
CREATE OR REPLACE VIEW rate_rule_view WITH (security_invoker = true) AS
SELECT r.*,
  (SELECT count(DISTINCT star_month_time) FROM rate_rule_month m WHERE m.rate_rule_id = r.rate_rule_id)::int AS month_count,
  (SELECT count(*) FROM pile p WHERE p.rate_rule_id = r.rate_rule_id AND NOT p.is_delete)::int AS pile_count,
  (SELECT t.currency FROM tenant t WHERE t.tenant_id = r.tenant_id) AS currency
FROM rate_rule r;
