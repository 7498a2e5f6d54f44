-- The stations of before.
SET LOCAL ROLE chargeops_system;
INSERT INTO station_mini (station_id, tenant_id, agent_id, station_name, station_area_code, is_delete, create_by, create_time)
SELECT station_id, tenant_id, agent_id, station_name, area_code, is_delete, create_by, create_time FROM station;
