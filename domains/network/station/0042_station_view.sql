-- A station with the number of its piles.
CREATE VIEW station_view WITH (security_invoker = true) AS
SELECT s.*, (SELECT count(*) FROM pile p WHERE p.station_id = s.station_id AND NOT p.is_delete)::int AS cp_all_total FROM station s;
GRANT SELECT ON station_view TO chargeops_app, chargeops_system;
