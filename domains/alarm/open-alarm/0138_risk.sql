-- What an open exception may cost until it is repaired, in minor units of the tenant's currency, and the numbers behind it. Estimated again while the
-- exception lasts; null where nothing is known, or where the exception takes no gun out of service.
ALTER TABLE exception_record ADD COLUMN risk_cents bigint;
ALTER TABLE exception_record ADD COLUMN risk_basis jsonb;
ALTER TABLE exception_record ADD COLUMN risk_due_at timestamptz DEFAULT now();
CREATE INDEX exception_record_risk_due ON exception_record (risk_due_at) WHERE fault_end_time IS NULL AND risk_due_at IS NOT NULL;
-- What is open is few among all that ever was.
CREATE INDEX exception_record_lasting ON exception_record (tenant_id, agent_id, station_id) WHERE fault_end_time IS NULL;
