-- The only ways to write into the books. Each is one round trip and runs as ledger_owner.
SET LOCAL ROLE ledger_owner;

-- Security definer passes row security, so the caller's scope is asked here.
CREATE FUNCTION ledger.check_tenant(p_tenant bigint) RETURNS void LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF current_setting('role') = 'chargeops_system' OR current_setting('app.tenants', true) = '*' OR p_tenant = ANY (public.kit_listed('app.tenants')) THEN
    RETURN;
  END IF;
  RAISE EXCEPTION 'tenant % is outside the scope of this transaction', p_tenant USING ERRCODE = '42501';
END $$;

-- Finds or makes the account of a code. An existing one must be of the same nature.
CREATE FUNCTION ledger.open_account(
  p_tenant bigint, p_currency text, p_class text, p_code text, p_sync boolean,
  p_min_balance bigint DEFAULT NULL, p_owner_type text DEFAULT NULL, p_owner_id bigint DEFAULT NULL
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_id bigint;
  v_same boolean;
BEGIN
  PERFORM ledger.check_tenant(p_tenant);
  IF p_min_balance IS NOT NULL AND NOT p_sync THEN
    RAISE EXCEPTION 'a floor needs a synchronous account' USING ERRCODE = '22023';
  END IF;
  LOOP
    SELECT a.account_id, (a.class, a.sync, b.min_balance) IS NOT DISTINCT FROM (p_class, p_sync, p_min_balance) INTO v_id, v_same
      FROM ledger.account a JOIN ledger.balance b USING (account_id)
      WHERE a.tenant_id = p_tenant AND a.currency = p_currency AND a.code = p_code;
    IF FOUND AND NOT v_same THEN
      RAISE EXCEPTION 'account % exists with another nature', p_code USING ERRCODE = '23505', CONSTRAINT = 'account_nature';
    END IF;
    EXIT WHEN FOUND;
    INSERT INTO ledger.account (tenant_id, currency, class, code, sync, owner_type, owner_id)
      VALUES (p_tenant, p_currency, p_class, p_code, p_sync, p_owner_type, p_owner_id)
      ON CONFLICT (tenant_id, currency, code) DO NOTHING RETURNING account_id INTO v_id;
    IF FOUND THEN
      INSERT INTO ledger.balance (account_id, tenant_id, min_balance) VALUES (v_id, p_tenant, p_min_balance);
      EXIT;
    END IF;
  END LOOP;
  RETURN v_id;
END $$;

-- Closes an account for ever; refused (closed_at_zero) while it holds or owes anything.
CREATE FUNCTION ledger.close_account(p_tenant bigint, p_account bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM ledger.check_tenant(p_tenant);
  UPDATE ledger.balance SET closed = true WHERE account_id = p_account AND tenant_id = p_tenant;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'unknown account %', p_account USING ERRCODE = '23503', CONSTRAINT = 'balance_row_exists';
  END IF;
END $$;

-- The heart. Writes one journal, its postings and the movements of synchronous accounts; frees the order's hold.
-- The payer's lines are paid from what he has; with a receivable account the rest is owed there, else no_overdraft refuses.
-- The same key with the same content answers the first journal (replay); with other content it is refused.
CREATE FUNCTION ledger.book(
  p_tenant bigint, p_currency text, p_kind text, p_source_type text, p_source_id text, p_lines ledger.line[], p_actor text,
  p_effective_at timestamptz, p_order bigint, p_payer bigint, p_receivable bigint, p_reverses bigint, p_capture boolean,
  OUT journal_id bigint, OUT replay boolean, OUT paid bigint, OUT shortfall bigint
) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_print bytea := sha256(convert_to(concat_ws('|', p_currency, p_lines, p_order, p_payer, p_receivable, p_reverses, p_capture), 'UTF8'));
  v_first ledger.journal;
  v_sync bigint[];
  v_locked int;
  v_hold ledger.hold;
  v_due bigint := 0;
BEGIN
  PERFORM ledger.check_tenant(p_tenant);
  INSERT INTO ledger.journal AS j (tenant_id, currency, kind, source_type, source_id, fingerprint, reverses, order_id, effective_at, actor)
    VALUES (p_tenant, p_currency, p_kind, p_source_type, p_source_id, v_print, p_reverses, p_order, coalesce(p_effective_at, now()), p_actor)
    ON CONFLICT ON CONSTRAINT journal_key DO NOTHING RETURNING j.journal_id INTO journal_id;
  replay := journal_id IS NULL;

  IF replay THEN
    SELECT * INTO STRICT v_first FROM ledger.journal j
      WHERE j.tenant_id = p_tenant AND j.kind = p_kind AND j.source_type = p_source_type AND j.source_id = p_source_id;
    IF v_first.fingerprint <> v_print THEN
      RAISE EXCEPTION 'the key %/%/% was used for another booking', p_kind, p_source_type, p_source_id
        USING ERRCODE = '23505', CONSTRAINT = 'key_reused';
    END IF;
    journal_id := v_first.journal_id;
    SELECT coalesce(sum(amount) FILTER (WHERE debit_id = p_payer), 0), coalesce(sum(amount) FILTER (WHERE debit_id = p_receivable), 0)
      INTO paid, shortfall FROM ledger.posting p WHERE p.journal_id = v_first.journal_id;
    RETURN;
  END IF;

  -- Ascending order, so that two bookings never wait for each other.
  SELECT coalesce(array_agg(a.account_id ORDER BY a.account_id), '{}') INTO v_sync FROM ledger.account a
    WHERE a.sync AND a.account_id IN (SELECT unnest(ARRAY[debit_id, credit_id]) FROM unnest(p_lines) UNION SELECT p_payer UNION SELECT p_receivable);
  PERFORM FROM ledger.balance b WHERE b.account_id = ANY (v_sync) ORDER BY b.account_id FOR NO KEY UPDATE;
  GET DIAGNOSTICS v_locked = ROW_COUNT;
  IF v_locked <> cardinality(v_sync) THEN
    RAISE EXCEPTION 'a synchronous account among % has no balance row', v_sync USING ERRCODE = '23514', CONSTRAINT = 'balance_row_exists';
  END IF;

  IF p_capture THEN
    UPDATE ledger.hold SET state = 'captured', update_time = now()
      WHERE tenant_id = p_tenant AND order_id = p_order AND state = 'open' RETURNING * INTO v_hold;
    IF FOUND THEN
      UPDATE ledger.balance SET held = held - v_hold.amount WHERE account_id = v_hold.account_id;
    END IF;
  END IF;

  SELECT coalesce(sum(amount), 0) INTO v_due FROM unnest(p_lines) WHERE debit_id = p_payer;
  paid := v_due;
  IF p_receivable IS NOT NULL AND p_payer = ANY (v_sync) THEN
    SELECT least(v_due, greatest(0, posted - held - coalesce(min_balance, posted - held - v_due))) INTO STRICT paid
      FROM ledger.balance WHERE account_id = p_payer;
  END IF;
  shortfall := v_due - paid;

  -- Lines of the payer are filled in order from what he has; the line that crosses the edge becomes two.
  INSERT INTO ledger.posting (journal_id, seq, tenant_id, currency, debit_id, credit_id, amount, fee_type, stage)
    SELECT journal_id, row_number() OVER (ORDER BY part.line_no, part.side), p_tenant, p_currency,
           part.debit_id, part.credit_id, part.amount, part.fee_type, part.stage
    FROM (
      SELECT l.line_no, s.side, CASE s.side WHEN 1 THEN l.debit_id ELSE p_receivable END AS debit_id, l.credit_id, l.fee_type, l.stage,
             CASE WHEN l.debit_id IS DISTINCT FROM p_payer THEN CASE s.side WHEN 1 THEN l.amount ELSE 0 END
                  WHEN s.side = 1 THEN least(l.amount, greatest(0, paid - (l.due_until - l.amount)))
                  ELSE l.amount - least(l.amount, greatest(0, paid - (l.due_until - l.amount))) END AS amount
      FROM (SELECT u.*, sum(u.amount) FILTER (WHERE u.debit_id = p_payer) OVER (ORDER BY u.line_no) AS due_until
            FROM unnest(p_lines) WITH ORDINALITY AS u (debit_id, credit_id, amount, fee_type, stage, line_no)) l
      CROSS JOIN (VALUES (1), (2)) AS s (side)
    ) part
    WHERE part.amount <> 0 OR part.side = 1 AND shortfall = 0;

  WITH change AS (
    SELECT a.account_id, sum(CASE WHEN (p.credit_id = a.account_id) = (a.class IN ('L', 'R', 'Q')) THEN p.amount ELSE -p.amount END) AS amount
    FROM ledger.posting p JOIN ledger.account a ON a.account_id IN (p.debit_id, p.credit_id)
    WHERE p.journal_id = journal_id AND a.account_id = ANY (v_sync) GROUP BY a.account_id
  ), moved AS (
    UPDATE ledger.balance b SET posted = b.posted + change.amount, version = b.version + 1
    FROM change WHERE b.account_id = change.account_id
    RETURNING b.account_id, b.version, b.posted, change.amount
  )
  INSERT INTO ledger.movement (account_id, version, tenant_id, journal_id, change, posted_after)
    SELECT account_id, version, p_tenant, journal_id, amount, posted FROM moved;
END $$;
