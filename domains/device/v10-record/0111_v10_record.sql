-- The records of v1.0 piles as they arrived: status, start, end, order and abnormal event. The effects are elsewhere: in the orders, states and device
-- events. Partitioned by the day of arrival, kept for 90 days.
CREATE TABLE v10_record (
  v10_record_id bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_id bigint NOT NULL,
  cp_code text NOT NULL,
  -- 0: the pile, or all its guns.
  gun_number int NOT NULL,
  -- 1 status, 2 start, 3 end, 4 order, 5 abnormal event.
  record_type smallint NOT NULL,
  charging_order_no text,
  -- As the pile states it.
  record_time timestamptz NOT NULL,
  from_store smallint NOT NULL CHECK (from_store IN (0, 1)),
  -- SHA-256 of the body, hex.
  digest text NOT NULL,
  content jsonb NOT NULL,
  create_time timestamptz NOT NULL,
  PRIMARY KEY (v10_record_id, create_time)
) PARTITION BY RANGE (create_time);
CALL kit_tenant_table('v10_record', by_agent => true, by_station => true);
REVOKE INSERT, UPDATE, DELETE ON v10_record FROM chargeops_app;
-- What piles said is never changed; whole days are dropped.
REVOKE UPDATE, DELETE ON v10_record FROM chargeops_system;
CREATE INDEX v10_record_all ON v10_record (create_time DESC, v10_record_id DESC);
CREATE INDEX v10_record_list ON v10_record (tenant_id, create_time DESC, v10_record_id DESC);
CREATE INDEX v10_record_agent ON v10_record (agent_id, create_time DESC, v10_record_id DESC);
CREATE INDEX v10_record_station ON v10_record (station_id, create_time DESC, v10_record_id DESC);
-- The other records are rare among the status reports.
CREATE INDEX v10_record_rare ON v10_record (tenant_id, record_type, create_time DESC, v10_record_id DESC) WHERE record_type <> 1;
CREATE INDEX v10_record_rare_station ON v10_record (station_id, record_type, create_time DESC, v10_record_id DESC) WHERE record_type <> 1;
CREATE INDEX v10_record_pile ON v10_record (cp_code, record_time DESC);
CREATE INDEX v10_record_order ON v10_record (charging_order_no) WHERE charging_order_no IS NOT NULL;
CALL kit_day_partitioned('v10_record', 90);

CREATE VIEW v10_record_view WITH (security_invoker = true) AS
SELECT r.*, NULL::text AS create_by, NULL::text AS update_by, NULL::timestamptz AS update_time, 0 AS version FROM v10_record r;
GRANT SELECT ON v10_record_view TO chargeops_app, chargeops_system;
