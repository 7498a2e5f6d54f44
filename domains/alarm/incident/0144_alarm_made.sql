-- Whoever sees every tenant sorts by the time at which a row was made.
CREATE INDEX exception_record_made ON exception_record (create_time DESC, exception_record_id DESC);
CREATE INDEX incident_made ON incident (create_time DESC, incident_id DESC);
