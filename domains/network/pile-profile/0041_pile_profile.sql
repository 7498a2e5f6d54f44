-- The device settings of a pile: created with the pile, edited on a page of their own.
CREATE TABLE pile_profile (
  cp_code text PRIMARY KEY REFERENCES pile ON DELETE CASCADE,
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_id bigint NOT NULL,
  manufacturer text,
  factory_date date,
  module_count int NOT NULL DEFAULT 0,
  -- Seconds between reports; 0 switches one off.
  pile_interval int NOT NULL DEFAULT 60,
  gun_interval int NOT NULL DEFAULT 60,
  charging_interval int NOT NULL DEFAULT 15,
  bms_handshake_interval int NOT NULL DEFAULT 0,
  bms_parameter_interval int NOT NULL DEFAULT 0,
  bms_charging_interval int NOT NULL DEFAULT 15,
  bms_end_interval int NOT NULL DEFAULT 0,
  srv_ip text,
  srv_port int,
  srv_domain_name text,
  -- 0.1 kW.
  online_max_power bigint,
  offline_max_power bigint,
  charging_max_soc int NOT NULL DEFAULT 100 CHECK (charging_max_soc BETWEEN 1 AND 100),
  is_vin_offline_charging smallint NOT NULL DEFAULT 0,
  is_iccard_offline_charging smallint NOT NULL DEFAULT 0,
  main_board_ver text,
  func_board_ver text,
  screen_version text,
  device_ip text,
  device_ip_mode smallint NOT NULL DEFAULT 1,
  subnet_mask text,
  subnet_mask_mode smallint NOT NULL DEFAULT 1,
  gateway text,
  gateway_mode smallint NOT NULL DEFAULT 1,
  mac text,
  mac_mode smallint NOT NULL DEFAULT 1
);
CALL kit_audit_columns('pile_profile');
CALL kit_tenant_table('pile_profile', by_agent => true, by_station => true);

-- Every pile has one.
CREATE FUNCTION pile_profile_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pile_profile (cp_code, tenant_id, agent_id, station_id, create_by) VALUES (NEW.cp_code, NEW.tenant_id, NEW.agent_id, NEW.station_id, NEW.create_by);
  RETURN NEW;
END $$;
CREATE TRIGGER pile_profile_made AFTER INSERT ON pile FOR EACH ROW EXECUTE FUNCTION pile_profile_made();

-- With the state of the pile's power modules, which is part of its last report.
CREATE VIEW pile_profile_view WITH (security_invoker = true) AS
SELECT f.*, (s.details ->> 'moduleStat')::int AS module_stat FROM pile_profile f LEFT JOIN pile_state s ON s.cp_code = f.cp_code;
GRANT SELECT ON pile_profile_view TO chargeops_app, chargeops_system;
