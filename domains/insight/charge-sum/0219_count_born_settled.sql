-- Orders that are settled when they are stored are counted together, each row of the sums once, in the order of its key.
CREATE FUNCTION count_born_settled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM fresh WHERE order_state IN (4, 5)) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7123, charge_sum_lock(s.station_id)) FROM (SELECT DISTINCT f.station_id FROM fresh f ORDER BY 1) s;
  INSERT INTO charge_sum AS t (tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms)
  SELECT o.tenant_id, o.agent_id, o.station_id, d.subject, d.subject_key, d.unit, d.period, o.currency, d.cp_type, d.main_part_type, sum(d.charging_count), sum(d.charging_elec), sum(d.charging_elec_tip), sum(d.charging_elec_peak), sum(d.charging_elec_flat), sum(d.charging_elec_valley), sum(d.order_amount), sum(d.billing_amount), sum(d.elec_amount), sum(d.srv_amount), sum(d.other_amount), sum(d.busy_ms)
  FROM fresh f JOIN charging_order o ON o.charging_order_id = f.charging_order_id CROSS JOIN LATERAL charge_parts(o) d
  WHERE charge_counts(o)
  GROUP BY o.tenant_id, o.agent_id, o.station_id, d.subject, d.subject_key, d.unit, d.period, o.currency, d.cp_type, d.main_part_type
  ORDER BY d.subject, o.station_id, o.agent_id, d.unit, d.period, d.subject_key, o.currency, d.cp_type, d.main_part_type
  ON CONFLICT (subject, station_id, agent_id, unit, period, subject_key, currency, cp_type, main_part_type) DO UPDATE SET charging_count = t.charging_count + excluded.charging_count, charging_elec = t.charging_elec + excluded.charging_elec, charging_elec_tip = t.charging_elec_tip + excluded.charging_elec_tip, charging_elec_peak = t.charging_elec_peak + excluded.charging_elec_peak, charging_elec_flat = t.charging_elec_flat + excluded.charging_elec_flat, charging_elec_valley = t.charging_elec_valley + excluded.charging_elec_valley, order_amount = t.order_amount + excluded.order_amount, billing_amount = t.billing_amount + excluded.billing_amount, elec_amount = t.elec_amount + excluded.elec_amount, srv_amount = t.srv_amount + excluded.srv_amount, other_amount = t.other_amount + excluded.other_amount, busy_ms = t.busy_ms + excluded.busy_ms;
  RETURN NULL;
END $$;
CALL kit_system_function('count_born_settled()');
CREATE TRIGGER count_born_settled AFTER INSERT ON charging_order REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_born_settled();
