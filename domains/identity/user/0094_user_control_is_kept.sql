-- Only note_user_control writes down who could act in whose name, and only keep_password writes down earlier passwords.
REVOKE INSERT, UPDATE, DELETE ON sys_user_control, sys_password_history FROM chargeops_system;
GRANT SELECT, INSERT, UPDATE ON sys_user_control TO chargeops_definer;
