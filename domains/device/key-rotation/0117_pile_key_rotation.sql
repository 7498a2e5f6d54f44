-- A password of an OCPP station that takes the place of the present one. Until the station has logged in with it, either is right; once the station has
-- accepted it and accepted_until has passed, only the new one is.
CREATE TABLE pile_key_rotation (
  cp_code text PRIMARY KEY REFERENCES pile ON DELETE CASCADE,
  tenant_id bigint NOT NULL,
  -- The command that tells the station.
  command_id text NOT NULL,
  -- Encrypted like pile.encryption_secret; null until the command is sent.
  sealed_secret text,
  is_accepted boolean NOT NULL DEFAULT false,
  accepted_until timestamptz NOT NULL
);
CALL kit_tenant_table('pile_key_rotation');

-- Whoever gives the pile another secret ends the rotation: the new one in the table would otherwise still be right.
CREATE FUNCTION end_key_rotation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM pile_key_rotation WHERE cp_code = NEW.cp_code;
  RETURN NULL;
END $$;
CREATE TRIGGER end_key_rotation AFTER UPDATE OF encryption_secret ON pile FOR EACH ROW
  WHEN (OLD.encryption_secret IS DISTINCT FROM NEW.encryption_secret) EXECUTE FUNCTION end_key_rotation();
