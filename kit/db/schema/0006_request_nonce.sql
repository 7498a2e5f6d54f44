-- Values that a client may use once: initialisation vectors of encrypted bodies, and signatures that were checked. A crash may forget them, because
-- they only guard a window of a few minutes.
CREATE UNLOGGED TABLE request_nonce (
  nonce bytea PRIMARY KEY,
  until timestamptz NOT NULL
);
CREATE INDEX request_nonce_until ON request_nonce (until);
CALL kit_system_table('request_nonce');
