-- The same findings as before, without a plan that is quadratic when many bookings are new to the statistics.
SET LOCAL ROLE ledger_owner;

-- I1 to I6 of ledger.proof for the journals of the given transactions and for the accounts they moved. It is enough by induction: all that lies before was
-- proven by an earlier check or by the whole proof of a night. The estimates lag behind many bookings of one minute, so nothing that was found is searched through for each
-- account, and the settlements of an order can only be found by the order.
CREATE OR REPLACE FUNCTION ledger.proof_between(p_from xid8, p_to xid8)
RETURNS TABLE (invariant text, checked bigint, broken bigint, subject text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY
  WITH fresh AS MATERIALIZED (
    SELECT * FROM ledger.journal j WHERE j.xid >= p_from AND j.xid < p_to
  ),
  moved AS MATERIALIZED (
    SELECT m.account_id, m.posted_after IS DISTINCT FROM m.change + CASE WHEN m.version = 1 THEN 0 ELSE earlier.posted_after END OR m.change IS DISTINCT FROM (
        SELECT sum(ledger.signed(a.class, CASE WHEN p.credit_id = m.account_id THEN p.amount ELSE -p.amount END))
        FROM ledger.posting p WHERE p.journal_id = m.journal_id AND m.account_id IN (p.debit_id, p.credit_id)) AS bad
    FROM fresh j JOIN ledger.movement m USING (journal_id) LEFT JOIN ledger.account a USING (account_id)
    LEFT JOIN ledger.movement earlier ON earlier.account_id = m.account_id AND earlier.version = m.version - 1
  ),
  touched AS MATERIALIZED (
    SELECT a.account_id, ids.bad, b.account_id IS NOT NULL AS has_balance, b.posted, b.held, b.min_balance, b.version
    FROM (SELECT o.account_id, bool_or(o.bad) AS bad FROM (SELECT * FROM moved UNION ALL SELECT h.account_id, false FROM ledger.hold h WHERE h.state = 'open') o GROUP BY o.account_id) ids
    JOIN ledger.account a USING (account_id) LEFT JOIN ledger.balance b USING (account_id)
  ),
  finding AS (
    SELECT 'I1' AS invariant, 'journal ' || j.journal_id AS subject,
           bool_or(p.journal_id IS NULL AND j.kind <> 'settle' OR p.amount <= 0 OR p.debit_id = p.credit_id
             OR (p.tenant_id, p.currency) <> (j.tenant_id, j.currency)
             OR (d.tenant_id, d.currency) IS DISTINCT FROM (p.tenant_id, p.currency) OR (c.tenant_id, c.currency) IS DISTINCT FROM (p.tenant_id, p.currency)) IS TRUE AS bad
    FROM fresh j LEFT JOIN ledger.posting p USING (journal_id)
    LEFT JOIN ledger.account d ON d.account_id = p.debit_id LEFT JOIN ledger.account c ON c.account_id = p.credit_id
    GROUP BY j.journal_id
    UNION ALL
    -- The balance is the newest movement, each movement follows from the one before, and makes what its journal's postings say.
    SELECT 'I2', 'account ' || t.account_id, t.bad OR (t.version, t.posted) IS DISTINCT FROM (coalesce(newest.version, 0), coalesce(newest.posted_after, 0))
    FROM touched t
    LEFT JOIN LATERAL (SELECT m.version, m.posted_after FROM ledger.movement m WHERE m.account_id = t.account_id ORDER BY m.version DESC LIMIT 1) newest ON true
    UNION ALL
    SELECT 'I3', 'account ' || t.account_id,
      t.held IS DISTINCT FROM (SELECT coalesce(sum(h.amount), 0) FROM ledger.hold h WHERE h.account_id = t.account_id AND h.state = 'open')
    FROM touched t
    UNION ALL
    SELECT 'I4', 'account ' || t.account_id, NOT t.has_balance OR coalesce(t.min_balance > t.posted - t.held, false) FROM touched t
    UNION ALL
    SELECT 'I5', 'order ' || o.order_id, count(DISTINCT s.journal_id) > 1 OR bool_or(h.state = 'open') IS TRUE
    FROM (SELECT DISTINCT j.tenant_id, j.order_id FROM fresh j WHERE j.kind = 'settle') o
    JOIN ledger.journal s ON s.order_id = o.order_id AND (s.tenant_id, s.kind) IS NOT DISTINCT FROM (o.tenant_id, 'settle')
    LEFT JOIN ledger.hold h ON h.tenant_id = o.tenant_id AND h.order_id = o.order_id
    GROUP BY o.tenant_id, o.order_id
    UNION ALL
    SELECT 'I6', a.tenant_id || ' ' || a.currency,
      sum(ledger.signed(a.class, coalesce(b.posted, 0)) + CASE WHEN a.sync THEN 0 ELSE ledger.signed(a.class, coalesce(n.amount, 0)) END) <> 0
    FROM (SELECT DISTINCT j.tenant_id, j.currency FROM fresh j) books
    JOIN ledger.account a USING (tenant_id, currency) LEFT JOIN ledger.balance b USING (account_id) LEFT JOIN ledger.pending n USING (account_id)
    GROUP BY a.tenant_id, a.currency
  )
  SELECT i.name, count(f.subject), count(f.subject) FILTER (WHERE f.bad IS NOT FALSE),
    (SELECT string_agg(few.subject, ', ') FROM (SELECT g.subject FROM finding g WHERE g.invariant = i.name AND g.bad IS NOT FALSE ORDER BY 1 LIMIT 5) few)
  FROM unnest(ARRAY['I1', 'I2', 'I3', 'I4', 'I5', 'I6']) AS i (name) LEFT JOIN finding f ON f.invariant = i.name
  GROUP BY i.name ORDER BY i.name;
END $$;
