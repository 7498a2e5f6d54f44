-- The income of a day is what took effect on it, whenever it was booked.
SET LOCAL ROLE ledger_owner;
CREATE INDEX journal_effective ON ledger.journal (tenant_id, effective_at);
