-- Over all tenants in the order in which days were added up.
CREATE INDEX station_day_made ON station_day (create_time DESC, station_day_id DESC);
