-- The proof of the books for those who see a part of them. It is the text of ledger.proof itself, taken over and not written again, run with
-- the rights of the caller: row security then leaves the caller's own tenants, whose books are closed in themselves.
SET LOCAL ROLE ledger_owner;
DO $$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION ledger.proof_of_mine() RETURNS TABLE (invariant text, says text, checked bigint, broken bigint, subject text)
     LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS %L',
    (SELECT prosrc FROM pg_proc WHERE oid = 'ledger.proof()'::regprocedure));
END $$;
GRANT EXECUTE ON FUNCTION ledger.proof_of_mine(), ledger.signed(text, bigint) TO chargeops_app, chargeops_system;
RESET ROLE;

-- The records that people see against the books, in one snapshot, inside the caller's row security. As in ledger.proof, broken must be 0.
CREATE FUNCTION money_record_proof() RETURNS TABLE (invariant text, checked bigint, broken bigint, subject text)
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
        OR j.kind = 'settle' AND c.order_amount <> coalesce(p.amount, 0)
        OR CASE c.is_refund WHEN 1 THEN -c.rr_money ELSE c.rr_money END <> coalesce(p.by_party, 0) - coalesce(p.to_party, 0)
        OR c.receivable_money <> coalesce(p.owed, 0)
        OR c.rr_after_money - c.rr_before_money <> coalesce(m.change, 0)
        OR m.posted_after <> c.rr_after_money) AS bad
    FROM consume_record c
    FULL JOIN (SELECT * FROM ledger.journal WHERE kind IN ('settle', 'refund_bal', 'adjust')) j ON j.journal_id = c.journal_id
    LEFT JOIN LATERAL (
      SELECT sum(amount) AS amount, sum(amount) FILTER (WHERE d.class IN ('L', 'A')) AS by_party, sum(amount) FILTER (WHERE d.class = 'A') AS owed,
        sum(amount) FILTER (WHERE k.class = 'L') AS to_party
      FROM ledger.posting JOIN ledger.account d ON d.account_id = debit_id JOIN ledger.account k ON k.account_id = credit_id
      WHERE posting.journal_id = j.journal_id) p ON true
    LEFT JOIN ledger.movement m ON m.journal_id = j.journal_id
  ), finding AS (SELECT 'R1' AS invariant, * FROM recharge UNION ALL SELECT 'R2', * FROM consume)
  SELECT n.invariant, count(f.subject), count(f.subject) FILTER (WHERE f.bad IS TRUE),
    (SELECT string_agg(few.subject, ', ') FROM (SELECT g.subject FROM finding g WHERE g.invariant = n.invariant AND g.bad ORDER BY 1 LIMIT 5) few)
  FROM (VALUES ('R1'), ('R2')) AS n (invariant) LEFT JOIN finding f USING (invariant) GROUP BY n.invariant ORDER BY n.invariant
$$;
GRANT EXECUTE ON FUNCTION money_record_proof() TO chargeops_app, chargeops_system;
