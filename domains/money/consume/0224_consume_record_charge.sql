-- Consume records are found by the id of their order, as well as by its number.
CREATE INDEX consume_record_charge ON consume_record (charging_order_id);
