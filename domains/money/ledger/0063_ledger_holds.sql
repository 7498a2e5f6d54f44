-- Holds, balances and the roll-up.
SET LOCAL ROLE ledger_owner;

-- Sets money aside for an order; refused (no_overdraft) when the balance is too low. An order has one hold: the same call again is a replay.
CREATE FUNCTION ledger.place_hold(
  p_tenant bigint, p_account bigint, p_order bigint, p_amount bigint, p_expires_at timestamptz DEFAULT NULL,
  OUT hold_id bigint, OUT replay boolean, OUT available bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_same boolean;
BEGIN
  PERFORM ledger.check_tenant(p_tenant);
  IF EXISTS (SELECT FROM ledger.journal j WHERE j.tenant_id = p_tenant AND j.kind = 'settle' AND j.source_type = 'order' AND j.source_id = p_order::text) THEN
    RAISE EXCEPTION 'order % is settled', p_order USING ERRCODE = '23514', CONSTRAINT = 'order_settled';
  END IF;
  INSERT INTO ledger.hold AS h (tenant_id, account_id, order_id, amount, expires_at)
    VALUES (p_tenant, p_account, p_order, p_amount, p_expires_at)
    ON CONFLICT ON CONSTRAINT hold_order DO NOTHING RETURNING h.hold_id INTO hold_id;
  replay := hold_id IS NULL;
  IF replay THEN
    SELECT h.hold_id, h.account_id = p_account AND h.amount = p_amount AND h.state = 'open', b.posted - b.held INTO STRICT hold_id, v_same, available
      FROM ledger.hold h JOIN ledger.balance b USING (account_id) WHERE h.tenant_id = p_tenant AND h.order_id = p_order;
    IF NOT v_same THEN
      RAISE EXCEPTION 'order % has another hold', p_order USING ERRCODE = '23505', CONSTRAINT = 'key_reused';
    END IF;
    RETURN;
  END IF;
  UPDATE ledger.balance b SET held = b.held + p_amount FROM ledger.account a
    WHERE b.account_id = p_account AND b.tenant_id = p_tenant AND a.account_id = b.account_id AND a.sync AND a.class = 'L' AND NOT b.closed
    RETURNING b.posted - b.held INTO available;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % cannot be held: unknown, closed, not synchronous, or without a balance row', p_account
      USING ERRCODE = '23514', CONSTRAINT = 'balance_row_exists';
  END IF;
END $$;

-- Raises an order's hold to p_amount in all; a lower amount changes nothing. Refused (no_overdraft) when the balance is too low.
CREATE FUNCTION ledger.enlarge_hold(p_tenant bigint, p_order bigint, p_amount bigint, OUT amount bigint, OUT available bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_hold ledger.hold;
BEGIN
  PERFORM ledger.check_tenant(p_tenant);
  SELECT * INTO v_hold FROM ledger.hold h WHERE h.tenant_id = p_tenant AND h.order_id = p_order AND h.state = 'open' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'order % has no open hold', p_order USING ERRCODE = '23503', CONSTRAINT = 'hold_open';
  END IF;
  amount := greatest(v_hold.amount, p_amount);
  IF amount > v_hold.amount THEN
    UPDATE ledger.hold h SET amount = greatest(v_hold.amount, p_amount), update_time = now() WHERE h.hold_id = v_hold.hold_id;
    UPDATE ledger.balance b SET held = b.held + p_amount - v_hold.amount WHERE b.account_id = v_hold.account_id;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'account % has no balance row', v_hold.account_id USING ERRCODE = '23514', CONSTRAINT = 'balance_row_exists';
    END IF;
  END IF;
  SELECT b.posted - b.held INTO STRICT available FROM ledger.balance b WHERE b.account_id = v_hold.account_id;
END $$;

-- Releases what was set aside; answers the amount, 0 when no hold was open.
CREATE FUNCTION ledger.release_hold(p_tenant bigint, p_order bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_hold ledger.hold;
BEGIN
  PERFORM ledger.check_tenant(p_tenant);
  UPDATE ledger.hold h SET state = 'released', update_time = now()
    WHERE h.tenant_id = p_tenant AND h.order_id = p_order AND h.state = 'open' RETURNING * INTO v_hold;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  UPDATE ledger.balance b SET held = b.held - v_hold.amount WHERE b.account_id = v_hold.account_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % has no balance row', v_hold.account_id USING ERRCODE = '23514', CONSTRAINT = 'balance_row_exists';
  END IF;
  RETURN v_hold.amount;
END $$;

-- What accounts that are not synchronous gained since the last roll-up.
CREATE VIEW ledger.pending WITH (security_invoker = true) AS
  SELECT a.account_id, sum(CASE WHEN (p.credit_id = a.account_id) = (a.class IN ('L', 'R', 'Q')) THEN p.amount ELSE -p.amount END)::bigint AS amount
  FROM ledger.watermark w
  JOIN ledger.journal j ON j.xid >= w.xid AND j.journal_id > w.after_journal
  JOIN ledger.posting p USING (journal_id)
  JOIN ledger.account a ON a.account_id IN (p.debit_id, p.credit_id) AND NOT a.sync
  GROUP BY a.account_id;

-- Balances as of now. available is what can be spent; null where there is no floor.
CREATE FUNCTION ledger.balances(p_accounts bigint[])
RETURNS TABLE (account_id bigint, tenant_id bigint, currency text, class text, code text, posted bigint, held bigint, available bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.account_id, a.tenant_id, a.currency, a.class, a.code, b.posted + coalesce(n.amount, 0), b.held, b.posted - b.held - b.min_balance
  FROM ledger.account a JOIN ledger.balance b USING (account_id) LEFT JOIN ledger.pending n ON n.account_id = a.account_id AND NOT a.sync
  WHERE a.account_id = ANY (p_accounts)
$$;

-- Adds finished journals to the balances of accounts that are not synchronous, one update an account; answers how many accounts changed. It reads up to
-- the oldest running transaction, so no journal can appear there later.
CREATE FUNCTION ledger.roll_up() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_mark ledger.watermark;
  v_high xid8;
  v_changed bigint;
BEGIN
  SELECT * INTO v_mark FROM ledger.watermark FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  v_high := pg_snapshot_xmin(pg_current_snapshot());
  IF v_high <= v_mark.xid THEN
    RETURN 0;
  END IF;
  WITH change AS (
    SELECT a.account_id, sum(CASE WHEN (p.credit_id = a.account_id) = (a.class IN ('L', 'R', 'Q')) THEN p.amount ELSE -p.amount END) AS amount
    FROM ledger.journal j JOIN ledger.posting p USING (journal_id) JOIN ledger.account a ON a.account_id IN (p.debit_id, p.credit_id) AND NOT a.sync
    WHERE j.xid >= v_mark.xid AND j.xid < v_high AND j.journal_id > v_mark.after_journal
    GROUP BY a.account_id
  )
  UPDATE ledger.balance b SET posted = b.posted + change.amount FROM change WHERE b.account_id = change.account_id;
  GET DIAGNOSTICS v_changed = ROW_COUNT;
  UPDATE ledger.watermark SET xid = v_high;
  RETURN v_changed;
END $$;

-- After the rows were loaded into another server, whose transactions count from elsewhere: recomputes every balance that is
-- not synchronous and starts a new watermark. To be called before the first booking there.
CREATE FUNCTION ledger.after_restore() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  LOCK TABLE ledger.journal IN EXCLUSIVE MODE;
  UPDATE ledger.balance b SET posted = (
      SELECT coalesce(sum(CASE WHEN (p.credit_id = a.account_id) = (a.class IN ('L', 'R', 'Q')) THEN p.amount ELSE -p.amount END), 0)
      FROM ledger.posting p WHERE a.account_id IN (p.debit_id, p.credit_id))
    FROM ledger.account a WHERE a.account_id = b.account_id AND NOT a.sync;
  UPDATE ledger.watermark SET xid = '0', after_journal = (SELECT coalesce(max(journal_id), 0) FROM ledger.journal);
END $$;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['open_account', 'open_accounts', 'close_account', 'post', 'capture', 'settle', 'reverse', 'place_hold', 'enlarge_hold', 'release_hold', 'balances'] LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION ledger.%I TO chargeops_app, chargeops_system', name);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION ledger.roll_up(), ledger.after_restore() TO chargeops_system;
GRANT SELECT ON ledger.pending TO chargeops_app, chargeops_system;
