-- What a gun's amounts are in and where it is what time.
CREATE OR REPLACE VIEW gun_view WITH (security_invoker = true) AS
SELECT g.*, l.reported_at, l.gun_stop_type, l.gun_status_info, l.gun_dc_positive_temp, l.gun_dc_negative_temp, l.cp_voltage, l.insulation_val,
  l.online_gun_max_power, l.charging_voltage, l.charging_current, l.charging_power, l.charging_soc, l.bms_voltage, l.bms_current, l.charging_elec,
  l.charging_amount, l.charging_remaining_min,
  (SELECT t.currency FROM tenant t WHERE t.tenant_id = g.tenant_id) AS currency,
  (SELECT s.timezone FROM station s WHERE s.station_id = g.station_id) AS timezone
FROM gun g JOIN gun_live l ON l.cp_code = g.cp_code AND l.gun_number = g.gun_number;
