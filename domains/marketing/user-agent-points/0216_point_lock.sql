-- Points that an order has earned can be spent after so many days; until then a refund takes them back and finds them.
ALTER TABLE point_program ADD COLUMN lock_days smallint CHECK (lock_days BETWEEN 1 AND 90);
ALTER TABLE point_lot ADD COLUMN active_at timestamptz NOT NULL DEFAULT '-infinity';
CREATE INDEX point_lot_waiting ON point_lot (user_agent_points_id, active_at) WHERE points_left > 0 AND active_at > '-infinity';

CREATE OR REPLACE VIEW point_account_view WITH (security_invoker = true) AS
SELECT a.user_agent_points_id, a.tenant_id, a.agent_id, a.point_program_id, a.cust_id, a.user_name, c.cust_phone AS user_mobile, a.balance::int AS balance,
  a.locked::int AS locked, (a.balance - a.locked - waiting.points) * p.point_amount AS worth_amount, soon.points AS expiring_soon, soon.expires_at AS expiring_at,
  a.lifetime_earned::int AS lifetime_earned, a.lifetime_spent::int AS lifetime_spent, a.debt::int AS debt, a.last_change,
  s.points::int AS asked_points, s.reason AS asked_reason, s.asked_by, p.currency,
  a.create_by, a.create_time, a.update_by, a.update_time, a.version, a.is_delete, waiting.points AS waiting_points
FROM point_account a JOIN point_program p ON p.tenant_id = a.tenant_id AND p.point_program_id = a.point_program_id
JOIN customer c ON c.tenant_id = a.tenant_id AND c.cust_id = a.cust_id
LEFT JOIN point_second s ON s.user_agent_points_id = a.user_agent_points_id AND s.agreed IS NULL
LEFT JOIN LATERAL (SELECT coalesce(sum(l.points_left), 0)::int AS points, min(l.expires_at) AS expires_at FROM point_lot l
  WHERE l.user_agent_points_id = a.user_agent_points_id AND l.points_left > 0 AND l.expires_at < now() + interval '30 days') soon ON true
LEFT JOIN LATERAL (SELECT coalesce(sum(l.points_left), 0)::int AS points FROM point_lot l
  WHERE l.user_agent_points_id = a.user_agent_points_id AND l.points_left > 0 AND l.active_at > now()) waiting ON true;
