-- The only functions that write into the ledger. Each is one round trip and runs as ledger_owner.
SET LOCAL ROLE ledger_owner;

-- A SECURITY DEFINER function bypasses row security, so the caller's scope is checked here.
CREATE FUNCTION ledger.check_tenant(p_tenant bigint) RETURNS void LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF current_setting('role') = 'chargeops_system' OR current_setting('app.tenants', true) = '*' OR p_tenant = ANY (public.kit_listed('app.tenants')) THEN
    RETURN;
  END IF;
  RAISE EXCEPTION 'tenant % is outside the scope of this transaction', p_tenant USING ERRCODE = '42501';
END $$;

-- Finds or creates the account of a code. An existing one must have the same class, synchronicity and floor.
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

-- The arguments of open_account, to find or create many accounts of one tenant in one round trip.
CREATE TYPE ledger.account_spec AS (class text, code text, sync boolean, min_balance bigint, owner_type text, owner_id bigint);

CREATE FUNCTION ledger.open_accounts(p_tenant bigint, p_currency text, p_specs ledger.account_spec[]) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT ledger.open_account(p_tenant, p_currency, s.class, s.code, s.sync, s.min_balance, s.owner_type, s.owner_id)
    FROM unnest(p_specs) WITH ORDINALITY AS s (class, code, sync, min_balance, owner_type, owner_id, n) ORDER BY s.n);
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

-- Writes one journal, its postings and the movements of synchronous accounts, and captures the order's hold. The payer's lines are paid from the payer's
-- balance; with a receivable account the rest is owed there, without one no_overdraft refuses. The same key with the same content answers the first
-- journal (replay); with other content it is refused. Only the functions below call it, and they pin the search path. Plans are cached, because planning
-- takes as long as the work, and consist of index look-ups only, because a plan made while the tables were small would scan them for ever after.
CREATE FUNCTION ledger.book(
  p_tenant bigint, p_currency text, p_kind text, p_source_type text, p_source_id text, p_lines ledger.line[], p_actor text,
  p_effective_at timestamptz, p_order bigint, p_payer bigint, p_receivable bigint, p_reverses bigint, p_capture boolean
) RETURNS ledger.booking LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_print bytea := sha256(convert_to(format('%s|%s|%s|%s|%s|%s|%s', p_currency, p_lines, p_order, p_payer, p_receivable, p_reverses, p_capture), 'UTF8'));
  v ledger.booking;
  v_sync bigint[];
  v_locked int;
  v_hold_account bigint;
  v_hold_amount bigint := 0;
  v_bad boolean;
  v_due bigint;
