-- A payment that is no order's may go back to its payer: its booking, its refund at the provider, and how far that is.
ALTER TABLE pay_difference
  DROP CONSTRAINT pay_difference_asked_mend_check,
  -- 1 book, 2 accept, 3 give back.
  ADD CONSTRAINT pay_difference_asked_mend_check CHECK (asked_mend IN (1, 2, 3)),
  -- The number by which the provider knows the refund; every attempt uses it.
  ADD COLUMN give_back_no text,
  -- engines/payment/codes.ts: 0 requested, 1 processing, 2 succeeded, 3 abnormal, 4 closed, 5 waits for funds, 6 unknown, 7 refused.
  ADD COLUMN give_back_state smallint CHECK (give_back_state BETWEEN 0 AND 7),
  ADD COLUMN give_back_count int NOT NULL DEFAULT 0,
  ADD COLUMN give_back_result text,
  ADD COLUMN give_back_time timestamptz,
  ADD COLUMN next_step_at timestamptz,
  ADD CONSTRAINT given_back_is_booked CHECK ((give_back_no IS NULL) = (give_back_state IS NULL) AND (give_back_no IS NULL OR difference_state = 3)),
  ADD CONSTRAINT given_back_at_a_time CHECK ((give_back_state IS NOT DISTINCT FROM 2) = (give_back_time IS NOT NULL));
CREATE UNIQUE INDEX pay_difference_give_back ON pay_difference (pay_conf_id, give_back_no) WHERE give_back_no IS NOT NULL;
CREATE INDEX pay_difference_due ON pay_difference (next_step_at) WHERE next_step_at IS NOT NULL;

-- R6: a booked difference says what its journal booked, one that has gone afterwards was taken back, and what was given back was booked as given back.
CREATE OR REPLACE FUNCTION money_proof_of_pay_difference() RETURNS TABLE (invariant text, checked bigint, broken bigint, subject text)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH booked AS (
    SELECT j.tenant_id, j.currency, j.kind, split_part(j.source_id, ':', 1) AS difference_id,
      sum(CASE WHEN d.code LIKE 'psp:%' THEN p.amount ELSE -p.amount END) AS amount
    FROM ledger.journal j JOIN ledger.posting p USING (journal_id) JOIN ledger.account d ON d.account_id = p.debit_id
    WHERE j.kind IN ('bill_diff', 'bill_back') GROUP BY 1, 2, 3, 4
  ), expected AS (
    SELECT d.tenant_id, d.currency, steps.kind, d.pay_difference_id::text AS difference_id, steps.amount
    FROM pay_difference d CROSS JOIN LATERAL (VALUES
      ('bill_diff', CASE d.difference_state WHEN 3 THEN d.difference_amount ELSE 0 END),
      ('bill_back', CASE d.give_back_state WHEN 2 THEN -d.bill_amount ELSE 0 END)) AS steps (kind, amount)
    WHERE d.difference_state = 3 OR d.handle_time IS NOT NULL
  ), finding AS (
    SELECT coalesce(e.kind, b.kind) || ' ' || coalesce(e.difference_id, b.difference_id) AS subject,
      coalesce(b.amount, 0) IS DISTINCT FROM coalesce(e.amount, 0)
        OR b.difference_id IS NOT NULL AND (e.tenant_id, e.currency) IS DISTINCT FROM (b.tenant_id, b.currency) AS bad
    FROM expected e FULL JOIN booked b ON (b.kind, b.difference_id) = (e.kind, e.difference_id)
  )
  SELECT 'R6', count(f.subject), count(f.subject) FILTER (WHERE f.bad IS TRUE),
    (SELECT string_agg(few.subject, ', ') FROM (SELECT g.subject FROM finding g WHERE g.bad ORDER BY 1 LIMIT 5) few)
  FROM finding f
$$;
