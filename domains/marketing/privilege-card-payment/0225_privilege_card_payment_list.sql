-- Operators see payments that buy privilege cards: who pays, since when, and what became of it.
CALL kit_audit_columns('privilege_card_payment');
ALTER TABLE privilege_card_payment
  ADD COLUMN main_part_no text,
  ADD COLUMN currency text CHECK (currency ~ '^[A-Z]{3}$'),
  -- 1 waits for its payment, 2 bought, 3 not sold.
  ADD COLUMN state smallint GENERATED ALWAYS AS (CASE WHEN privilege_card_hold_id IS NOT NULL THEN 2 WHEN refusal IS NOT NULL THEN 3 ELSE 1 END) STORED;
UPDATE privilege_card_payment p SET main_part_no = coalesce(o.user_mobile, ''), currency = o.currency, create_by = 'driver', create_time = o.create_time
  FROM prepaid_order o WHERE o.pre_pay_order_id = p.pre_pay_order_id;
ALTER TABLE privilege_card_payment ALTER COLUMN main_part_no SET NOT NULL, ALTER COLUMN currency SET NOT NULL;
CREATE INDEX privilege_card_payment_all ON privilege_card_payment (create_time DESC, pre_pay_order_id DESC);
CREATE INDEX privilege_card_payment_list ON privilege_card_payment (tenant_id, create_time DESC, pre_pay_order_id DESC);
CREATE INDEX privilege_card_payment_state ON privilege_card_payment (tenant_id, state, create_time DESC, pre_pay_order_id DESC);
CREATE INDEX privilege_card_payment_card ON privilege_card_payment (privilege_card_id, create_time DESC, pre_pay_order_id DESC);
CREATE INDEX privilege_card_payment_party ON privilege_card_payment (main_part_no, create_time DESC, pre_pay_order_id DESC);

CREATE VIEW privilege_card_payment_view WITH (security_invoker = true) AS
SELECT p.*, c.card_name, o.bill_id
FROM privilege_card_payment p
  JOIN privilege_card c ON c.tenant_id = p.tenant_id AND c.privilege_card_id = p.privilege_card_id
  JOIN prepaid_order o ON o.tenant_id = p.tenant_id AND o.pre_pay_order_id = p.pre_pay_order_id;
GRANT SELECT ON privilege_card_payment_view TO chargeops_app, chargeops_system;
