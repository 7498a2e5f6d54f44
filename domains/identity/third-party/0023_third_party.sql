-- Accounts at other providers that stand for a person here.
CREATE TABLE sys_third_account (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  create_time timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX sys_third_account_user ON sys_third_account (user_id);
CALL kit_system_table('sys_third_account');

-- Browsers that were sent to a provider, and accounts that came back from one and belong to nobody yet. A crash of the database may forget both.
CREATE UNLOGGED TABLE sys_third_flow (
  -- SHA-256 of the state, or of the ticket of an account.
  key_hash bytea PRIMARY KEY CHECK (length(key_hash) = 32),
  -- Of a browser: the hash of what it has to show, and the secrets of the exchange.
  bind_hash bytea,
  verifier text,
  nonce text,
  -- Of an account.
  issuer text,
  subject text,
  since timestamptz NOT NULL,
  CHECK ((bind_hash IS NULL) <> (issuer IS NULL))
);
CREATE INDEX sys_third_flow_age ON sys_third_flow (since);
CALL kit_system_table('sys_third_flow');
