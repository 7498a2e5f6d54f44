-- The recharge that a payment of a provider became is found by the number of the payment.
CREATE INDEX recharge_record_pay_no ON recharge_record (pay_no) WHERE pay_no IS NOT NULL;
