CREATE INDEX station_by_name ON station (station_name, station_id) WHERE NOT is_delete;
