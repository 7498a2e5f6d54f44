-- What was reported of the car at a gun before its charge. It is forgotten when the gun is unplugged, ends a charge or fails.
ALTER TABLE gun_live ADD COLUMN car_vin text, ADD COLUMN car_vin_at timestamptz, ADD COLUMN car_soc smallint, ADD COLUMN car_soc_at timestamptz;

-- The car at each gun that is plugged in and does not charge; null where it is not known. While a pile is offline, another car may have been plugged in,
-- so what was reported before its connection does not count.
CREATE VIEW plugged_car WITH (security_invoker = true) AS
SELECT l.cp_code, l.gun_number, CASE WHEN l.car_vin_at >= s.online_since THEN l.car_vin END AS car_vin,
  CASE WHEN l.car_soc_at >= s.online_since THEN l.car_soc END AS car_soc
FROM gun_live l JOIN gun g ON g.cp_code = l.cp_code AND g.gun_number = l.gun_number JOIN pile_state s ON s.cp_code = l.cp_code
WHERE s.online AND g.device_gun_stat = 3;
GRANT SELECT ON plugged_car TO chargeops_app, chargeops_system;
