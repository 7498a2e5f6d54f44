-- The parameters of a pile as it last reported them.
CREATE TABLE pile_parameter (
  cp_code text NOT NULL,
  param_no text NOT NULL,
  tenant_id bigint NOT NULL,
  value text NOT NULL,
  reported_at timestamptz NOT NULL,
  PRIMARY KEY (cp_code, param_no)
);
CALL kit_tenant_table('pile_parameter');

-- What a vehicle's battery management system reports in the stages of a charge. Kept for 90 days.
CREATE TABLE bms_report (
  at timestamptz NOT NULL,
  tenant_id bigint NOT NULL,
  cp_code text NOT NULL,
  gun_number int NOT NULL,
  charging_order_no text NOT NULL,
  stage text NOT NULL,
  content jsonb NOT NULL
) PARTITION BY RANGE (at);
CALL kit_tenant_table('bms_report');
CREATE INDEX bms_report_order ON bms_report (charging_order_no, at);
CALL kit_day_partitioned('bms_report', 90);

-- Faults and irregularities in the order in which they were seen; the alarm domain makes exceptions and warnings of them.
CREATE TABLE device_event (
  device_event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_id bigint NOT NULL,
  cp_code text NOT NULL,
  gun_number int,
  kind text NOT NULL,
  code int,
  charging_order_no text,
  detail text NOT NULL,
  at timestamptz NOT NULL
);
CALL kit_tenant_table('device_event', by_agent => true, by_station => true);
CREATE INDEX device_event_pile ON device_event (cp_code, at DESC);
CREATE INDEX device_event_list ON device_event (tenant_id, at DESC, device_event_id DESC);
CREATE INDEX device_event_order ON device_event (charging_order_no, at) WHERE charging_order_no IS NOT NULL;
