-- Measured with fifty million exceptions: a filter by kind, code or level read the rows of other tenants one after the other, and a station's or an agent's
-- list fetched each row to see whom it belongs to. The index of each filter begins with the filter and includes the scope, as those of orders do.
DROP INDEX exception_record_list, exception_record_agent, exception_record_station, exception_record_pile, exception_record_code,
  exception_record_level, exception_record_present, exception_record_unsolved;
CREATE INDEX exception_record_list ON exception_record (tenant_id, error_time DESC, exception_record_id DESC) INCLUDE (agent_id, station_id);
CREATE INDEX exception_record_agent ON exception_record (agent_id, error_time DESC, exception_record_id DESC) INCLUDE (tenant_id, station_id);
CREATE INDEX exception_record_station ON exception_record (station_id, error_time DESC, exception_record_id DESC) INCLUDE (tenant_id, agent_id);
CREATE INDEX exception_record_pile ON exception_record (cp_code, error_time DESC, exception_record_id DESC) INCLUDE (tenant_id, agent_id, station_id, is_present);
CREATE INDEX exception_record_type ON exception_record (exception_type, tenant_id, error_time DESC, exception_record_id DESC) INCLUDE (agent_id, station_id);
CREATE INDEX exception_record_code ON exception_record (exception_code, tenant_id, error_time DESC, exception_record_id DESC)
  INCLUDE (agent_id, station_id, exception_type);
CREATE INDEX exception_record_level ON exception_record (exception_level, tenant_id, error_time DESC, exception_record_id DESC) INCLUDE (agent_id, station_id);
CREATE INDEX exception_record_present ON exception_record (is_present, tenant_id, error_time DESC, exception_record_id DESC) INCLUDE (agent_id, station_id);
CREATE INDEX exception_record_unsolved ON exception_record (solve_stat, tenant_id, error_time DESC, exception_record_id DESC) INCLUDE (agent_id, station_id);
-- The exceptions of one kind at a few stations, such as which of them were offline.
CREATE INDEX exception_record_station_type ON exception_record (station_id, exception_type, error_time DESC, exception_record_id DESC)
  INCLUDE (tenant_id, agent_id);
