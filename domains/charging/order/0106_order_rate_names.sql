-- How the fee items are called at the start of the order, where it is not by the words of the program; later names do not change its bill.
ALTER TABLE charging_order ADD COLUMN rate_names jsonb;
