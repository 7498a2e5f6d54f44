-- The prices that the driver was told before the payment; the charge is billed by them. Null for payments of before.
ALTER TABLE prepaid_order ADD COLUMN tariff_snapshot_id bigint REFERENCES tariff_snapshot;
