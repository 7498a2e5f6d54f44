-- A recharge that a driver paid by a provider: with which account, and under which number the provider knows the payment.
ALTER TABLE recharge_record
  ADD COLUMN pay_conf_id bigint,
  ADD COLUMN pay_no text,
  ADD CONSTRAINT recharge_record_pay_conf_fkey FOREIGN KEY (tenant_id, pay_conf_id) REFERENCES pay_conf (tenant_id, pay_conf_id),
  ADD CONSTRAINT paid_by_a_provider CHECK ((pay_conf_id IS NULL) = (pay_no IS NULL)),
  -- Such money goes back through the provider, and is never reversed here.
  ADD CONSTRAINT online_is_not_reversed CHECK (pay_no IS NULL OR reverse_record_id IS NULL AND has_reverse = 0);
CREATE UNIQUE INDEX recharge_record_pay_no_key ON recharge_record (pay_no) WHERE pay_no IS NOT NULL;
