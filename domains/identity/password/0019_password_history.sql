-- Since when a password holds, and which ones held before; passwords of before this change begin with it.
ALTER TABLE sys_user ADD COLUMN password_since timestamptz NOT NULL DEFAULT now();

CREATE TABLE sys_password_history (
  user_id bigint NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  -- as it was stored in sys_user
  password text NOT NULL,
  held_until timestamptz NOT NULL
);
CREATE INDEX sys_password_history_user ON sys_password_history (user_id, held_until DESC);
CALL kit_system_table('sys_password_history');

-- Whoever writes a password keeps the one before it, as many as can ever be asked about.
CREATE FUNCTION keep_password() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO sys_password_history (user_id, password, held_until) VALUES (OLD.id, OLD.password, clock_timestamp());
  DELETE FROM sys_password_history WHERE user_id = OLD.id AND held_until NOT IN
    (SELECT held_until FROM sys_password_history WHERE user_id = OLD.id ORDER BY held_until DESC LIMIT 12);
  NEW.password_since := now();
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_password BEFORE UPDATE OF password ON sys_user FOR EACH ROW
  WHEN (OLD.password IS DISTINCT FROM NEW.password) EXECUTE FUNCTION keep_password();
