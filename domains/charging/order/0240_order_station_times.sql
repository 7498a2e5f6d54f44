-- How long the charges of an agent or a station took in a month is read from the index alone. An agent's orders lie on as many pages as there are.
CREATE INDEX charging_order_station_times ON charging_order (station_id, charge_day) INCLUDE (tenant_id, agent_id, order_state, cp_type, currency, order_amount, billing_amount,
  charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, charging_order_id, start_time, stop_time, billing_time) WHERE NOT is_delete;
DROP INDEX charging_order_station_day;
ALTER INDEX charging_order_station_times RENAME TO charging_order_station_day;
