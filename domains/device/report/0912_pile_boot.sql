-- What a station of OCPP says of itself when it boots: vendor, model, serial numbers, firmware.
ALTER TABLE pile_state ADD COLUMN boot jsonb;
