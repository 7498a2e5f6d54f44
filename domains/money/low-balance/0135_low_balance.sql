-- Balances are compared with the marks of their owners every minute: only owners that have one are read, and conditions that are about no pile.
CREATE INDEX customer_marked ON customer (tenant_id, currency, wallet_code) INCLUDE (alarm_amount) WHERE alarm_amount > 0 AND NOT is_delete;
CREATE INDEX ic_card_marked ON ic_card (tenant_id, currency, wallet_code) INCLUDE (card_alarm_money) WHERE card_alarm_money > 0 AND NOT is_delete;
CREATE INDEX car_marked ON car (tenant_id, currency, wallet_code) INCLUDE (car_alarm_money) WHERE car_alarm_money > 0 AND NOT is_delete;
CREATE INDEX condition_of_owner ON condition (exception_type, exception_code, tenant_id, subject) WHERE is_present AND NOT is_pile;
