-- R8: what a used coupon took off is what the journals of its order booked to its funder's account, and nothing else is booked to such an account. The
-- counters of a coupon are the numbers of its rows.
CREATE FUNCTION money_proof_of_coupon_use() RETURNS TABLE (invariant text, checked bigint, broken bigint, subject text)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH booked AS (
    SELECT j.tenant_id, j.order_id, substr(x.code, length('coupon:') + 1) AS funder,
      sum(CASE WHEN p.debit_id = x.account_id THEN p.amount ELSE -p.amount END) AS amount
    FROM ledger.account x JOIN ledger.posting p ON x.account_id IN (p.debit_id, p.credit_id) JOIN ledger.journal j USING (journal_id)
    WHERE x.class = 'X' AND x.code LIKE 'coupon:%' GROUP BY 1, 2, 3
  ),
  finding AS (
    SELECT coalesce('coupon use ' || u.coupon_use_id, 'order ' || b.order_id) AS subject,
      coalesce(b.amount, 0) <> CASE WHEN u.state = 1 THEN u.preferential_amount ELSE 0 END AS bad
    FROM (SELECT * FROM coupon_use WHERE charging_order_id IS NOT NULL) u
    FULL JOIN booked b ON b.tenant_id = u.tenant_id AND b.order_id = u.charging_order_id AND b.funder = u.funder
    UNION ALL
    SELECT 'coupon ' || c.coupon_id, c.issued <> (SELECT count(*) FROM coupon_receive r WHERE r.coupon_id = c.coupon_id)
      OR c.used <> (SELECT count(*) FROM coupon_use u WHERE u.coupon_id = c.coupon_id AND u.state = 1)
    FROM coupon c
  )
  SELECT 'R8', count(f.subject), count(f.subject) FILTER (WHERE f.bad IS TRUE),
    (SELECT string_agg(few.subject, ', ') FROM (SELECT g.subject FROM finding g WHERE g.bad ORDER BY 1 LIMIT 5) few)
  FROM finding f
$$;
GRANT EXECUTE ON FUNCTION money_proof_of_coupon_use() TO chargeops_app, chargeops_system;
