-- Passwords that a person had before the present one.
CREATE TABLE sys_password_history (
  user_id bigint NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  -- As it was stored in sys_user.
  password text NOT NULL,
  held_until timestamptz NOT NULL
);
CREATE INDEX sys_password_history_user ON sys_password_history (user_id, held_until DESC);
CALL kit_system_table('sys_password_history');

-- Whoever writes a password stores the previous one, and deletes all that are older than any rule asks about.
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
