-- R10: the points of a customer are those of its entries and of its lots, what is set aside is what orders have set aside, what points are worth lies in the
-- books, and what an order was paid by points is what its journals booked.
CREATE FUNCTION money_proof_of_user_agent_points() RETURNS TABLE (invariant text, checked bigint, broken bigint, subject text)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH booked AS (
    SELECT x.tenant_id, x.currency, substr(x.code, length('points:') + 1) AS funder, j.order_id,
      sum(CASE WHEN p.credit_id = x.account_id THEN p.amount ELSE -p.amount END) AS amount
    FROM ledger.account x JOIN ledger.posting p ON x.account_id IN (p.debit_id, p.credit_id) JOIN ledger.journal j USING (journal_id)
    WHERE x.class = 'L' AND x.code LIKE 'points:%' GROUP BY 1, 2, 3, 4
  ),
  worth AS (
    SELECT a.tenant_id, p.currency, CASE WHEN p.agent_id IS NULL THEN 'tenant' ELSE 'agent:' || p.agent_id END AS funder,
      sum((a.balance - a.debt) * p.point_amount) AS amount
    FROM point_account a JOIN point_program p ON p.tenant_id = a.tenant_id AND p.point_program_id = a.point_program_id GROUP BY 1, 2, 3
  ),
  owed AS (SELECT b.tenant_id, b.currency, b.funder, sum(b.amount) AS amount FROM booked b GROUP BY 1, 2, 3),
  finding AS (
    SELECT 'points of account ' || a.user_agent_points_id AS subject,
      a.balance - a.debt <> (SELECT coalesce(sum(e.points), 0) FROM point_entry e WHERE e.user_agent_points_id = a.user_agent_points_id)
      OR a.balance <> (SELECT coalesce(sum(l.points_left), 0) FROM point_lot l WHERE l.user_agent_points_id = a.user_agent_points_id)
      OR a.locked <> (SELECT coalesce(sum(l.points_held), 0) FROM point_lot l WHERE l.user_agent_points_id = a.user_agent_points_id)
      OR a.locked <> (SELECT coalesce(sum(u.reserved_points), 0) FROM point_use u WHERE u.user_agent_points_id = a.user_agent_points_id AND u.state = 3) AS bad
    FROM point_account a
    UNION ALL
    SELECT 'points of ' || coalesce(w.tenant_id, o.tenant_id) || ' ' || coalesce(w.funder, o.funder), coalesce(w.amount, 0) <> coalesce(o.amount, 0)
    FROM worth w FULL JOIN owed o ON o.tenant_id = w.tenant_id AND o.currency = w.currency AND o.funder = w.funder
    UNION ALL
    SELECT 'points of order ' || coalesce(u.charging_order_id, b.order_id),
      coalesce(u.spent_points - u.back_points, 0) * coalesce(u.point_amount, 0) <> coalesce(-b.amount, 0)
    FROM point_use u FULL JOIN (SELECT * FROM booked WHERE order_id IS NOT NULL) b
      ON b.tenant_id = u.tenant_id AND b.order_id = u.charging_order_id AND b.funder = u.funder
  )
  SELECT 'R10', count(f.subject), count(f.subject) FILTER (WHERE f.bad IS TRUE),
    (SELECT string_agg(few.subject, ', ') FROM (SELECT g.subject FROM finding g WHERE g.bad ORDER BY 1 LIMIT 5) few)
  FROM finding f
$$;
GRANT EXECUTE ON FUNCTION money_proof_of_user_agent_points() TO chargeops_app, chargeops_system;

-- R2 as before; what points have paid is owed to the customer, too, but was not paid by the party.
CREATE OR REPLACE FUNCTION money_proof_of_consume() RETURNS TABLE (invariant text, checked bigint, broken bigint, subject text)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH finding AS (
    SELECT coalesce('consume ' || c.consume_record_id, 'journal ' || j.journal_id) AS subject,
      c.consume_record_id IS NULL AND p.amount > 0 AND j.kind <> 'adjust' OR c.consume_record_id IS NOT NULL AND (
        j.journal_id IS NULL
        OR (c.tenant_id, c.currency, c.charging_order_id) IS DISTINCT FROM (j.tenant_id, j.currency, j.order_id)
        OR c.is_refund <> CASE j.kind WHEN 'settle' THEN 0 WHEN 'refund_bal' THEN 1 ELSE c.is_refund END
        OR j.kind IN ('settle', 'adjust') AND CASE c.is_refund WHEN 1 THEN -c.order_amount ELSE c.order_amount END <> coalesce(p.earned, 0)
        OR CASE c.is_refund WHEN 1 THEN -c.rr_money ELSE c.rr_money END <> coalesce(p.by_party, 0)
        OR c.receivable_money - c.debt_paid_money <> coalesce(p.owed, 0)
        OR c.rr_after_money - c.rr_before_money <> coalesce(m.change, 0)
        OR m.posted_after <> c.rr_after_money) AS bad
    FROM consume_record c
    FULL JOIN (SELECT * FROM ledger.journal WHERE kind IN ('settle', 'refund_bal', 'adjust')) j ON j.journal_id = c.journal_id
    LEFT JOIN LATERAL (
      SELECT sum(amount) AS amount,
        sum(CASE WHEN k.class = 'R' THEN amount WHEN d.class = 'R' THEN -amount ELSE 0 END) AS earned,
        sum(CASE WHEN d.class IN ('L', 'A') AND d.code NOT LIKE 'points:%' THEN amount WHEN k.class IN ('L', 'A') AND k.code NOT LIKE 'points:%' THEN -amount ELSE 0 END) AS by_party,
        sum(CASE WHEN d.class = 'A' THEN amount WHEN k.class = 'A' THEN -amount ELSE 0 END) AS owed
      FROM ledger.posting JOIN ledger.account d ON d.account_id = debit_id JOIN ledger.account k ON k.account_id = credit_id
      WHERE posting.journal_id = j.journal_id) p ON true
    LEFT JOIN ledger.movement m ON m.journal_id = j.journal_id
  )
  SELECT 'R2', count(f.subject), count(f.subject) FILTER (WHERE f.bad IS TRUE),
    (SELECT string_agg(few.subject, ', ') FROM (SELECT g.subject FROM finding g WHERE g.bad ORDER BY 1 LIMIT 5) few)
  FROM finding f
$$;