BEGIN
  PERFORM ledger.check_tenant(p_tenant);
  SELECT coalesce(bool_or((l.amount > 0) IS NOT TRUE), false), coalesce(sum(l.amount) FILTER (WHERE l.debit_id = p_payer), 0)
    INTO v_bad, v_due FROM unnest(p_lines) l;
  IF v_bad THEN
    RAISE EXCEPTION 'every amount must be above zero' USING ERRCODE = '23514', CONSTRAINT = 'amount_positive';
  END IF;
  INSERT INTO ledger.journal AS j (tenant_id, currency, kind, source_type, source_id, fingerprint, reverses, order_id, effective_at, actor)
    VALUES (p_tenant, p_currency, p_kind, p_source_type, p_source_id, v_print, p_reverses, p_order, coalesce(p_effective_at, now()), p_actor)
    ON CONFLICT ON CONSTRAINT journal_key DO NOTHING RETURNING j.journal_id INTO v.journal_id;
  IF v.journal_id IS NULL THEN
    RETURN ledger.replay(p_tenant, p_kind, p_source_type, p_source_id, v_print, p_payer, p_receivable);
  END IF;

  IF p_capture THEN
    UPDATE ledger.hold h SET state = 'captured', update_time = now()
      WHERE h.tenant_id = p_tenant AND h.order_id = p_order AND h.state = 'open' RETURNING h.account_id, h.amount INTO v_hold_account, v_hold_amount;
    v_hold_amount := coalesce(v_hold_amount, 0);
  END IF;

  -- Locked in ascending order, so that two bookings never wait for each other in a circle.
  SELECT coalesce(array_agg(a.account_id), '{}') INTO v_sync FROM ledger.account a
    WHERE a.sync AND a.account_id = ANY (
      ARRAY(SELECT l.debit_id FROM unnest(p_lines) l UNION ALL SELECT l.credit_id FROM unnest(p_lines) l) || p_payer || p_receivable || v_hold_account);
  PERFORM FROM ledger.balance b WHERE b.account_id = ANY (v_sync) ORDER BY b.account_id FOR NO KEY UPDATE;
  GET DIAGNOSTICS v_locked = ROW_COUNT;
  IF v_locked <> cardinality(v_sync) THEN
    RAISE EXCEPTION 'a synchronous account among % has no balance row', v_sync USING ERRCODE = '23514', CONSTRAINT = 'balance_row_exists';
  END IF;

  v.paid := v_due;
  IF p_receivable IS NOT NULL AND p_payer = ANY (v_sync) THEN
    SELECT least(v_due, greatest(0, b.posted - b.held - b.min_balance + CASE WHEN v_hold_account = p_payer THEN v_hold_amount ELSE 0 END))
      INTO v.paid FROM ledger.balance b WHERE b.account_id = p_payer AND b.min_balance IS NOT NULL;
    v.paid := coalesce(v.paid, v_due);
  END IF;
  v.shortfall := v_due - v.paid;

  -- The payer's lines are paid in order from the payer's balance; the line that it does not cover whole becomes two postings.
  INSERT INTO ledger.posting (journal_id, seq, tenant_id, currency, debit_id, credit_id, amount, fee_type, stage)
    SELECT v.journal_id, row_number() OVER (), p_tenant, p_currency, part.debit_id, part.credit_id, part.amount, part.fee_type, part.stage
    FROM (
      SELECT u.line_no, u.debit_id, u.credit_id, u.amount, u.fee_type, u.stage,
             sum(CASE WHEN u.debit_id = p_payer THEN u.amount ELSE 0 END) OVER (ORDER BY u.line_no) AS due
      FROM unnest(p_lines) WITH ORDINALITY AS u (debit_id, credit_id, amount, fee_type, stage, line_no)
    ) line
    CROSS JOIN LATERAL (SELECT CASE WHEN line.debit_id IS DISTINCT FROM p_payer THEN line.amount
                                    ELSE least(line.amount, greatest(0, v.paid - (line.due - line.amount))) END AS from_payer) split
    CROSS JOIN LATERAL (VALUES (1, line.debit_id, line.credit_id, split.from_payer, line.fee_type, line.stage),
                               (2, p_receivable, line.credit_id, line.amount - split.from_payer, line.fee_type, line.stage))
      AS part (side, debit_id, credit_id, amount, fee_type, stage)
    WHERE part.amount > 0
    ORDER BY line.line_no, part.side;

  WITH change AS (
    SELECT a.account_id, sum(CASE WHEN (p.credit_id = a.account_id) = (a.class IN ('L', 'R', 'Q')) THEN p.amount ELSE -p.amount END) AS amount
    FROM ledger.posting p JOIN ledger.account a ON a.account_id IN (p.debit_id, p.credit_id)
    WHERE p.journal_id = v.journal_id AND a.account_id = ANY (v_sync) GROUP BY a.account_id
  ), moved AS (
    UPDATE ledger.balance b SET
      posted = b.posted + coalesce(c.amount, 0),
      held = b.held - CASE WHEN b.account_id = v_hold_account THEN v_hold_amount ELSE 0 END,
      version = b.version + CASE WHEN c.account_id IS NULL THEN 0 ELSE 1 END
    FROM unnest(v_sync) AS s (account_id) LEFT JOIN change c USING (account_id)
    WHERE b.account_id = s.account_id AND (c.account_id IS NOT NULL OR b.account_id = v_hold_account)
    RETURNING b.account_id, b.version, b.posted, c.amount
  ), kept AS (
    INSERT INTO ledger.movement AS m (account_id, version, tenant_id, journal_id, change, posted_after)
      SELECT moved.account_id, moved.version, p_tenant, v.journal_id, moved.amount, moved.posted FROM moved WHERE moved.amount IS NOT NULL
      RETURNING m.account_id, m.change, m.posted_after
  )
  SELECT coalesce(array_agg(k.account_id), '{}'), coalesce(array_agg(k.posted_after - k.change), '{}'), coalesce(array_agg(k.posted_after), '{}')
    INTO v.moved_ids, v.moved_before, v.moved_after FROM kept k;
  v.replay := false;
  RETURN v;
END $$;

-- The answer of the first booking under a key, read back.
CREATE FUNCTION ledger.replay(
  p_tenant bigint, p_kind text, p_source_type text, p_source_id text, p_print bytea, p_payer bigint, p_receivable bigint
) RETURNS ledger.booking LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v ledger.booking;
  v_print bytea;
