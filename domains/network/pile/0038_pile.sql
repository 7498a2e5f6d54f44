-- A charging pile as operators set it up; what the device reports is in pile_state.
CREATE TABLE pile (
  cp_code text PRIMARY KEY CHECK (cp_code ~ '^[A-Za-z0-9_-]{1,16}$'),
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_id bigint NOT NULL,
  cp_name text NOT NULL,
  cp_type smallint NOT NULL CHECK (cp_type IN (1, 2, 3)),
  -- 1 native typed messages, 2 OCPP 1.6J.
  protocol smallint NOT NULL DEFAULT 1 CHECK (protocol IN (1, 2)),
  gun_count int NOT NULL CHECK (gun_count BETWEEN 1 AND 4),
  cp_time date,
  -- 0.1 kW, 0.1 V, 0.1 A.
  cp_power bigint NOT NULL CHECK (cp_power > 0),
  cp_v bigint,
  cp_i bigint,
  -- The operator's switch: enabled, disabled or disused; the working state that is shown is cp_work_stat.
  cp_stat smallint NOT NULL DEFAULT 0 CHECK (cp_stat IN (-1, 0, 1)),
  cp_work_stat smallint NOT NULL DEFAULT 0 CHECK (cp_work_stat BETWEEN 0 AND 7),
  cp_fault_type smallint,
  can_be_reservation smallint NOT NULL DEFAULT 0 CHECK (can_be_reservation IN (0, 1)),
  crc_id bigint,
  exter_operate smallint NOT NULL DEFAULT 1 CHECK (exter_operate IN (0, 1)),
  check_account smallint NOT NULL DEFAULT 1 CHECK (check_account IN (0, 1)),
  account_min_amount bigint NOT NULL DEFAULT 0 CHECK (account_min_amount >= 0),
  insert_self_start smallint NOT NULL DEFAULT 0 CHECK (insert_self_start IN (0, 1)),
  rate_rule_id bigint,
  power_control_id bigint,
  encryption_mode smallint NOT NULL DEFAULT 1 CHECK (encryption_mode IN (0, 1)),
  encryption_secret text,
  pay_qr_code text,
  CHECK (cp_stat <> 1 OR rate_rule_id IS NOT NULL),
  FOREIGN KEY (tenant_id, agent_id, station_id) REFERENCES station (tenant_id, agent_id, station_id)
);
CALL kit_audit_columns('pile');
CALL kit_tenant_table('pile', by_agent => true, by_station => true);
CREATE INDEX pile_list ON pile (tenant_id, create_time DESC, cp_code DESC) WHERE NOT is_delete;
CREATE INDEX pile_all ON pile (create_time DESC, cp_code DESC) WHERE NOT is_delete;
CREATE INDEX pile_station ON pile (station_id, create_time DESC) WHERE NOT is_delete;
CREATE INDEX pile_agent ON pile (agent_id, create_time DESC) WHERE NOT is_delete;
CREATE INDEX pile_rate_rule ON pile (rate_rule_id) WHERE NOT is_delete;
CREATE INDEX pile_name_like ON pile USING gin (cp_name gin_trgm_ops);

-- The device's side: which process holds its connection and what it last reported. One narrow row, updated often.
CREATE TABLE pile_state (
  cp_code text PRIMARY KEY REFERENCES pile ON DELETE CASCADE,
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_id bigint NOT NULL,
  -- The fencing token: it grows with each login, and messages of an older epoch are void.
  epoch bigint NOT NULL DEFAULT 0,
  -- The process that holds the connection, for commands from other nodes.
  node text,
  online boolean NOT NULL DEFAULT false,
  online_since timestamptz,
  offline_since timestamptz,
  last_seen timestamptz,
  device_work_stat smallint,
  upgrade_phase smallint,
  main_hw text,
  main_sw text,
  details jsonb,
  -- What an OCPP station sends when it boots: vendor, model, serial numbers, firmware.
  boot jsonb
) WITH (fillfactor = 50);
CALL kit_tenant_table('pile_state', by_agent => true, by_station => true);
