-- A payment is made with an account of its own tenant.
ALTER TABLE prepaid_order ADD CONSTRAINT prepaid_order_pay_conf_fkey FOREIGN KEY (tenant_id, pay_conf_id) REFERENCES pay_conf (tenant_id, pay_conf_id);

-- What providers have told is deleted when it is old.
GRANT DELETE ON pay_notification TO chargeops_system;
CREATE INDEX pay_notification_old ON pay_notification (last_at);

-- A quarantined payment: what the provider says was paid, and what a person did about it.
ALTER TABLE prepaid_order
  ADD COLUMN told_amount bigint CHECK (told_amount > 0),
  ADD COLUMN handle_by text,
  ADD COLUMN handle_time timestamptz,
  ADD COLUMN handle_remark text,
  ADD COLUMN second_by text,
  -- What waits for a second person: 1 refund, 2 accept.
  ADD COLUMN asked_decision smallint CHECK (asked_decision IN (1, 2)),
  ADD COLUMN asked_by text,
  ADD COLUMN asked_by_id bigint,
  DROP CONSTRAINT received_is_asked,
  -- Another amount is received only to be given back.
  ADD CONSTRAINT received_is_asked CHECK (actual_pay_amount = order_amount OR pay_state = 3 AND problem = 'amount' AND actual_pay_amount = told_amount
    AND handle_by IS NOT NULL),
  ADD CONSTRAINT handled_by_somebody CHECK ((handle_by IS NULL) = (handle_time IS NULL) AND (handle_by IS NULL OR handle_remark IS NOT NULL)),
  ADD CONSTRAINT asked_by_somebody CHECK ((asked_decision IS NULL) = (asked_by IS NULL));

-- Money is received once, and neither what was asked for nor what was received changes. A quarantined payment is received only when a person gives it back.
CREATE OR REPLACE FUNCTION prepaid_order_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.order_amount, NEW.currency, NEW.bill_id, NEW.pay_conf_id, NEW.tenant_id) IS DISTINCT FROM
      (OLD.order_amount, OLD.currency, OLD.bill_id, OLD.pay_conf_id, OLD.tenant_id)
    OR NEW.pay_state <> OLD.pay_state AND (OLD.pay_state, NEW.pay_state) NOT IN ((0, 1), (0, 2), (0, 4), (2, 3), (2, 4), (4, 3))
    OR OLD.pay_state = 4 AND (NEW.told_amount, NEW.problem) IS DISTINCT FROM (OLD.told_amount, OLD.problem)
    OR OLD.handle_by IS NOT NULL AND (NEW.handle_by, NEW.handle_time, NEW.pay_state) IS DISTINCT FROM (OLD.handle_by, OLD.handle_time, OLD.pay_state)
    OR OLD.charging_order_id IS NOT NULL AND NEW.charging_order_id IS DISTINCT FROM OLD.charging_order_id
    OR OLD.start_refusal IS NOT NULL AND NEW.start_refusal IS DISTINCT FROM OLD.start_refusal
    OR NEW.refund_amount < OLD.refund_amount THEN
    RAISE EXCEPTION 'prepaid order % cannot change so', OLD.bill_id USING ERRCODE = '23514', CONSTRAINT = 'prepaid_order_guard';
  END IF;
  RETURN NEW;
END $$;

DROP VIEW prepaid_order_view;
CREATE VIEW prepaid_order_view WITH (security_invoker = true) AS
SELECT p.*, o.charging_order_no, o.order_state, s.timezone AS station_timezone
FROM prepaid_order p LEFT JOIN charging_order o ON o.charging_order_id = p.charging_order_id JOIN station s ON s.station_id = p.station_id;
GRANT SELECT ON prepaid_order_view TO chargeops_app, chargeops_system;
