-- What may be said once: initialisation vectors of encrypted bodies and signatures that are checked. A crash may forget them;
-- the window of a few minutes is all they guard.
CREATE UNLOGGED TABLE request_nonce (
  nonce bytea PRIMARY KEY,
  until timestamptz NOT NULL
);
CREATE INDEX request_nonce_until ON request_nonce (until);
CALL kit_system_table('request_nonce');
