-- Who is signed in. The token itself is kept nowhere, only its SHA-256.
CREATE TABLE sys_session (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id bigint NOT NULL REFERENCES sys_user,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ip text NOT NULL,
  user_agent text NOT NULL
);
CREATE INDEX sys_session_user ON sys_session (user_id, created_at DESC);
CREATE INDEX sys_session_expiry ON sys_session (expires_at);
CALL kit_system_table('sys_session');

-- How often a name or an address tried to sign in within its window. A crash of the database may forget it.
CREATE UNLOGGED TABLE sys_attempt (
  bucket text PRIMARY KEY,
  since timestamptz NOT NULL,
  tries int NOT NULL
);
CREATE INDEX sys_attempt_age ON sys_attempt (since);
CALL kit_system_table('sys_attempt');

-- Signs a person out everywhere, in the transaction of the change that demands it. `keep` is the hash of the one token that stays.
CREATE FUNCTION end_sessions(of_user bigint, keep bytea DEFAULT NULL) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM sys_session WHERE user_id = of_user AND token_hash IS DISTINCT FROM keep
$$;
GRANT EXECUTE ON FUNCTION end_sessions(bigint, bytea) TO chargeops_app, chargeops_system;
