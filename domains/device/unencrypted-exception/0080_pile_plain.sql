-- Native piles that may connect unencrypted: from which addresses, why, and how much money an order at them may hold.
CREATE TABLE pile_plain (
  cp_code text PRIMARY KEY REFERENCES pile ON UPDATE CASCADE ON DELETE CASCADE,
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_id bigint NOT NULL,
  -- Addresses and networks, separated by commas.
  addresses text NOT NULL,
  reason text NOT NULL,
  -- Minor units of the tenant's currency.
  hold_max bigint NOT NULL CHECK (hold_max >= 0)
);
CALL kit_audit_columns('pile_plain');
CALL kit_tenant_table('pile_plain', by_agent => true, by_station => true);

-- An exception ends when its pile encrypts or is deleted, so that it does not apply again when the pile is set back.
CREATE FUNCTION pile_plain_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM pile_plain WHERE cp_code = NEW.cp_code;
  RETURN NULL;
END $$;
CREATE TRIGGER pile_plain_ended AFTER UPDATE OF encryption_mode, is_delete ON pile FOR EACH ROW
WHEN ((NEW.encryption_mode = 1 AND OLD.encryption_mode = 0) OR (NEW.is_delete AND NOT OLD.is_delete)) EXECUTE FUNCTION pile_plain_ended();

-- The most that an order at a pile may hold; null: no limit.
CREATE FUNCTION plain_hold_max(code text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT e.hold_max FROM pile_plain e JOIN pile p ON p.cp_code = e.cp_code WHERE e.cp_code = code AND p.protocol = 1 AND p.encryption_mode = 0
$$;
GRANT EXECUTE ON FUNCTION plain_hold_max(text) TO chargeops_app, chargeops_system;
