-- What people look a consumption up by carries the columns of scope, so that a colleague's are passed over without being fetched.
DROP INDEX consume_record_customer, consume_record_part, consume_record_no, consume_record_pile;
CREATE INDEX consume_record_customer ON consume_record (cust_id, create_time DESC, consume_record_id DESC) INCLUDE (tenant_id, agent_id, station_id) WHERE cust_id IS NOT NULL;
CREATE INDEX consume_record_part ON consume_record (main_part_id, create_time DESC, consume_record_id DESC) INCLUDE (tenant_id, agent_id, station_id);
CREATE INDEX consume_record_no ON consume_record (main_part_no, create_time DESC, consume_record_id DESC) INCLUDE (tenant_id, agent_id, station_id);
CREATE INDEX consume_record_pile ON consume_record (cp_code, create_time DESC, consume_record_id DESC) INCLUDE (tenant_id, agent_id, station_id);
CREATE INDEX consume_record_part_type ON consume_record (main_part_type, tenant_id, create_time DESC, consume_record_id DESC) INCLUDE (agent_id, station_id);
