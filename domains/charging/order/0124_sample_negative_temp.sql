-- The temperature of the DC- contact; gun_temp is that of DC+. Older samples have none.
ALTER TABLE charging_sample ADD COLUMN gun_temp_negative smallint;
