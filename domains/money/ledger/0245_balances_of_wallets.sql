-- What is pending is added up only when an account is asked for that may have something pending. Wallets are synchronous and never have; their balances are
-- read at each start, and cost the sum of all bookings since the last roll-up.
CREATE OR REPLACE FUNCTION ledger.balances(p_accounts bigint[])
RETURNS TABLE (account_id bigint, tenant_id bigint, currency text, class text, code text, posted bigint, held bigint, available bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.account_id, a.tenant_id, a.currency, a.class, a.code, b.posted + coalesce(n.amount, 0), b.held, b.posted - b.held - b.min_balance
  FROM ledger.account a JOIN ledger.balance b USING (account_id)
    LEFT JOIN (SELECT p.account_id, p.amount FROM ledger.pending p
      WHERE (SELECT bool_or(NOT s.sync) FROM ledger.account s WHERE s.account_id = ANY (p_accounts)) AND p.account_id = ANY (p_accounts)) n
      ON n.account_id = a.account_id AND NOT a.sync
  WHERE a.account_id = ANY (p_accounts)
$$;
