-- A start that failed at the cable may be tried again once with the same money: another charging order takes the place of the first. Until retry_until
-- the money waits for that; then it goes back.
ALTER TABLE prepaid_order
  ADD COLUMN retry_until timestamptz,
  ADD COLUMN retry_count smallint NOT NULL DEFAULT 0 CHECK (retry_count IN (0, 1));

-- As before, except that the charge may be replaced together with the one step of the count.
CREATE OR REPLACE FUNCTION prepaid_order_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.order_amount, NEW.currency, NEW.bill_id, NEW.pay_conf_id, NEW.tenant_id, NEW.pay_purpose, NEW.cust_id) IS DISTINCT FROM
      (OLD.order_amount, OLD.currency, OLD.bill_id, OLD.pay_conf_id, OLD.tenant_id, OLD.pay_purpose, OLD.cust_id)
    OR NEW.pay_state <> OLD.pay_state AND (OLD.pay_state, NEW.pay_state) NOT IN ((0, 1), (0, 2), (0, 4), (2, 3), (2, 4), (4, 3))
    OR OLD.pay_state = 4 AND (NEW.told_amount, NEW.problem) IS DISTINCT FROM (OLD.told_amount, OLD.problem)
    OR OLD.handle_by IS NOT NULL AND (NEW.handle_by, NEW.handle_time, NEW.pay_state) IS DISTINCT FROM (OLD.handle_by, OLD.handle_time, OLD.pay_state)
    OR NEW.retry_count NOT IN (OLD.retry_count, OLD.retry_count + 1)
    OR OLD.charging_order_id IS NOT NULL AND (NEW.charging_order_id IS DISTINCT FROM OLD.charging_order_id) <> (NEW.retry_count > OLD.retry_count)
    OR OLD.charging_order_id IS NOT NULL AND NEW.charging_order_id IS NULL
    OR OLD.start_refusal IS NOT NULL AND NEW.start_refusal IS DISTINCT FROM OLD.start_refusal
    OR NEW.refund_amount < OLD.refund_amount THEN
    RAISE EXCEPTION 'prepaid order % cannot change so', OLD.bill_id USING ERRCODE = '23514', CONSTRAINT = 'prepaid_order_guard';
  END IF;
  RETURN NEW;
END $$;

-- A prepayment pays for one charge at a time: the first one is over (4 settled, 5 refunded) before the second begins.
DROP INDEX charging_order_prepaid_key;
CREATE UNIQUE INDEX charging_order_prepaid_key ON charging_order (pre_pay_order_id) WHERE pre_pay_order_id IS NOT NULL AND order_state NOT IN (4, 5);
CREATE INDEX charging_order_prepaid ON charging_order (pre_pay_order_id) WHERE pre_pay_order_id IS NOT NULL;
