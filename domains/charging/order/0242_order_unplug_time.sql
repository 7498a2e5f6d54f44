-- When the gun was free again, which is the end of the stay after a charge.
CREATE OR REPLACE VIEW charging_order_view WITH (security_invoker = true) AS
SELECT o.charging_order_id, o.charging_order_no, o.tenant_id, o.agent_id, o.station_id, o.cp_code, o.gun_number, o.order_state, o.abnormal_reason, o.order_category,
  o.main_part_type, o.main_part_id, o.cust_id, o.cust_name, o.user_name, o.user_mobile, o.ic_card_id, o.ic_card_no, o.car_vin, o.car_num,
  o.start_source, o.start_result, o.stop_reason, o.charging_strategy_type, o.charging_strategy_val, o.start_time, o.stop_time,
  o.start_soc, CASE WHEN o.stop_time IS NULL THEN p.soc ELSE o.stop_soc END AS stop_soc, o.start_meter, o.stop_meter,
  CASE WHEN o.stop_time IS NULL THEN greatest(o.charging_elec, p.energy, p.meter - o.start_meter) ELSE o.charging_elec END AS charging_elec,
  o.charging_elec_tip, o.charging_elec_peak, o.charging_elec_flat, o.charging_elec_valley, o.charging_elec_json,
  o.order_amount, o.elec_amount, o.srv_amount, o.other1_amount, o.other2_amount, o.tip_amount, o.peak_amount, o.flat_amount, o.valley_amount,
  o.tariff_offer, o.vip_offer, o.coupon_credit_amount, o.overrun_amount, o.billing_amount, o.shortfall_amount, o.billing_time, o.settle_method,
  o.currency, o.vip_level_name, o.rate_rule_id, o.reservation_id, o.pre_pay_order_id, invoicing_status_of(o.charging_order_id) AS invoicing_status,
  o.is_delete::int::smallint AS is_delete,
  s.timezone AS station_timezone, o.create_by, o.create_time, o.update_by, o.update_time, o.version, o.adjust_waits,
  o.card_credit_amount, o.point_credit_amount, o.charge_day, o.cp_type,
  CASE WHEN o.stop_time > o.start_time AND u.unplugged_at >= o.stop_time THEN u.unplugged_at END AS unplug_time
FROM charging_order o LEFT JOIN order_progress p ON p.charging_order_id = o.charging_order_id LEFT JOIN station s ON s.station_id = o.station_id
  LEFT JOIN order_unplug u ON u.charging_order_id = o.charging_order_id;
