CREATE INDEX tenant_list ON tenant (create_time DESC, tenant_id DESC) WHERE NOT is_delete;
