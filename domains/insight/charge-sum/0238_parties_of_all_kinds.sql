-- The list of parties of all kinds, newest first: an index by kind does not give the rows of several kinds in one order, and millions of rows were sorted.
CREATE INDEX charge_sum_party_every ON charge_sum_party (tenant_id, unit, stat_day DESC, charge_sum_id DESC) INCLUDE (agent_id, station_id);
CREATE INDEX charge_sum_party_everywhere ON charge_sum_party (unit, stat_day DESC, charge_sum_id DESC) INCLUDE (tenant_id, agent_id, station_id);
