-- Many settlements in a few statements, for charges that are entered together. SET LOCAL ROLE makes the ledger's role the owner.
SET LOCAL ROLE ledger_owner;

-- Movements of one account that are written together form a chain, of which the last states the balance as it is now.
CREATE OR REPLACE FUNCTION ledger.movement_belongs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (
        SELECT f.tenant_id, f.journal_id, f.account_id, f.version, f.posted_after, lead(f.version - 1) OVER later AS next_version, lead(f.posted_after - f.change) OVER later AS next_before
        FROM fresh f WINDOW later AS (PARTITION BY f.account_id ORDER BY f.version)
      ) f LEFT JOIN ledger.journal j ON j.journal_id = f.journal_id LEFT JOIN ledger.balance b ON b.account_id = f.account_id
    WHERE (j.tenant_id, j.xid) IS DISTINCT FROM (f.tenant_id, pg_current_xact_id())
      OR (b.tenant_id, coalesce(f.next_version, b.version), coalesce(f.next_before, b.posted)) IS DISTINCT FROM (f.tenant_id, f.version, f.posted_after)
  ) THEN
    RAISE EXCEPTION 'a movement belongs to the booking that makes it' USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;

-- What ledger.settle would answer for one order after the other. Orders that are new, have no hold and are paid in full are booked together; if one of them is not, each is
-- booked by itself. `p_lines` has one ledger.line[] for each order, as text.
CREATE FUNCTION ledger.settle_all(
  p_tenant bigint, p_currency text, p_orders bigint[], p_payers bigint[], p_receivables bigint[], p_lines text[], p_actor text, p_effective_at timestamptz[]
) RETURNS SETOF ledger.booking LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_journals bigint[];
  v_sync bigint[];
  v_locked int;
  v_moved jsonb;
  v_covered boolean;
