-- The try that was let through last: tells the one who asked whether it was theirs. Counts of tries are not worth keeping over this change.
ALTER TABLE sys_attempt ADD COLUMN mark text NOT NULL DEFAULT '';

-- Browsers from which a person has come in before. Of their marks only the SHA-256 is kept.
CREATE TABLE sys_device (
  user_id bigint NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  device_hash bytea NOT NULL CHECK (length(device_hash) = 32),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);
CREATE INDEX sys_device_age ON sys_device (seen_at);
CALL kit_system_table('sys_device');
CREATE INDEX sys_device_hash ON sys_device (device_hash);
