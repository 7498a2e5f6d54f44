-- What people look an order up by carries the columns of scope, so that a colleague's orders are passed over without being fetched; and the few that
-- were charged offline or settled by hand carry each other's mark, because operators ask for both at once.
DROP INDEX charging_order_category, charging_order_by_hand, charging_order_pile, charging_order_customer, charging_order_mobile, charging_order_card, charging_order_vin, charging_order_plate;

CREATE INDEX charging_order_category ON charging_order (order_category, tenant_id, create_time DESC, charging_order_id DESC)
  INCLUDE (agent_id, station_id, order_state, main_part_type, settle_method) WHERE order_category <> 1 AND NOT is_delete;
CREATE INDEX charging_order_by_hand ON charging_order (settle_method, tenant_id, create_time DESC, charging_order_id DESC)
  INCLUDE (agent_id, station_id, order_state, main_part_type, order_category) WHERE settle_method <> 1 AND NOT is_delete;

CREATE INDEX charging_order_pile ON charging_order (cp_code, create_time DESC, charging_order_id DESC) INCLUDE (tenant_id, agent_id, station_id) WHERE NOT is_delete;
CREATE INDEX charging_order_customer ON charging_order (cust_id, create_time DESC, charging_order_id DESC) INCLUDE (tenant_id, agent_id, station_id)
  WHERE cust_id IS NOT NULL AND NOT is_delete;
CREATE INDEX charging_order_mobile ON charging_order (user_mobile, create_time DESC, charging_order_id DESC) INCLUDE (tenant_id, agent_id, station_id)
  WHERE user_mobile IS NOT NULL AND NOT is_delete;
CREATE INDEX charging_order_card ON charging_order (ic_card_no, create_time DESC, charging_order_id DESC) INCLUDE (tenant_id, agent_id, station_id)
  WHERE ic_card_no IS NOT NULL AND NOT is_delete;
CREATE INDEX charging_order_vin ON charging_order (car_vin, create_time DESC, charging_order_id DESC) INCLUDE (tenant_id, agent_id, station_id)
  WHERE car_vin IS NOT NULL AND NOT is_delete;
CREATE INDEX charging_order_plate ON charging_order (car_num, create_time DESC, charging_order_id DESC) INCLUDE (tenant_id, agent_id, station_id)
  WHERE car_num IS NOT NULL AND NOT is_delete;
