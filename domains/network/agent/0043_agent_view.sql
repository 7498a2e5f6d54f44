-- An agent with the numbers of its stations and piles.
CREATE VIEW agent_view WITH (security_invoker = true) AS
SELECT a.*,
  (SELECT count(*) FROM station s WHERE s.agent_id = a.agent_id AND NOT s.is_delete)::int AS station_num,
  (SELECT count(*) FROM pile p WHERE p.agent_id = a.agent_id AND NOT p.is_delete)::int AS cp_all_total
FROM agent a;
GRANT SELECT ON agent_view TO chargeops_app, chargeops_system;
