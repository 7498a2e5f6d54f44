-- A cable that was pulled out after the payment and before the start is waited for until this instant; then the money goes back.
ALTER TABLE prepaid_order ADD COLUMN replug_until timestamptz;
