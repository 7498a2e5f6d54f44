-- Sessions as the list of signed-in people shows them. Its `token` is the number that stands for the session, not the secret.
CREATE VIEW sys_online_view WITH (security_invoker = true) AS
SELECT s.id, s.id::text AS token, s.user_id, s.username, u.realname, u.avatar, u.phone, u.sex, u.birthday, s.tenant_id, s.agent_id, s.ip, s.device,
  s.create_time, s.last_seen_at, s.expires_at, NULL::text AS create_by, NULL::text AS update_by, NULL::timestamptz AS update_time, 0 AS version
FROM sys_session s JOIN sys_user u ON u.id = s.user_id;
GRANT SELECT ON sys_online_view TO chargeops_app, chargeops_system;
