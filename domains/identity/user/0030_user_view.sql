-- A person with role level, departments, positions and, for the platform alone, the tenants they may work in: whoever sees one tenant is told of no other.
CREATE VIEW sys_user_view WITH (security_invoker = true) AS
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
GRANT SELECT ON sys_user_view TO chargeops_app, chargeops_system;
