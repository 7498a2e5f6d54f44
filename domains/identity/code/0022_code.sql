-- One-use codes sent to a phone or mailbox, and the tickets that a right code earned. Neither can be read back from here.
CREATE TABLE sys_code (
  -- SHA-256 of the purpose and the receiver of a code, or of the ticket.
  key_hash bytea PRIMARY KEY CHECK (length(key_hash) = 32),
  -- Of a code: SHA-256 of salt and code.
  salt bytea,
  code_hash bytea,
  -- Of a ticket: whose it is.
  user_id bigint REFERENCES sys_user ON DELETE CASCADE,
  since timestamptz NOT NULL,
  CHECK ((code_hash IS NULL) <> (user_id IS NULL))
);
CREATE INDEX sys_code_age ON sys_code (since);
CALL kit_system_table('sys_code');
