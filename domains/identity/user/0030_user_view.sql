-- A landline beside the mobile phone.
ALTER TABLE sys_user ADD COLUMN telephone text;
GRANT SELECT (telephone) ON sys_user TO chargeops_app;

CREATE OR REPLACE VIEW sys_user_view WITH (security_invoker = true) AS
SELECT u.id, u.username, u.realname, u.status, u.role_id, r.role_level, u.tenant_id, u.agent_id, u.station_ids, u.cust_id, u.phone, u.email, u.sex, u.birthday,
  u.avatar, u.work_no, u.last_login_time, u.create_by, u.create_time, u.update_by, u.update_time, u.version, u.is_delete,
  u.org_code, m.depart_names AS org_code_txt, m.depart_ids AS selecteddeparts, m.directed_ids AS depart_ids,
  CASE WHEN m.directed_ids IS NULL THEN 1 ELSE 2 END::smallint AS user_identity,
  p.post, p.post_txt,
  CASE WHEN current_setting('app.tenants', true) = '*' THEN (
    SELECT string_agg(t.rel_tenant_id::text, ',' ORDER BY t.rel_tenant_id) FROM sys_user_tenant t WHERE t.user_id = u.id
  ) END AS rel_tenant_ids,
  u.telephone
FROM sys_user u JOIN sys_role r ON r.id = u.role_id
LEFT JOIN LATERAL (SELECT * FROM sys_user_departs d WHERE d.user_id = u.id) m ON true
LEFT JOIN LATERAL (SELECT * FROM sys_user_positions d WHERE d.user_id = u.id) p ON true;

CREATE OR REPLACE VIEW sys_user_bin WITH (security_invoker = true) AS
SELECT id, username, realname, status, role_id, tenant_id, agent_id, station_ids, cust_id, phone, email, sex, birthday, avatar, work_no, last_login_time,
  create_by, create_time, update_by, update_time, version, telephone
FROM sys_user WHERE is_delete;
