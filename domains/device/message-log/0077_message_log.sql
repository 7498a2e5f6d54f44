-- Every frame between piles and platform as it was sent, with secrets blanked. Partitioned by day, kept for 30 days.
CREATE TABLE message_log (
  at timestamptz NOT NULL,
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_id bigint NOT NULL,
  cp_code text NOT NULL,
  epoch bigint,
  -- 1 native, 2 OCPP 1.6J.
  protocol smallint NOT NULL,
  -- 1 pile to platform, 2 platform to pile.
  direction smallint NOT NULL,
  msg_type text NOT NULL,
  sequence text NOT NULL,
  raw text NOT NULL,
  plain_body text,
  summary text NOT NULL
) PARTITION BY RANGE (at);
CALL kit_tenant_table('message_log', by_agent => true, by_station => true);
REVOKE INSERT, UPDATE, DELETE ON message_log FROM chargeops_app;
CREATE INDEX message_log_pile ON message_log (cp_code, at DESC);
CREATE INDEX message_log_time ON message_log USING brin (at);
CALL kit_day_partitioned('message_log', 30);
