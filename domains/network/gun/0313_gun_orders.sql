CREATE INDEX gun_all ON gun (create_time DESC, gun_id DESC) WHERE NOT is_delete;
CREATE INDEX gun_agent ON gun (agent_id, cp_code, gun_number) WHERE NOT is_delete;
