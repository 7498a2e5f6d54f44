-- Coupons and activities with what they brought.
CREATE VIEW coupon_view WITH (security_invoker = true) AS
SELECT c.*,
  (SELECT coalesce(sum(u.preferential_amount), 0)::int8 FROM coupon_use u WHERE u.coupon_id = c.coupon_id AND u.state = 1) AS credit_amount,
  (SELECT coalesce(sum(u.charging_elec), 0)::int8 FROM coupon_use u WHERE u.coupon_id = c.coupon_id AND u.state = 1) AS energy
FROM coupon c;
GRANT SELECT ON coupon_view TO chargeops_app, chargeops_system;

CREATE VIEW activity_view WITH (security_invoker = true) AS
SELECT a.*, t.currency,
  (SELECT count(*)::int4 FROM coupon c WHERE c.activity_id = a.activity_id AND NOT c.is_delete) AS coupon_num,
  (SELECT coalesce(sum(c.issued), 0)::int4 FROM coupon c WHERE c.activity_id = a.activity_id AND NOT c.is_delete) AS issued,
  (SELECT coalesce(sum(c.used), 0)::int4 FROM coupon c WHERE c.activity_id = a.activity_id AND NOT c.is_delete) AS used,
  (SELECT coalesce(sum(u.preferential_amount), 0)::int8 FROM coupon c JOIN coupon_use u ON u.coupon_id = c.coupon_id
    WHERE c.activity_id = a.activity_id AND NOT c.is_delete AND u.state = 1) AS credit_amount,
  (SELECT coalesce(sum(u.charging_elec), 0)::int8 FROM coupon c JOIN coupon_use u ON u.coupon_id = c.coupon_id
    WHERE c.activity_id = a.activity_id AND NOT c.is_delete AND u.state = 1) AS energy
FROM activity a JOIN tenant t ON t.tenant_id = a.tenant_id;
GRANT SELECT ON activity_view TO chargeops_app, chargeops_system;

-- A usable coupon whose time is over counts as expired, however late the job is that writes it down.
CREATE VIEW coupon_receive_view WITH (security_invoker = true) AS
SELECT r.coupon_receive_id, r.tenant_id, r.agent_id, r.coupon_id, r.main_part_type, r.main_part_id, r.main_part_no, r.main_part_name, r.cust_id,
  CASE WHEN r.state = 1 AND r.expires_at <= now() THEN 4::smallint ELSE r.state END AS state,
  r.ordinal, r.terms, r.begins_at, r.expires_at, r.source, r.void_reason, r.create_by, r.create_time, r.update_by, r.update_time, r.version, r.is_delete,
  c.activity_id, c.coupon_name, c.currency,
  (SELECT u.charging_order_no FROM coupon_use u WHERE u.coupon_receive_id = r.coupon_receive_id AND u.state IN (1, 3)) AS charging_order_no
FROM coupon_receive r JOIN coupon c ON c.tenant_id = r.tenant_id AND c.coupon_id = r.coupon_id;
GRANT SELECT ON coupon_receive_view TO chargeops_app, chargeops_system;