BEGIN
  PERFORM ledger.check_tenant(p_tenant);
  BEGIN
    -- Keys first and then balances in ascending order, as ledger.book takes them.
    WITH made AS (
      INSERT INTO ledger.journal AS j (tenant_id, currency, kind, source_type, source_id, fingerprint, order_id, effective_at, actor)
        SELECT p_tenant, p_currency, 'settle', 'order', s.order_id::text,
          sha256(convert_to(format('%s|%s|%s|%s|%s|%s|%s', p_currency, s.lines::ledger.line[], s.order_id, s.payer, s.receivable, NULL::bigint, true), 'UTF8')),
          s.order_id, coalesce(s.effective_at, now()), p_actor
        FROM unnest(p_orders, p_payers, p_receivables, p_lines, p_effective_at) WITH ORDINALITY AS s (order_id, payer, receivable, lines, effective_at, place)
        ORDER BY s.place
        ON CONFLICT ON CONSTRAINT journal_key DO NOTHING RETURNING j.journal_id
    )
    SELECT array_agg(made.journal_id ORDER BY made.journal_id) INTO v_journals FROM made;
    IF cardinality(v_journals) IS DISTINCT FROM cardinality(p_orders) OR EXISTS (
        SELECT FROM unnest(p_orders, p_payers, p_receivables) AS s (order_id, payer, receivable) WHERE num_nulls(s.order_id, s.payer, s.receivable) > 0
      ) OR EXISTS (SELECT FROM ledger.hold h WHERE h.tenant_id = p_tenant AND h.order_id = ANY (p_orders) AND h.state = 'open') THEN
      RAISE EXCEPTION 'not together' USING ERRCODE = 'CO001';
    END IF;
    SELECT coalesce(array_agg(a.account_id), '{}') INTO v_sync FROM ledger.account a WHERE a.sync AND a.account_id = ANY (
      ARRAY(SELECT unnest(ARRAY[l.debit_id, l.credit_id]) FROM unnest(p_lines) s (lines) CROSS JOIN LATERAL unnest(s.lines::ledger.line[]) l) || p_payers || p_receivables);
    PERFORM FROM ledger.balance b WHERE b.account_id = ANY (v_sync) ORDER BY b.account_id FOR NO KEY UPDATE;
    GET DIAGNOSTICS v_locked = ROW_COUNT;

    INSERT INTO ledger.posting (journal_id, seq, tenant_id, currency, debit_id, credit_id, amount, fee_type, stage)
      SELECT s.journal_id, l.line_no, p_tenant, p_currency, l.debit_id, l.credit_id, l.amount, l.fee_type, l.stage
      FROM unnest(v_journals, p_lines) AS s (journal_id, lines)
        CROSS JOIN LATERAL unnest(s.lines::ledger.line[]) WITH ORDINALITY AS l (debit_id, credit_id, amount, fee_type, stage, line_no)
      ORDER BY s.journal_id, l.line_no;

    WITH change AS MATERIALIZED (
      SELECT p.journal_id, a.account_id, sum(p.amount) FILTER (WHERE p.debit_id = a.account_id) AS debits,
        sum(CASE WHEN (p.credit_id = a.account_id) = (a.class IN ('L', 'R', 'Q')) THEN p.amount ELSE -p.amount END) AS amount
      FROM ledger.posting p JOIN ledger.account a ON a.account_id IN (p.debit_id, p.credit_id)
      WHERE p.journal_id = ANY (v_journals) AND a.account_id = ANY (v_sync) GROUP BY p.journal_id, a.account_id
    ), step AS MATERIALIZED (
      SELECT c.journal_id, c.account_id, c.amount, b.version + row_number() OVER earlier AS version, b.posted + sum(c.amount) OVER earlier AS posted,
        b.posted - b.held - b.min_balance + sum(c.amount) OVER earlier - c.amount >= coalesce(c.debits, 0) AS is_covered
      FROM change c JOIN ledger.balance b USING (account_id) WINDOW earlier AS (PARTITION BY c.account_id ORDER BY c.journal_id)
    ), moved AS (
      UPDATE ledger.balance b SET posted = b.posted + n.amount, version = n.version
      FROM (SELECT s.account_id, sum(s.amount) AS amount, max(s.version) AS version FROM step s GROUP BY s.account_id) n WHERE b.account_id = n.account_id
    ), kept AS (
      INSERT INTO ledger.movement (account_id, version, tenant_id, journal_id, change, posted_after)
        SELECT s.account_id, s.version, p_tenant, s.journal_id, s.amount, s.posted FROM step s
    )
    SELECT coalesce(bool_and(s.is_covered IS NOT FALSE), true) INTO v_covered FROM step s;
    IF v_locked <> cardinality(v_sync) OR NOT v_covered THEN
      RAISE EXCEPTION 'not together' USING ERRCODE = 'CO001';
    END IF;
  EXCEPTION
    WHEN SQLSTATE 'CO001' OR integrity_constraint_violation THEN
      v_journals := NULL;
  END;
  IF v_journals IS NULL THEN
    RETURN QUERY SELECT b.* FROM unnest(p_orders, p_payers, p_receivables, p_lines, p_effective_at) WITH ORDINALITY AS s (order_id, payer, receivable, lines, effective_at, place)
      CROSS JOIN LATERAL ledger.settle(p_tenant, p_currency, s.order_id, s.payer, s.receivable, s.lines::ledger.line[], p_actor, s.effective_at) b;
    RETURN;
  END IF;
  RETURN QUERY SELECT s.journal_id, false, coalesce((SELECT sum(p.amount) FROM ledger.posting p WHERE p.journal_id = s.journal_id AND p.debit_id = s.payer), 0)::bigint, 0::bigint,
      m.ids, m.before, m.later
    FROM unnest(v_journals, p_payers) WITH ORDINALITY AS s (journal_id, payer, place) CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(m.account_id ORDER BY m.account_id), '{}') AS ids, coalesce(array_agg(m.posted_after - m.change ORDER BY m.account_id), '{}') AS before,
        coalesce(array_agg(m.posted_after ORDER BY m.account_id), '{}') AS later
      FROM ledger.movement m WHERE m.journal_id = s.journal_id
    ) m ORDER BY s.place;
END $$;
GRANT EXECUTE ON FUNCTION ledger.settle_all(bigint, text, bigint[], bigint[], bigint[], text[], text, timestamptz[]) TO chargeops_app, chargeops_system;
