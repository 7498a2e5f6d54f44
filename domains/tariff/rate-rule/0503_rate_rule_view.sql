-- A rule with how much of the year it prices and how many piles follow it.
CREATE VIEW rate_rule_view WITH (security_invoker = true) AS
SELECT r.*,
  (SELECT count(DISTINCT star_month_time) FROM rate_rule_month m WHERE m.rate_rule_id = r.rate_rule_id)::int AS month_count,
  (SELECT count(*) FROM pile p WHERE p.rate_rule_id = r.rate_rule_id AND NOT p.is_delete)::int AS pile_count
FROM rate_rule r;
GRANT SELECT ON rate_rule_view TO chargeops_app, chargeops_system;
