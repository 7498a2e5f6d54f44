-- What was booked on a day, for the report of a station's income: journals are read by their time, tenant by tenant.
CREATE INDEX journal_posted ON ledger.journal (tenant_id, posted_at);
