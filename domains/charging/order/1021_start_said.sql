-- What an OCPP pile said when it started: gun, tag, instant and meter, as they were said. A pile that lost the answer says it again, and it is the same start.
ALTER TABLE charging_order ADD COLUMN start_said text;
CREATE INDEX charging_order_start_said ON charging_order (cp_code, start_said) WHERE start_said IS NOT NULL;
