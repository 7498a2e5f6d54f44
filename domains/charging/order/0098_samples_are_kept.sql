-- What bills are proven by: samples are not deleted, and their days are kept for a quarter of a year at least. Nor are requests that two persons answer.
UPDATE kit_day_parent SET least_days = 90 WHERE parent = 'charging_sample'::regclass;
REVOKE DELETE ON charging_sample, order_second FROM chargeops_system;
