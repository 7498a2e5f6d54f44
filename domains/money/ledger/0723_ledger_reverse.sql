-- A reversal, as before (0703_ledger_functions.sql), that may take the money back from another account than the one it went into: a replaced
-- card's wallet is closed for ever, and what lay in it lies in its successor's.
SET LOCAL ROLE ledger_owner;
DROP FUNCTION ledger.reverse(bigint, bigint, text, text, text, bigint, timestamptz);

-- Books the opposite of a journal, once (reversed_once). What the customer no longer has is refused, or owed at p_receivable.
CREATE FUNCTION ledger.reverse(
  p_tenant bigint, p_journal bigint, p_source_type text, p_source_id text, p_actor text,
  p_receivable bigint DEFAULT NULL, p_effective_at timestamptz DEFAULT NULL, p_payer bigint DEFAULT NULL
) RETURNS ledger.booking LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_first ledger.journal;
  v_lines ledger.line[];
  v_payers bigint[];
BEGIN
  PERFORM ledger.check_tenant(p_tenant);
  SELECT * INTO v_first FROM ledger.journal j WHERE j.journal_id = p_journal AND j.tenant_id = p_tenant;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'unknown journal %', p_journal USING ERRCODE = '23503', CONSTRAINT = 'journal_reverses_fkey';
  END IF;
  IF v_first.reverses IS NOT NULL THEN
    RAISE EXCEPTION 'journal % is a reversal itself', p_journal USING ERRCODE = '22023';
  END IF;
  SELECT array_agg(DISTINCT a.account_id) INTO v_payers
    FROM ledger.posting p JOIN ledger.account a ON a.account_id = p.credit_id WHERE p.journal_id = p_journal AND a.sync AND a.class = 'L';
  IF (p_receivable IS NOT NULL OR p_payer IS NOT NULL) AND cardinality(v_payers) > 1 THEN
    RAISE EXCEPTION 'journal % credits several customers; one account cannot stand for them', p_journal USING ERRCODE = '22023';
  END IF;
  SELECT array_agg((CASE WHEN p.credit_id = v_payers[1] THEN coalesce(p_payer, p.credit_id) ELSE p.credit_id END, p.debit_id, p.amount, p.fee_type, p.stage)::ledger.line
    ORDER BY p.seq) INTO v_lines FROM ledger.posting p WHERE p.journal_id = p_journal;
  RETURN ledger.book(p_tenant, v_first.currency, 'reverse', p_source_type, p_source_id, v_lines, p_actor, p_effective_at, v_first.order_id,
                     coalesce(p_payer, v_payers[1]), p_receivable, p_journal, false);
END $$;
GRANT EXECUTE ON FUNCTION ledger.reverse(bigint, bigint, text, text, text, bigint, timestamptz, bigint) TO chargeops_app, chargeops_system;
