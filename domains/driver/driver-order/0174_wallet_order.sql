-- An order that the wallet of a signed-in driver pays has its charge at once, and no payment.
ALTER TABLE driver_order
  ALTER COLUMN pre_pay_order_id DROP NOT NULL,
  ADD COLUMN charging_order_id bigint UNIQUE REFERENCES charging_order,
  ADD CONSTRAINT paid_in_one_way CHECK (num_nonnulls(pre_pay_order_id, charging_order_id) = 1),
  ADD CONSTRAINT wallet_of_somebody CHECK (charging_order_id IS NULL OR cust_id IS NOT NULL);
