-- The driver has cancelled before the payment; money that comes in spite of it begins no charge and goes back.
ALTER TABLE prepaid_order ADD COLUMN cancel_time timestamptz;
