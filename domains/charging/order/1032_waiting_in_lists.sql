-- Nearly every order waits for nobody, so an index of the few does not serve those who ask for the others: the mark goes where the scopes' own orders
-- keep the common filters (1011_order_lists.sql), into bytes that were padding.
DROP INDEX charging_order_list, charging_order_agent, charging_order_station, charging_order_all;
CREATE INDEX charging_order_list ON charging_order (tenant_id, create_time DESC, charging_order_id DESC)
  INCLUDE (agent_id, station_id, order_state, main_part_type, start_source, order_category, settle_method, adjust_waits, currency, order_amount, billing_amount,
    charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley) WHERE NOT is_delete;
CREATE INDEX charging_order_agent ON charging_order (agent_id, create_time DESC, charging_order_id DESC)
  INCLUDE (tenant_id, station_id, order_state, main_part_type, start_source, order_category, settle_method, adjust_waits) WHERE NOT is_delete;
CREATE INDEX charging_order_station ON charging_order (station_id, create_time DESC, charging_order_id DESC)
  INCLUDE (tenant_id, agent_id, order_state, main_part_type, start_source, order_category, settle_method, adjust_waits) WHERE NOT is_delete;
CREATE INDEX charging_order_all ON charging_order (create_time DESC, charging_order_id DESC)
  INCLUDE (tenant_id, agent_id, station_id, order_state, main_part_type, start_source, order_category, settle_method, adjust_waits) WHERE NOT is_delete;
