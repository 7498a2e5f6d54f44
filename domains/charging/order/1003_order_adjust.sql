-- A difference against the customer waits for an operator; this is the record he has been told of, so that he is told once.
ALTER TABLE charging_order ADD COLUMN adjust_told text;
CREATE INDEX charging_order_to_adjust ON charging_order (charging_order_id) WHERE adjust_due IS NOT NULL AND adjust_due IS DISTINCT FROM adjust_told;

-- An order that could not be worked on for a fault of ours is left alone until then.
ALTER TABLE charging_order ADD COLUMN retry_at timestamptz;
