-- A first settlement, which is nearly every change, is counted by a statement that reads the new row alone; only a change of what had been counted compares the
-- old row with the new one. The comparison is in the function, because a condition of so many terms on the trigger is prepared anew for each statement.
DROP TRIGGER count_charge ON charging_order;
DROP FUNCTION count_charge();

CREATE FUNCTION count_charge() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF NOT charge_counts(OLD) THEN
    IF NOT charge_counts(NEW) THEN
      RETURN NULL;
    END IF;
    PERFORM pg_advisory_xact_lock_shared(7123, charge_sum_lock(NEW.station_id));
    INSERT INTO charge_sum AS t (tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec,
      charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms)
    SELECT NEW.tenant_id, NEW.agent_id, NEW.station_id, d.subject, d.subject_key, d.unit, d.period, NEW.currency, d.cp_type, d.main_part_type, sum(d.charging_count),
      sum(d.charging_elec), sum(d.charging_elec_tip), sum(d.charging_elec_peak), sum(d.charging_elec_flat), sum(d.charging_elec_valley),
      sum(d.order_amount), sum(d.billing_amount), sum(d.elec_amount), sum(d.srv_amount), sum(d.other_amount), sum(d.busy_ms)
    FROM charge_parts(NEW) d
    GROUP BY d.subject, d.unit, d.period, d.subject_key, d.cp_type, d.main_part_type
    ORDER BY d.subject, d.unit, d.period, d.subject_key, d.cp_type, d.main_part_type
    ON CONFLICT (subject, station_id, agent_id, unit, period, subject_key, currency, cp_type, main_part_type) DO UPDATE SET charging_count = t.charging_count + excluded.charging_count,
      charging_elec = t.charging_elec + excluded.charging_elec, charging_elec_tip = t.charging_elec_tip + excluded.charging_elec_tip,
      charging_elec_peak = t.charging_elec_peak + excluded.charging_elec_peak, charging_elec_flat = t.charging_elec_flat + excluded.charging_elec_flat,
      charging_elec_valley = t.charging_elec_valley + excluded.charging_elec_valley, order_amount = t.order_amount + excluded.order_amount,
      billing_amount = t.billing_amount + excluded.billing_amount, elec_amount = t.elec_amount + excluded.elec_amount, srv_amount = t.srv_amount + excluded.srv_amount,
      other_amount = t.other_amount + excluded.other_amount, busy_ms = t.busy_ms + excluded.busy_ms;
    RETURN NULL;
  END IF;

  IF charge_counts(NEW)
    AND (OLD.tenant_id, OLD.agent_id, OLD.station_id, OLD.cp_code, OLD.gun_number, OLD.cp_type, OLD.currency, OLD.main_part_type, OLD.user_mobile, OLD.ic_card_no, OLD.cust_id,
      OLD.car_vin, OLD.charge_zone, OLD.start_time, OLD.stop_time, OLD.charging_elec, OLD.charging_elec_tip, OLD.charging_elec_peak, OLD.charging_elec_flat, OLD.charging_elec_valley,
      OLD.order_amount, OLD.billing_amount, OLD.elec_amount, OLD.srv_amount, OLD.other1_amount, OLD.other2_amount, coalesce(OLD.start_time, OLD.stop_time, OLD.billing_time))
    IS NOT DISTINCT FROM
      (NEW.tenant_id, NEW.agent_id, NEW.station_id, NEW.cp_code, NEW.gun_number, NEW.cp_type, NEW.currency, NEW.main_part_type, NEW.user_mobile, NEW.ic_card_no, NEW.cust_id,
      NEW.car_vin, NEW.charge_zone, NEW.start_time, NEW.stop_time, NEW.charging_elec, NEW.charging_elec_tip, NEW.charging_elec_peak, NEW.charging_elec_flat, NEW.charging_elec_valley,
      NEW.order_amount, NEW.billing_amount, NEW.elec_amount, NEW.srv_amount, NEW.other1_amount, NEW.other2_amount, coalesce(NEW.start_time, NEW.stop_time, NEW.billing_time)) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7123, charge_sum_lock(NEW.station_id));
  INSERT INTO charge_sum AS t (tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec,
    charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms)
  SELECT d.tenant_id, d.agent_id, d.station_id, d.subject, d.subject_key, d.unit, d.period, d.currency, d.cp_type, d.main_part_type, sum(sign * d.charging_count),
    sum(sign * d.charging_elec), sum(sign * d.charging_elec_tip), sum(sign * d.charging_elec_peak), sum(sign * d.charging_elec_flat), sum(sign * d.charging_elec_valley),
    sum(sign * d.order_amount), sum(sign * d.billing_amount), sum(sign * d.elec_amount), sum(sign * d.srv_amount), sum(sign * d.other_amount), sum(sign * d.busy_ms)
  FROM (
    SELECT 1 AS sign, NEW.tenant_id, NEW.agent_id, NEW.station_id, NEW.currency, p.* FROM charge_parts(NEW) p WHERE charge_counts(NEW)
    UNION ALL
    SELECT -1, OLD.tenant_id, OLD.agent_id, OLD.station_id, OLD.currency, p.* FROM charge_parts(OLD) p
  ) d
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ORDER BY d.subject, d.station_id, d.agent_id, d.unit, d.period, d.subject_key, d.currency, d.cp_type, d.main_part_type
  ON CONFLICT (subject, station_id, agent_id, unit, period, subject_key, currency, cp_type, main_part_type) DO UPDATE SET charging_count = t.charging_count + excluded.charging_count,
    charging_elec = t.charging_elec + excluded.charging_elec, charging_elec_tip = t.charging_elec_tip + excluded.charging_elec_tip,
    charging_elec_peak = t.charging_elec_peak + excluded.charging_elec_peak, charging_elec_flat = t.charging_elec_flat + excluded.charging_elec_flat,
    charging_elec_valley = t.charging_elec_valley + excluded.charging_elec_valley, order_amount = t.order_amount + excluded.order_amount,
    billing_amount = t.billing_amount + excluded.billing_amount, elec_amount = t.elec_amount + excluded.elec_amount, srv_amount = t.srv_amount + excluded.srv_amount,
    other_amount = t.other_amount + excluded.other_amount, busy_ms = t.busy_ms + excluded.busy_ms;
  -- An order that moved to another period or is no longer counted may leave empty rows.
  DELETE FROM charge_sum t WHERE t.station_id = OLD.station_id AND t.charging_count = 0 AND t.busy_ms = 0
    AND (t.subject, t.subject_key, t.unit, t.period) IN (SELECT p.subject, p.subject_key, p.unit, p.period FROM charge_parts(OLD) p);
  RETURN NULL;
END $$;
CALL kit_system_function('count_charge()');
CREATE CONSTRAINT TRIGGER count_charge AFTER UPDATE ON charging_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.billing_time IS NOT NULL OR NEW.billing_time IS NOT NULL) EXECUTE FUNCTION count_charge();
