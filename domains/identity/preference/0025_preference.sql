-- Preferences of a person, such as columns and density; read and written by that person alone.
CREATE TABLE sys_preference (
  user_id bigint NOT NULL,
  name text NOT NULL,
  value jsonb NOT NULL,
  update_time timestamptz NOT NULL,
  PRIMARY KEY (user_id, name)
);
CALL kit_shared_table('sys_preference');
