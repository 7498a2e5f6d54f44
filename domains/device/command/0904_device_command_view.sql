-- Commands as lists read them, with the columns every noun has.
CREATE VIEW device_command_view WITH (security_invoker = true) AS
SELECT c.*, c.requested_by AS create_by, NULL::text AS update_by, c.completed_at AS update_time, 0 AS version FROM device_command c;
GRANT SELECT ON device_command_view TO chargeops_app, chargeops_system;
