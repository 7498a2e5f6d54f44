-- The piles of a station that follow one power control. One process at a time shares their power; what it knows is kept here, so that another process
-- can go on.
CREATE TABLE power_site (
  power_control_id bigint NOT NULL,
  station_id bigint NOT NULL,
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  -- The process that shares the power, until when nobody else does, and how often that process has changed.
  owner text,
  leased_until timestamptz,
  generation int NOT NULL DEFAULT 0,
  journal jsonb,
  swept_at timestamptz,
  PRIMARY KEY (power_control_id, station_id),
  FOREIGN KEY (tenant_id, power_control_id) REFERENCES power_control (tenant_id, power_control_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, agent_id, station_id) REFERENCES station (tenant_id, agent_id, station_id)
) WITH (fillfactor = 50);
CALL kit_tenant_table('power_site', by_agent => true, by_station => true);
CREATE INDEX power_site_station ON power_site (station_id);
REVOKE INSERT, UPDATE, DELETE ON power_site FROM chargeops_app;
