-- What lists show beside the rows of agents and stations.
CREATE VIEW station_view WITH (security_invoker = true) AS
SELECT s.*, (SELECT count(*) FROM pile p WHERE p.station_id = s.station_id AND NOT p.is_delete)::int AS cp_all_total FROM station s;
CREATE VIEW agent_view WITH (security_invoker = true) AS
SELECT a.*,
  (SELECT count(*) FROM station s WHERE s.agent_id = a.agent_id AND NOT s.is_delete)::int AS station_num,
  (SELECT count(*) FROM pile p WHERE p.agent_id = a.agent_id AND NOT p.is_delete)::int AS cp_all_total
FROM agent a;
GRANT SELECT ON station_view, agent_view TO chargeops_app, chargeops_system;
