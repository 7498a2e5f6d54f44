-- The stays of an agent's or a station's orders lie between those of many others.
CREATE INDEX order_unplug_station ON order_unplug (station_id, charging_order_id) INCLUDE (tenant_id, agent_id, unplugged_at);
