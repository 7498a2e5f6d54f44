-- How often a name or an address tried to sign in within its window. A crash of the database may forget it.
CREATE UNLOGGED TABLE sys_attempt (
  bucket text PRIMARY KEY,
  since timestamptz NOT NULL,
  tries int NOT NULL,
  -- Of the try that was let through last; whoever asked compares it with the mark of their own try.
  mark text NOT NULL DEFAULT ''
);
CREATE INDEX sys_attempt_age ON sys_attempt (since);
CALL kit_system_table('sys_attempt');

-- Browsers from which a person has signed in before. Of a browser's mark only the SHA-256 is stored.
CREATE TABLE sys_device (
  user_id bigint NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  device_hash bytea NOT NULL CHECK (length(device_hash) = 32),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);
CREATE INDEX sys_device_age ON sys_device (seen_at);
CREATE INDEX sys_device_hash ON sys_device (device_hash);
CALL kit_system_table('sys_device');
