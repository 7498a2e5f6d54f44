-- Lists of orders stay quick at ten million rows: each scope has its own order of creation, with the columns inside that row
-- security and the commonest filters ask for, so that deep pages and counts read the index alone.
ALTER TABLE charging_order SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- The tenant's also carries what totals add up: those of a month read nothing else.
CREATE INDEX charging_order_list ON charging_order (tenant_id, create_time DESC, charging_order_id DESC)
  INCLUDE (agent_id, station_id, order_state, main_part_type, start_source, order_category, settle_method, currency, order_amount, billing_amount,
    charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley) WHERE NOT is_delete;
CREATE INDEX charging_order_agent ON charging_order (agent_id, create_time DESC, charging_order_id DESC)
  INCLUDE (tenant_id, station_id, order_state, main_part_type, start_source, order_category, settle_method) WHERE NOT is_delete;
CREATE INDEX charging_order_station ON charging_order (station_id, create_time DESC, charging_order_id DESC)
  INCLUDE (tenant_id, agent_id, order_state, main_part_type, start_source, order_category, settle_method) WHERE NOT is_delete;
CREATE INDEX charging_order_all ON charging_order (create_time DESC, charging_order_id DESC)
  INCLUDE (tenant_id, agent_id, station_id, order_state, main_part_type, start_source, order_category, settle_method) WHERE NOT is_delete;

-- Most orders are settled, online and automatic; the others are few and asked for most.
CREATE INDEX charging_order_unsettled ON charging_order (order_state, tenant_id, create_time DESC, charging_order_id DESC) INCLUDE (agent_id, station_id)
  WHERE order_state <> 4 AND NOT is_delete;
CREATE INDEX charging_order_abnormal ON charging_order (abnormal_reason, tenant_id, create_time DESC, charging_order_id DESC)
  WHERE abnormal_reason IS NOT NULL AND NOT is_delete;
CREATE INDEX charging_order_category ON charging_order (order_category, tenant_id, create_time DESC, charging_order_id DESC) INCLUDE (agent_id, station_id)
  WHERE order_category <> 1 AND NOT is_delete;
CREATE INDEX charging_order_by_hand ON charging_order (settle_method, tenant_id, create_time DESC, charging_order_id DESC) INCLUDE (agent_id, station_id)
  WHERE settle_method <> 1 AND NOT is_delete;
CREATE INDEX charging_order_source ON charging_order (start_source, tenant_id, create_time DESC, charging_order_id DESC) INCLUDE (agent_id, station_id)
  WHERE NOT is_delete;
CREATE INDEX charging_order_payer_type ON charging_order (main_part_type, tenant_id, create_time DESC, charging_order_id DESC) INCLUDE (agent_id, station_id)
  WHERE NOT is_delete;

-- Whom and what people look an order up by.
CREATE INDEX charging_order_pile ON charging_order (cp_code, create_time DESC, charging_order_id DESC) WHERE NOT is_delete;
CREATE INDEX charging_order_customer ON charging_order (cust_id, create_time DESC, charging_order_id DESC) WHERE cust_id IS NOT NULL AND NOT is_delete;
CREATE INDEX charging_order_mobile ON charging_order (user_mobile, create_time DESC, charging_order_id DESC) WHERE user_mobile IS NOT NULL AND NOT is_delete;
CREATE INDEX charging_order_card ON charging_order (ic_card_no, create_time DESC, charging_order_id DESC) WHERE ic_card_no IS NOT NULL AND NOT is_delete;
CREATE INDEX charging_order_vin ON charging_order (car_vin, create_time DESC, charging_order_id DESC) WHERE car_vin IS NOT NULL AND NOT is_delete;
CREATE INDEX charging_order_plate ON charging_order (car_num, create_time DESC, charging_order_id DESC) WHERE car_num IS NOT NULL AND NOT is_delete;

-- Orders are marked as deleted, and what is known of them stays.
REVOKE DELETE ON charging_order, order_fact, order_progress FROM chargeops_app;

CREATE INDEX device_event_order ON device_event (charging_order_no, at) WHERE charging_order_no IS NOT NULL;

-- An order as lists show it: what a running one has taken so far, and the zone of its station.
CREATE VIEW charging_order_view WITH (security_invoker = true) AS
SELECT o.charging_order_id, o.charging_order_no, o.tenant_id, o.agent_id, o.station_id, o.cp_code, o.gun_number, o.order_state, o.abnormal_reason, o.order_category,
  o.main_part_type, o.main_part_id, o.cust_id, o.cust_name, o.user_name, o.user_mobile, o.ic_card_id, o.ic_card_no, o.car_vin, o.car_num,
  o.start_source, o.start_result, o.stop_reason, o.charging_strategy_type, o.charging_strategy_val, o.start_time, o.stop_time,
  o.start_soc, CASE WHEN o.stop_time IS NULL THEN p.soc ELSE o.stop_soc END AS stop_soc, o.start_meter, o.stop_meter,
  CASE WHEN o.stop_time IS NULL THEN greatest(o.charging_elec, p.energy, p.meter - o.start_meter) ELSE o.charging_elec END AS charging_elec,
  o.charging_elec_tip, o.charging_elec_peak, o.charging_elec_flat, o.charging_elec_valley, o.charging_elec_json,
  o.order_amount, o.elec_amount, o.srv_amount, o.other1_amount, o.other2_amount, o.tip_amount, o.peak_amount, o.flat_amount, o.valley_amount,
  o.tariff_offer, o.vip_offer, o.coupon_credit_amount, o.overrun_amount, o.billing_amount, o.shortfall_amount, o.billing_time, o.settle_method,
  o.currency, o.vip_level_name, o.rate_rule_id, o.reservation_id, o.pre_pay_order_id, o.invoicing_status, o.is_delete::int::smallint AS is_delete,
  s.timezone AS station_timezone, o.create_by, o.create_time, o.update_by, o.update_time, o.version
FROM charging_order o LEFT JOIN order_progress p ON p.charging_order_id = o.charging_order_id LEFT JOIN station s ON s.station_id = o.station_id;
GRANT SELECT ON charging_order_view TO chargeops_app, chargeops_system;
