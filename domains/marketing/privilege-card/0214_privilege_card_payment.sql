-- A payment whose money buys a privilege card as soon as it is in the wallet. A row without a card and without a refusal waits for its payment.
CREATE TABLE privilege_card_payment (
  pre_pay_order_id bigint PRIMARY KEY,
  tenant_id bigint NOT NULL,
  privilege_card_id bigint NOT NULL,
  cust_id bigint NOT NULL,
  -- Minor units: the price that the driver was shown.
  price bigint NOT NULL CHECK (price > 0),
  privilege_card_hold_id bigint UNIQUE,
  -- Why the card could not be sold any more when the money was there; it stays in the wallet.
  refusal text,
  done_time timestamptz,
  CONSTRAINT card_payment_end CHECK (num_nonnulls(privilege_card_hold_id, refusal) = CASE WHEN done_time IS NULL THEN 0 ELSE 1 END),
  FOREIGN KEY (pre_pay_order_id) REFERENCES prepaid_order,
  FOREIGN KEY (tenant_id, privilege_card_id) REFERENCES privilege_card (tenant_id, privilege_card_id),
  FOREIGN KEY (tenant_id, privilege_card_hold_id) REFERENCES privilege_card_hold (tenant_id, privilege_card_hold_id)
);
CALL kit_tenant_table('privilege_card_payment');
REVOKE DELETE ON privilege_card_payment FROM chargeops_app, chargeops_system;