BEGIN
  SELECT j.journal_id, j.fingerprint INTO STRICT v.journal_id, v_print FROM ledger.journal j
    WHERE j.tenant_id = p_tenant AND j.kind = p_kind AND j.source_type = p_source_type AND j.source_id = p_source_id;
  IF v_print <> p_print THEN
    RAISE EXCEPTION 'the key % % % was used for another booking', p_kind, p_source_type, p_source_id USING ERRCODE = '23505', CONSTRAINT = 'key_reused';
  END IF;
  SELECT coalesce(sum(p.amount) FILTER (WHERE p.debit_id = p_payer), 0), coalesce(sum(p.amount) FILTER (WHERE p.debit_id = p_receivable), 0)
    INTO v.paid, v.shortfall FROM ledger.posting p WHERE p.journal_id = v.journal_id AND p_payer IS NOT NULL;
  SELECT coalesce(array_agg(m.account_id), '{}'), coalesce(array_agg(m.posted_after - m.change), '{}'), coalesce(array_agg(m.posted_after), '{}')
    INTO v.moved_ids, v.moved_before, v.moved_after FROM ledger.movement m WHERE m.journal_id = v.journal_id;
  v.replay := true;
  RETURN v;
END $$;

-- Any booking without an order's hold: recharge, refund, adjustment, write-off. At least one line.
CREATE FUNCTION ledger.post(
  p_tenant bigint, p_currency text, p_kind text, p_source_type text, p_source_id text, p_lines ledger.line[], p_actor text,
  p_order bigint DEFAULT NULL, p_effective_at timestamptz DEFAULT NULL, p_payer bigint DEFAULT NULL, p_receivable bigint DEFAULT NULL
) RETURNS ledger.booking LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_kind IN ('settle', 'reverse') THEN
    RAISE EXCEPTION 'a % is booked by its own function', p_kind USING ERRCODE = '22023';
  END IF;
  IF coalesce(cardinality(p_lines), 0) = 0 THEN
    RAISE EXCEPTION 'a booking needs a line' USING ERRCODE = '22023';
  END IF;
  RETURN ledger.book(p_tenant, p_currency, p_kind, p_source_type, p_source_id, p_lines, p_actor, p_effective_at, p_order, p_payer, p_receivable, NULL, false);
END $$;

-- Books a fee other than the settlement (a reservation) against what an order's hold has set aside, and ends the hold.
CREATE FUNCTION ledger.capture(
  p_tenant bigint, p_currency text, p_kind text, p_source_type text, p_source_id text, p_lines ledger.line[], p_actor text,
  p_order bigint, p_effective_at timestamptz DEFAULT NULL, p_payer bigint DEFAULT NULL, p_receivable bigint DEFAULT NULL
) RETURNS ledger.booking LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_kind IN ('settle', 'reverse') OR p_order IS NULL THEN
    RAISE EXCEPTION 'a capture needs an order and a kind of its own' USING ERRCODE = '22023';
  END IF;
  RETURN ledger.book(p_tenant, p_currency, p_kind, p_source_type, p_source_id, p_lines, p_actor, p_effective_at, p_order, p_payer, p_receivable, NULL, true);
END $$;

-- Settles an order, once: its hold ends, the payer's lines are paid from the balance, the rest goes to the receivable account; discounts and the operator's
-- part are lines with debit accounts of their own. Without a line the order cost nothing.
CREATE FUNCTION ledger.settle(
  p_tenant bigint, p_currency text, p_order bigint, p_payer bigint, p_receivable bigint, p_lines ledger.line[], p_actor text,
  p_effective_at timestamptz DEFAULT NULL
) RETURNS ledger.booking LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_order IS NULL OR p_payer IS NULL OR p_receivable IS NULL THEN
    RAISE EXCEPTION 'a settlement needs order, payer and receivable' USING ERRCODE = '22023';
  END IF;
  RETURN ledger.book(p_tenant, p_currency, 'settle', 'order', p_order::text, p_lines, p_actor, p_effective_at, p_order, p_payer, p_receivable, NULL, true);
END $$;

-- Books the opposite of a journal, once (reversed_once). What the customer no longer has is refused, or owed at p_receivable. The money may be taken from
-- another account than the one it went into (p_payer): the wallet of a replaced card is closed, and its money lies in its successor's wallet.
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
