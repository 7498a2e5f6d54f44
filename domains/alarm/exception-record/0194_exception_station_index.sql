-- The staff of a station filter within their station, which may have some hundred thousand exceptions: these filters then read the index alone. Measured
-- with fifty million exceptions, they had read those of the whole tenant.
DROP INDEX exception_record_station;
CREATE INDEX exception_record_station ON exception_record (station_id, error_time DESC, exception_record_id DESC)
  INCLUDE (tenant_id, agent_id, exception_level, solve_stat, exception_code, is_present);
CREATE INDEX exception_record_station_code ON exception_record (station_id, exception_code, error_time DESC, exception_record_id DESC)
  INCLUDE (tenant_id, agent_id, exception_type);
