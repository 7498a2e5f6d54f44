-- The records of an order are shown with it.
CREATE INDEX end_record_order ON end_record (charging_order_no, told_at) WHERE charging_order_no IS NOT NULL;
