-- Pictures whose gap is to be filled, and the one-use proofs of those who did. A crash of the database may forget both.
CREATE UNLOGGED TABLE sys_captcha (
  -- SHA-256 of the picture's key, and after its solution of the proof
  key_hash bytea PRIMARY KEY CHECK (length(key_hash) = 32),
  -- null: solved, and the key is the proof's
  target smallint,
  -- of a proof: whose it is and where from, as SHA-256
  bound bytea,
  since timestamptz NOT NULL,
  CHECK ((target IS NULL) <> (bound IS NULL))
);
CREATE INDEX sys_captcha_age ON sys_captcha (since);
CALL kit_system_table('sys_captcha');
