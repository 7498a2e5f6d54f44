-- Where a station lies: the six digits of its district, or of a wider area where no more is known. All below an area begin with its digits.
ALTER TABLE station ADD COLUMN area_code text CHECK (area_code ~ '^[1-9][0-9]{5}$');
CREATE INDEX station_area ON station (area_code text_pattern_ops, station_id) WHERE NOT is_delete;
DROP VIEW station_view;
CREATE VIEW station_view WITH (security_invoker = true) AS
SELECT s.*, (SELECT count(*) FROM pile p WHERE p.station_id = s.station_id AND NOT p.is_delete)::int AS cp_all_total FROM station s;
GRANT SELECT ON station_view TO chargeops_app, chargeops_system;
