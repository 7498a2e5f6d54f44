-- An adjustment is a record of its own: by how much the list price, the energies and the party's part became more or less. Added up, an order's
-- records say what its row says, so those of an adjustment may be below zero; of a refund as of everything else, the energies in their own sign.
ALTER TABLE consume_record
  -- Of what is given back: the part that pays what the party still owed for this order, and not into the wallet.
  ADD COLUMN debt_paid_money bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT offers_are_not_negative,
  DROP CONSTRAINT before_and_after,
  DROP CONSTRAINT consume_record_charging_elec_check,
  DROP CONSTRAINT consume_record_charging_elec_tip_check,
  DROP CONSTRAINT consume_record_charging_elec_peak_check,
  DROP CONSTRAINT consume_record_charging_elec_flat_check,
  DROP CONSTRAINT consume_record_charging_elec_valley_check;
ALTER TABLE consume_record
  ADD CONSTRAINT refund_pays_its_debt CHECK (debt_paid_money BETWEEN 0 AND CASE is_refund WHEN 1 THEN rr_money ELSE 0 END),
  ADD CONSTRAINT before_and_after CHECK (rr_after_money = rr_before_money + CASE is_refund WHEN 1 THEN rr_money - debt_paid_money ELSE receivable_money - rr_money END);
DROP INDEX consume_record_list;
CREATE INDEX consume_record_list ON consume_record (tenant_id, create_time DESC, consume_record_id DESC)
  INCLUDE (agent_id, station_id, currency, is_refund, order_amount, rr_money, receivable_money, debt_paid_money,
    charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley);

-- As it was (0713_proof.sql), but that what an adjustment gives back may pay a debt, and that its list price is asked for too.
CREATE OR REPLACE FUNCTION money_record_proof() RETURNS TABLE (invariant text, checked bigint, broken bigint, subject text)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH recharge AS (
    SELECT coalesce('recharge ' || r.recharg_record_id, 'journal ' || j.journal_id) AS subject,
      r.recharg_record_id IS NULL OR j.journal_id IS NULL
        OR (r.tenant_id, r.currency) IS DISTINCT FROM (j.tenant_id, j.currency)
        OR (r.reverse_record_id IS NULL) IS DISTINCT FROM (j.kind = 'recharge')
        OR coalesce(r.reverse_record_id, r.recharg_record_id)::text IS DISTINCT FROM j.source_id
        OR abs(r.rr_money) IS DISTINCT FROM p.amount
        OR r.rr_after_money - r.rr_before_money IS DISTINCT FROM coalesce(m.change, 0)
        OR m.posted_after IS NOT NULL AND m.posted_after <> r.rr_after_money
        OR r.has_reverse IS DISTINCT FROM (SELECT count(*) FROM recharge_record b WHERE b.reverse_record_id = r.recharg_record_id) AS bad
    FROM recharge_record r
    FULL JOIN (SELECT * FROM ledger.journal WHERE kind IN ('recharge', 'reverse') AND source_type = 'recharge') j ON j.journal_id = r.journal_id
    LEFT JOIN LATERAL (SELECT sum(amount) AS amount FROM ledger.posting WHERE posting.journal_id = j.journal_id) p ON true
    LEFT JOIN ledger.movement m ON m.journal_id = j.journal_id
  ), consume AS (
    SELECT coalesce('consume ' || c.consume_record_id, 'journal ' || j.journal_id) AS subject,
      c.consume_record_id IS NULL AND p.amount > 0 AND j.kind <> 'adjust' OR c.consume_record_id IS NOT NULL AND (
        j.journal_id IS NULL
        OR (c.tenant_id, c.currency, c.charging_order_id) IS DISTINCT FROM (j.tenant_id, j.currency, j.order_id)
        OR c.is_refund <> CASE j.kind WHEN 'settle' THEN 0 WHEN 'refund_bal' THEN 1 ELSE c.is_refund END
        OR j.kind IN ('settle', 'adjust') AND CASE c.is_refund WHEN 1 THEN -c.order_amount ELSE c.order_amount END <> coalesce(p.earned, 0)
        OR CASE c.is_refund WHEN 1 THEN -c.rr_money ELSE c.rr_money END <> coalesce(p.by_party, 0)
        OR c.receivable_money - c.debt_paid_money <> coalesce(p.owed, 0)
        OR c.rr_after_money - c.rr_before_money <> coalesce(m.change, 0)
        OR m.posted_after <> c.rr_after_money) AS bad
    FROM consume_record c
    FULL JOIN (SELECT * FROM ledger.journal WHERE kind IN ('settle', 'refund_bal', 'adjust')) j ON j.journal_id = c.journal_id
    LEFT JOIN LATERAL (
      SELECT sum(amount) AS amount,
        sum(CASE WHEN k.class = 'R' THEN amount WHEN d.class = 'R' THEN -amount ELSE 0 END) AS earned,
        sum(CASE WHEN d.class IN ('L', 'A') THEN amount WHEN k.class IN ('L', 'A') THEN -amount ELSE 0 END) AS by_party,
        sum(CASE WHEN d.class = 'A' THEN amount WHEN k.class = 'A' THEN -amount ELSE 0 END) AS owed
      FROM ledger.posting JOIN ledger.account d ON d.account_id = debit_id JOIN ledger.account k ON k.account_id = credit_id
      WHERE posting.journal_id = j.journal_id) p ON true
    LEFT JOIN ledger.movement m ON m.journal_id = j.journal_id
  ), finding AS (SELECT 'R1' AS invariant, * FROM recharge UNION ALL SELECT 'R2', * FROM consume)
  SELECT n.invariant, count(f.subject), count(f.subject) FILTER (WHERE f.bad IS TRUE),
    (SELECT string_agg(few.subject, ', ') FROM (SELECT g.subject FROM finding g WHERE g.invariant = n.invariant AND g.bad ORDER BY 1 LIMIT 5) few)
  FROM (VALUES ('R1'), ('R2')) AS n (invariant) LEFT JOIN finding f USING (invariant) GROUP BY n.invariant ORDER BY n.invariant
$$;
