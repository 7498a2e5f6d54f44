-- A name stays taken while its account lies in the recycle bin, so that one that comes back is the one it was.
SET LOCAL ROLE chargeops_system;
UPDATE sys_user gone SET username = gone.username || '.' || gone.id
WHERE gone.is_delete AND EXISTS (
  SELECT FROM sys_user other WHERE lower(other.username) = lower(gone.username) AND other.id <> gone.id AND (NOT other.is_delete OR other.id > gone.id)
);
RESET ROLE;
DROP INDEX sys_user_username_key;
CREATE UNIQUE INDEX sys_user_username_key ON sys_user (lower(username));
CREATE INDEX sys_user_binned ON sys_user (tenant_id, update_time DESC) WHERE is_delete;

-- What the recycle bin holds.
CREATE VIEW sys_user_bin WITH (security_invoker = true) AS
SELECT id, username, realname, status, role_id, tenant_id, agent_id, station_ids, cust_id, phone, email, sex, birthday, avatar, work_no, last_login_time,
  create_by, create_time, update_by, update_time, version
FROM sys_user WHERE is_delete;
GRANT SELECT ON sys_user_bin TO chargeops_app, chargeops_system;

-- What goes for good takes along what is of that person alone.
ALTER TABLE sys_session DROP CONSTRAINT sys_session_user_id_fkey,
  ADD CONSTRAINT sys_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES sys_user ON DELETE CASCADE;
ALTER TABLE sys_third_account DROP CONSTRAINT sys_third_account_user_id_fkey,
  ADD CONSTRAINT sys_third_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES sys_user ON DELETE CASCADE;
ALTER TABLE sys_totp DROP CONSTRAINT sys_totp_user_id_fkey,
  ADD CONSTRAINT sys_totp_user_id_fkey FOREIGN KEY (user_id) REFERENCES sys_user ON DELETE CASCADE;
ALTER TABLE sys_code DROP CONSTRAINT sys_code_user_id_fkey,
  ADD CONSTRAINT sys_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES sys_user ON DELETE CASCADE;
