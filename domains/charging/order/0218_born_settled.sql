-- An order begins in state 0; one made from an end record or from a gun that is found charging begins in 3 or 9. A charge that was judged as a whole after it
-- was over begins in 4, with its end and its bill.
CREATE OR REPLACE FUNCTION order_birth_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.order_state NOT IN (0, 3, 9) AND (NEW.order_state <> 4 OR NEW.stop_time IS NULL OR NEW.billing_time IS NULL) THEN
    RAISE EXCEPTION 'order % cannot begin at %', NEW.charging_order_no, NEW.order_state USING ERRCODE = '23514', CONSTRAINT = 'order_birth_guard';
  END IF;
  RETURN NEW;
END $$;
-- The ids of such orders are taken in advance, so that the order of ids is that of time.
GRANT USAGE ON SEQUENCE charging_order_charging_order_id_seq TO chargeops_system;
