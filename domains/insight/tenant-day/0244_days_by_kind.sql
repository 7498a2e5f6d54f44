-- The hours of eight weeks are read by their kind: without it in the index, the rows of all durations of these days were read beside them.
CREATE INDEX tenant_day_sum_day_kind ON tenant_day_sum (stat_day, kind);
DROP INDEX tenant_day_sum_day;
