-- A partner is told everything that was taken off the list price as one discount.
CREATE OR REPLACE FUNCTION partner_charge_view(p_order bigint, p_state int) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object(
    'requestId', c.request_id, 'chargingOrderNo', o.charging_order_no, 'stationId', o.station_id::text, 'cpCode', o.cp_code, 'gunNumber', o.gun_number,
    'orderState', p_state, 'startResult', o.start_result, 'stopReason', o.stop_reason,
    'startedAt', partner_instant(o.start_time), 'endedAt', partner_instant(o.stop_time), 'startSoc', o.start_soc, 'stopSoc', o.stop_soc,
    'energyWh', coalesce(o.charging_elec, 0)::float8 / 10, 'currency', o.currency,
    'bill', CASE WHEN o.billing_time IS NOT NULL THEN jsonb_build_object('totalCents', o.billing_amount, 'energyCents', o.elec_amount,
      'serviceCents', o.srv_amount, 'other1Cents', o.other1_amount, 'other2Cents', o.other2_amount,
      'discountCents', o.order_amount - o.billing_amount, 'billedAt', partner_instant(o.billing_time)) END)
  FROM charging_order o JOIN partner_charge c ON c.charging_order_id = o.charging_order_id WHERE o.charging_order_id = p_order
$$;
