-- The proof that the ledger is right, recomputed from the postings. One row an invariant; `broken` must be 0.
SET LOCAL ROLE ledger_owner;

CREATE FUNCTION ledger.signed(p_class text, p_amount bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_class IN ('L', 'R', 'Q') THEN p_amount ELSE -p_amount END
$$;

-- Every posting seen from both of its accounts: the classic lines of a ledger, with credit positive.
CREATE VIEW ledger.entry WITH (security_invoker = true) AS
  SELECT p.journal_id, p.seq, p.tenant_id, p.currency, p.debit_id AS account_id, -p.amount AS credit, p.fee_type, p.stage FROM ledger.posting p
  UNION ALL
  SELECT p.journal_id, p.seq, p.tenant_id, p.currency, p.credit_id, p.amount, p.fee_type, p.stage FROM ledger.posting p;

-- Reads everything in one snapshot. `subject` names the first few that are broken.
CREATE FUNCTION ledger.proof()
RETURNS TABLE (invariant text, says text, checked bigint, broken bigint, subject text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH mark AS MATERIALIZED (SELECT * FROM ledger.watermark),
  total AS MATERIALIZED (
    SELECT e.account_id, sum(e.credit) AS credit,
           coalesce(sum(e.credit) FILTER (WHERE j.journal_id <= mark.after_journal OR j.xid < mark.xid), 0) AS credit_rolled
    FROM ledger.entry e JOIN ledger.journal j USING (journal_id) CROSS JOIN mark GROUP BY e.account_id
  ),
  account AS MATERIALIZED (
    SELECT a.*, b.posted, b.held, b.min_balance, b.version, b.account_id IS NOT NULL AS has_balance,
           ledger.signed(a.class, coalesce(CASE WHEN a.sync THEN t.credit ELSE t.credit_rolled END, 0)::bigint) AS expected,
           coalesce(t.credit - t.credit_rolled, 0) AS credit_pending
    FROM ledger.account a LEFT JOIN ledger.balance b USING (account_id) LEFT JOIN total t USING (account_id)
  ),
  finding AS (
    SELECT 'I1' AS invariant, 'journal ' || j.journal_id AS subject,
           bool_or(p.journal_id IS NULL AND j.kind <> 'settle' OR p.amount <= 0 OR p.debit_id = p.credit_id
             OR (p.tenant_id, p.currency) <> (j.tenant_id, j.currency)
             OR (d.tenant_id, d.currency) IS DISTINCT FROM (p.tenant_id, p.currency) OR (c.tenant_id, c.currency) IS DISTINCT FROM (p.tenant_id, p.currency)) IS TRUE AS bad
    FROM ledger.journal j LEFT JOIN ledger.posting p USING (journal_id)
    LEFT JOIN ledger.account d ON d.account_id = p.debit_id LEFT JOIN ledger.account c ON c.account_id = p.credit_id
    GROUP BY j.journal_id
    UNION ALL
    SELECT 'I2', 'account ' || a.account_id, a.posted IS DISTINCT FROM a.expected
      OR a.sync AND (coalesce(m.movements, 0), coalesce(m.changed, 0), coalesce(m.latest, 0)) <> (a.version, a.posted, a.posted)
    FROM account a LEFT JOIN (
      SELECT account_id, count(*) AS movements, sum(change) AS changed, max(posted_after) FILTER (WHERE newest = 1) AS latest
      FROM (SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY version DESC) AS newest FROM ledger.movement) every GROUP BY account_id
    ) m USING (account_id)
    UNION ALL
    SELECT 'I3', 'account ' || a.account_id, a.held IS DISTINCT FROM coalesce(h.amount, 0)
    FROM account a LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM ledger.hold WHERE state = 'open' GROUP BY account_id) h USING (account_id)
    UNION ALL
    SELECT 'I4', 'account ' || a.account_id, NOT a.has_balance OR a.min_balance > a.posted - a.held FROM account a WHERE a.sync
    UNION ALL
    SELECT 'I5', 'order ' || j.order_id, count(DISTINCT j.journal_id) > 1 OR bool_or(h.state = 'open') IS TRUE
    FROM ledger.journal j LEFT JOIN ledger.hold h ON h.tenant_id = j.tenant_id AND h.order_id = j.order_id
    WHERE j.kind = 'settle' GROUP BY j.tenant_id, j.order_id
    UNION ALL
    SELECT 'I6', a.tenant_id || ' ' || a.currency, sum(ledger.signed(a.class, coalesce(a.posted, 0)) + CASE WHEN a.sync THEN 0 ELSE a.credit_pending END) <> 0
    FROM account a GROUP BY a.tenant_id, a.currency
  )
  SELECT n.invariant, n.says, count(f.subject), count(f.subject) FILTER (WHERE f.bad IS NOT FALSE),
         string_agg(f.subject, ', ') FILTER (WHERE f.bad IS NOT FALSE AND f.subject IN (SELECT g.subject FROM finding g WHERE g.invariant = n.invariant AND g.bad IS NOT FALSE ORDER BY 1 LIMIT 5))
  FROM (VALUES
    ('I1', 'every journal balances, within one tenant and currency'),
    ('I2', 'every balance is the sum of its postings and of its movements'),
    ('I3', 'what is held is the sum of the open holds'),
    ('I4', 'no guarded account is below its floor'),
    ('I5', 'an order is settled once, and then holds nothing'),
    ('I6', 'each tenant''s books add up to zero in each currency')
  ) AS n (invariant, says) LEFT JOIN finding f USING (invariant)
  GROUP BY n.invariant, n.says ORDER BY n.invariant
$$;
GRANT EXECUTE ON FUNCTION ledger.proof() TO chargeops_system;
GRANT SELECT ON ledger.entry TO chargeops_app, chargeops_system;

-- The same proof for those who see a part of the ledger: it has the text of ledger.proof, and runs with the rights of the caller, so that row security
-- leaves the caller's own tenants, whose books balance by themselves.
DO $$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION ledger.proof_of_mine() RETURNS TABLE (invariant text, says text, checked bigint, broken bigint, subject text)
     LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS %L',
    (SELECT prosrc FROM pg_proc WHERE oid = 'ledger.proof()'::regprocedure));
END $$;
GRANT EXECUTE ON FUNCTION ledger.proof_of_mine(), ledger.signed(text, bigint) TO chargeops_app, chargeops_system;
