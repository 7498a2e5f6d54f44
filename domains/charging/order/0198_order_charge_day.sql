-- The local day on which a charge began, by the clock of its station at that time, and the type of its pile. Both are frozen in the order, so that what is
-- counted by them is the same whenever it is counted. A record that corrects the start moves the day.
ALTER TABLE charging_order ADD COLUMN charge_zone text, ADD COLUMN charge_day date, ADD COLUMN cp_type smallint;

-- It reads the station and the pile of the order whoever writes the order.
CREATE FUNCTION order_charge_day() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  began constant timestamptz := coalesce(NEW.start_time, NEW.stop_time, NEW.billing_time);
BEGIN
  IF TG_OP = 'INSERT' AND NEW.cp_type IS NULL THEN
    NEW.cp_type := (SELECT p.cp_type FROM pile p WHERE p.cp_code = NEW.cp_code);
  END IF;
  IF began IS NULL THEN
    NEW.charge_day := NULL;
  ELSE
    IF NEW.charge_zone IS NULL THEN
      NEW.charge_zone := (SELECT s.timezone FROM station s WHERE s.station_id = NEW.station_id);
    END IF;
    NEW.charge_day := (began AT TIME ZONE NEW.charge_zone)::date;
  END IF;
  RETURN NEW;
END $$;
CALL kit_system_function('order_charge_day()');
CREATE TRIGGER order_charge_day_of_new BEFORE INSERT ON charging_order FOR EACH ROW EXECUTE FUNCTION order_charge_day();
CREATE TRIGGER order_charge_day BEFORE UPDATE OF start_time, stop_time, billing_time ON charging_order FOR EACH ROW
  WHEN ((OLD.start_time, OLD.stop_time, OLD.billing_time) IS DISTINCT FROM (NEW.start_time, NEW.stop_time, NEW.billing_time)) EXECUTE FUNCTION order_charge_day();

SET LOCAL ROLE chargeops_system;
UPDATE charging_order o SET charge_zone = s.timezone, charge_day = (coalesce(o.start_time, o.stop_time, o.billing_time) AT TIME ZONE s.timezone)::date,
  cp_type = (SELECT p.cp_type FROM pile p WHERE p.cp_code = o.cp_code)
FROM station s WHERE s.station_id = o.station_id;
RESET ROLE;

-- The orders behind a figure of some days.
CREATE INDEX charging_order_day ON charging_order (tenant_id, charge_day) INCLUDE (agent_id, station_id, order_state, cp_type, currency, order_amount, billing_amount,
  charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley) WHERE NOT is_delete;
CREATE INDEX charging_order_station_day ON charging_order (station_id, charge_day) INCLUDE (tenant_id, agent_id, order_state, cp_type, currency, order_amount, billing_amount,
  charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley) WHERE NOT is_delete;

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
  o.card_credit_amount, o.point_credit_amount, o.charge_day, o.cp_type
FROM charging_order o LEFT JOIN order_progress p ON p.charging_order_id = o.charging_order_id LEFT JOIN station s ON s.station_id = o.station_id;
