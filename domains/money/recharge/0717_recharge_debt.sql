-- A recharge first pays what the party owes. Of a reversal, below zero: what is owed again.
ALTER TABLE recharge_record ADD COLUMN debt_paid_money bigint NOT NULL DEFAULT 0;
ALTER TABLE recharge_record
  DROP CONSTRAINT reversal_takes_back,
  DROP CONSTRAINT before_and_after,
  ADD CONSTRAINT reversal_takes_back CHECK (CASE WHEN reverse_record_id IS NULL
    THEN rr_money > 0 AND receivable_money = 0 AND debt_paid_money BETWEEN 0 AND rr_money
    ELSE rr_money < 0 AND debt_paid_money BETWEEN rr_money AND 0 AND receivable_money BETWEEN 0 AND debt_paid_money - rr_money
      AND has_reverse = 0 AND reverse_reason IS NOT NULL END),
  ADD CONSTRAINT before_and_after CHECK (rr_after_money = rr_before_money + rr_money - debt_paid_money + receivable_money);
