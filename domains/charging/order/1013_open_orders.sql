-- What a pile still owes: asked for at each login, of every pile at once after a restart.
CREATE INDEX charging_order_open ON charging_order (cp_code, charging_order_id DESC) WHERE order_state IN (1, 2, 6, 9);
