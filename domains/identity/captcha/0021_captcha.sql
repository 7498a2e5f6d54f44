-- Captcha pictures whose gap is to be filled, and the one-use proofs of those who filled it. A crash of the database may forget both.
CREATE UNLOGGED TABLE sys_captcha (
  -- SHA-256 of the picture's key; once solved, of the proof.
  key_hash bytea PRIMARY KEY CHECK (length(key_hash) = 32),
  -- Where the gap is; null once it is solved.
  target smallint,
  -- Of a proof: SHA-256 of whose it is and from which address.
  bound bytea,
  since timestamptz NOT NULL,
  CHECK ((target IS NULL) <> (bound IS NULL))
);
CREATE INDEX sys_captcha_age ON sys_captcha (since);
CALL kit_system_table('sys_captcha');
