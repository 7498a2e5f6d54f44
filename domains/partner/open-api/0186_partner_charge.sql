-- A charge that a partner's program began. Its request id is chosen by the partner; the same one again is the same charge.
CREATE TABLE partner_charge (
  access_config_id bigint NOT NULL,
  request_id text NOT NULL,
  tenant_id bigint NOT NULL,
  charging_order_id bigint NOT NULL UNIQUE REFERENCES charging_order,
  -- SHA-256 of what was asked, so that a repetition with other values is found.
  input_digest bytea NOT NULL,
  begin_time timestamptz NOT NULL,
  PRIMARY KEY (access_config_id, request_id),
  FOREIGN KEY (tenant_id, access_config_id) REFERENCES access_config (tenant_id, access_config_id)
);
CALL kit_tenant_table('partner_charge');
CREATE INDEX partner_charge_begun ON partner_charge (access_config_id, begin_time);

CREATE FUNCTION partner_instant(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
GRANT EXECUTE ON FUNCTION partner_instant(timestamptz) TO chargeops_app, chargeops_system;

-- A charge as its partner is told about it, by calls and by webhooks. `p_state` is the state that is told.
CREATE FUNCTION partner_charge_view(p_order bigint, p_state int) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_object(
    'requestId', c.request_id, 'chargingOrderNo', o.charging_order_no, 'stationId', o.station_id::text, 'cpCode', o.cp_code, 'gunNumber', o.gun_number,
    'orderState', p_state, 'startResult', o.start_result, 'stopReason', o.stop_reason,
    'startedAt', partner_instant(o.start_time), 'endedAt', partner_instant(o.stop_time), 'startSoc', o.start_soc, 'stopSoc', o.stop_soc,
    'energyWh', coalesce(o.charging_elec, 0)::float8 / 10, 'currency', o.currency,
    'bill', CASE WHEN o.billing_time IS NOT NULL THEN jsonb_build_object('totalCents', o.billing_amount, 'energyCents', o.elec_amount,
      'serviceCents', o.srv_amount, 'other1Cents', o.other1_amount, 'other2Cents', o.other2_amount,
      'discountCents', o.tariff_offer + o.vip_offer + o.coupon_credit_amount + o.overrun_amount, 'billedAt', partner_instant(o.billing_time)) END)
  FROM charging_order o JOIN partner_charge c ON c.charging_order_id = o.charging_order_id WHERE o.charging_order_id = p_order
$$;
GRANT EXECUTE ON FUNCTION partner_charge_view(bigint, int) TO chargeops_app, chargeops_system;
