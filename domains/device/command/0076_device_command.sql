-- Commands to piles: written in the transaction of the decision, sent by the process that holds the pile's connection.
CREATE TABLE device_command (
  command_id text PRIMARY KEY CHECK (length(command_id) = 16),
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_id bigint NOT NULL,
  cp_code text NOT NULL,
  gun_number int,
  cmd text NOT NULL,
  payload jsonb NOT NULL,
  -- 0 not executed, 1 running, 2 completed.
  stat smallint NOT NULL DEFAULT 0 CHECK (stat IN (0, 1, 2)),
  -- 0 ok, 1 failed, 2 exists, 3 not exist; null until completed, or when no answer came.
  result smallint,
  remark text,
  key_val text,
  charging_order_no text,
  -- A start is void after this instant.
  deadline timestamptz,
  requested_by text NOT NULL,
  because text NOT NULL,
  create_time timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  completed_at timestamptz
) WITH (fillfactor = 80);
CALL kit_tenant_table('device_command', by_agent => true, by_station => true);
CREATE INDEX device_command_waiting ON device_command (cp_code, create_time) WHERE stat = 0;
CREATE INDEX device_command_running ON device_command (sent_at) WHERE stat = 1;
CREATE INDEX device_command_list ON device_command (tenant_id, create_time DESC, command_id DESC);
CREATE INDEX device_command_all ON device_command (create_time DESC, command_id DESC);
CREATE INDEX device_command_pile ON device_command (cp_code, create_time DESC);
CREATE INDEX device_command_order ON device_command (charging_order_no) WHERE charging_order_no IS NOT NULL;

-- A command with the columns that every noun has.
CREATE VIEW device_command_view WITH (security_invoker = true) AS
SELECT c.*, c.requested_by AS create_by, NULL::text AS update_by, c.completed_at AS update_time, 0 AS version FROM device_command c;
GRANT SELECT ON device_command_view TO chargeops_app, chargeops_system;
