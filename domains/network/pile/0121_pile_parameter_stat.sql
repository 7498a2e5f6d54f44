-- How many of the parameters that a form holds the pile tells otherwise; null before it has told any of them. The domain of devices keeps it.
-- With the view goes pile_view of the tariff domain, whose next migration makes it anew.
ALTER TABLE pile ADD COLUMN differing_count smallint;
-- 0 nothing told, 1 all as the forms say, 2 some differ.
ALTER TABLE pile ADD COLUMN parameter_stat smallint NOT NULL
  GENERATED ALWAYS AS (CASE WHEN differing_count IS NULL THEN 0 WHEN differing_count = 0 THEN 1 ELSE 2 END) STORED;
CREATE INDEX pile_parameter_stat ON pile (tenant_id, parameter_stat, create_time DESC, cp_code DESC) WHERE NOT is_delete;
CREATE INDEX pile_parameter_stat_all ON pile (parameter_stat, create_time DESC, cp_code DESC) WHERE NOT is_delete;
DROP VIEW pile_without_rates_view CASCADE;
CREATE VIEW pile_without_rates_view WITH (security_invoker = true) AS
SELECT p.*, s.last_seen, s.online_since, s.main_sw, s.over_tls::int::smallint AS over_tls, s.native_version,
  (SELECT jsonb_agg(jsonb_build_object('gunNumber', g.gun_number, 'gunWorkStat', g.gun_work_stat, 'chargingSoc', CASE WHEN g.gun_work_stat = 6 THEN l.charging_soc END) ORDER BY g.gun_number)
    FROM gun g JOIN gun_live l ON l.cp_code = g.cp_code AND l.gun_number = g.gun_number WHERE g.cp_code = p.cp_code) AS guns,
  (SELECT t.currency FROM tenant t WHERE t.tenant_id = p.tenant_id) AS currency,
  (SELECT st.timezone FROM station st WHERE st.station_id = p.station_id) AS timezone
FROM pile p LEFT JOIN pile_state s ON s.cp_code = p.cp_code;
GRANT SELECT ON pile_without_rates_view TO chargeops_app, chargeops_system;
