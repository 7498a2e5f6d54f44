-- Whose question to a second person it is; a name alone could belong to another account one day.
ALTER TABLE order_second ADD COLUMN asked_by_id bigint;
