-- What a pile reported last of the mobiles on its white list.
CREATE TABLE pile_white_list (
  cp_code text PRIMARY KEY REFERENCES pile ON DELETE CASCADE,
  tenant_id bigint NOT NULL,
  account_count int NOT NULL,
  -- SHA-256 in hex of the sorted accounts.
  digest text NOT NULL,
  reported_at timestamptz NOT NULL
);
CALL kit_tenant_table('pile_white_list');

-- The accounts of a white list are numbers of people, and a digest of few numbers can be guessed; those who read commands see how many there are.
CREATE OR REPLACE VIEW device_command_view WITH (security_invoker = true) AS
SELECT c.command_id, c.tenant_id, c.agent_id, c.station_id, c.cp_code, c.gun_number, c.cmd,
  CASE WHEN c.cmd = 'setWhiteList' THEN jsonb_set(c.payload, '{accounts}', to_jsonb(jsonb_array_length(c.payload -> 'accounts'))) ELSE c.payload END AS payload,
  c.stat, c.result, c.remark, CASE WHEN c.cmd IN ('setWhiteList', 'readWhiteList') THEN split_part(c.key_val, ' ', 1) ELSE c.key_val END AS key_val, c.charging_order_no, c.deadline, c.requested_by, c.because, c.create_time, c.sent_at, c.completed_at,
  c.requested_by AS create_by, NULL::text AS update_by, c.completed_at AS update_time, 0 AS version
FROM device_command c;
