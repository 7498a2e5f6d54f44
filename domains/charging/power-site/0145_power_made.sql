-- Whoever sees every tenant sorts by the time at which a row was made.
CREATE INDEX power_site_made ON power_site (create_time DESC, power_site_id DESC);
CREATE INDEX power_limit_made ON power_limit (create_time DESC, power_limit_id DESC);
