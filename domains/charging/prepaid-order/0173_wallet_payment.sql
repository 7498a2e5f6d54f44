-- A payment may also fill the wallet of its customer; it belongs to no gun then. 1 a charge, 2 the wallet.
ALTER TABLE prepaid_order
  ADD COLUMN pay_purpose smallint NOT NULL DEFAULT 1 CHECK (pay_purpose IN (1, 2)),
  ALTER COLUMN agent_id DROP NOT NULL,
  ALTER COLUMN station_id DROP NOT NULL,
  ALTER COLUMN cp_code DROP NOT NULL,
  ALTER COLUMN gun_number DROP NOT NULL,
  ADD CONSTRAINT charge_has_a_gun CHECK (pay_purpose <> 1 OR num_nulls(agent_id, station_id, cp_code, gun_number) = 0),
  ADD CONSTRAINT wallet_has_a_customer CHECK (pay_purpose <> 2
    OR cust_id IS NOT NULL AND num_nonnulls(agent_id, station_id, cp_code, gun_number, charging_order_id, start_refusal, tariff_snapshot_id) = 0),
  ADD CONSTRAINT prepaid_order_customer_fkey FOREIGN KEY (tenant_id, cust_id) REFERENCES customer (tenant_id, cust_id);
-- Kind 6: a driver takes money out of the wallet.
ALTER TABLE refund_order ALTER COLUMN agent_id DROP NOT NULL, ALTER COLUMN station_id DROP NOT NULL,
  DROP CONSTRAINT refund_order_refund_kind_check,
  ADD CONSTRAINT refund_order_refund_kind_check CHECK (refund_kind BETWEEN 1 AND 6);
-- What of the wallet can go back, the newest first.
CREATE INDEX prepaid_order_wallet ON prepaid_order (cust_id, pay_time DESC, pre_pay_order_id DESC) WHERE pay_purpose = 2;

-- Money is received once, and neither what it is for nor what was asked for or received changes. A quarantined payment is received only when a person
-- gives it back.
CREATE OR REPLACE FUNCTION prepaid_order_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.order_amount, NEW.currency, NEW.bill_id, NEW.pay_conf_id, NEW.tenant_id, NEW.pay_purpose, NEW.cust_id) IS DISTINCT FROM
      (OLD.order_amount, OLD.currency, OLD.bill_id, OLD.pay_conf_id, OLD.tenant_id, OLD.pay_purpose, OLD.cust_id)
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
SELECT p.*, o.charging_order_no, o.order_state, coalesce(s.timezone, t.timezone, 'UTC') AS station_timezone
FROM prepaid_order p LEFT JOIN charging_order o ON o.charging_order_id = p.charging_order_id LEFT JOIN station s ON s.station_id = p.station_id
  LEFT JOIN tenant t ON t.tenant_id = p.tenant_id;
GRANT SELECT ON prepaid_order_view TO chargeops_app, chargeops_system;

DROP VIEW refund_order_view;
CREATE VIEW refund_order_view WITH (security_invoker = true) AS
SELECT r.*, p.bill_id, p.pay_type, p.user_mobile, o.charging_order_no, coalesce(s.timezone, t.timezone, 'UTC') AS station_timezone
FROM refund_order r LEFT JOIN prepaid_order p ON p.pre_pay_order_id = r.pre_pay_order_id
  LEFT JOIN charging_order o ON o.charging_order_id = r.charging_order_id LEFT JOIN station s ON s.station_id = r.station_id
  LEFT JOIN tenant t ON t.tenant_id = r.tenant_id;
GRANT SELECT ON refund_order_view TO chargeops_app, chargeops_system;

-- R5: a prepaid order says what its journal booked, and each such journal has its order. Money for a wallet has the record of a recharge, which R1
-- compares with its journal; it came from the account of the payment and went to its customer. A refund has the request that put its money in transit;
-- once it has ended it has exactly one of payment and return.
CREATE OR REPLACE FUNCTION money_proof_of_prepaid_order() RETURNS TABLE (invariant text, checked bigint, broken bigint, subject text)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH booked AS (
    SELECT j.kind, j.source_id, j.tenant_id, j.currency, sum(p.amount) AS amount FROM ledger.journal j JOIN ledger.posting p USING (journal_id)
    WHERE j.kind IN ('prepay', 'refund_req', 'refund_ok', 'refund_fail') GROUP BY 1, 2, 3, 4
  ), expected AS (
    SELECT 'prepay' AS kind, bill_id AS source_id, tenant_id, currency, actual_pay_amount AS amount FROM prepaid_order
    WHERE actual_pay_amount IS NOT NULL AND (pay_purpose = 1 OR problem IS NOT NULL)
    UNION ALL
    SELECT steps.kind, r.refund_order_no, r.tenant_id, r.currency, r.refund_amount FROM refund_order r
    CROSS JOIN LATERAL (VALUES ('refund_req', true), ('refund_ok', r.refund_state = 2), ('refund_fail', r.refund_state = 4)) AS steps (kind, is_due)
    WHERE r.pre_pay_order_id IS NOT NULL AND steps.is_due
  ), wallet_payment AS (
    SELECT * FROM prepaid_order WHERE pay_purpose = 2 AND problem IS NULL AND actual_pay_amount IS NOT NULL
  ), finding AS (
    SELECT coalesce(e.kind, b.kind) || ' ' || coalesce(e.source_id, b.source_id) AS subject, e.amount IS DISTINCT FROM b.amount OR e.currency IS DISTINCT FROM b.currency AS bad
    FROM expected e FULL JOIN booked b ON (b.kind, b.source_id, b.tenant_id) = (e.kind, e.source_id, e.tenant_id)
    UNION ALL
    SELECT 'recharge ' || coalesce(w.bill_id, k.pay_no),
      (w.tenant_id, w.cust_id, w.currency, w.actual_pay_amount, w.pay_conf_id) IS DISTINCT FROM (k.tenant_id, k.cust_id, k.currency, k.rr_money, k.pay_conf_id)
        OR k.main_part_type <> 1 OR k.main_part_id <> k.cust_id
        OR EXISTS (SELECT FROM ledger.posting p JOIN ledger.account a ON a.account_id = p.debit_id
          WHERE p.journal_id = k.journal_id AND a.code <> 'psp:' || w.pay_conf_id)
    FROM wallet_payment w FULL JOIN (SELECT * FROM recharge_record WHERE pay_no IS NOT NULL) k ON k.pay_no = w.bill_id
    UNION ALL
    SELECT 'prepaid ' || p.bill_id, p.refund_amount <> coalesce(sum(r.refund_amount) FILTER (WHERE r.refund_state = 2), 0)
    FROM prepaid_order p LEFT JOIN refund_order r ON r.pre_pay_order_id = p.pre_pay_order_id GROUP BY p.bill_id, p.refund_amount
  )
  SELECT 'R5', count(f.subject), count(f.subject) FILTER (WHERE f.bad IS TRUE),
    (SELECT string_agg(few.subject, ', ') FROM (SELECT g.subject FROM finding g WHERE g.bad ORDER BY 1 LIMIT 5) few)
  FROM finding f
$$;
