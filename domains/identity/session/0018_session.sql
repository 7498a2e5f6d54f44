-- Who is signed in. The token itself is stored nowhere, only its SHA-256.
CREATE TABLE sys_session (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  -- Stands for the session wherever it is shown, so that no token has to be.
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  user_id bigint NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  username text NOT NULL DEFAULT '',
  -- Of the person; they decide who sees the session.
  tenant_id bigint,
  agent_id bigint,
  -- The tenant that the session works in, where it is not the person's own.
  work_tenant_id bigint,
  create_time timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When the person last proved who they are, and whether they signed in by a password they know.
  proved_at timestamptz,
  by_password boolean NOT NULL DEFAULT true,
  ip text NOT NULL,
  user_agent text NOT NULL,
  -- Browser and system in words.
  device text NOT NULL DEFAULT ''
);
CREATE INDEX sys_session_user ON sys_session (user_id, create_time DESC);
CREATE INDEX sys_session_expiry ON sys_session (expires_at);
CREATE INDEX sys_session_seen ON sys_session (tenant_id, last_seen_at DESC);

-- Handlers read the sessions of their scope, and never a token. The owner is exempt from row security so that end_sessions can delete.
CALL kit_system_table('sys_session');
CALL kit_tenant_table('sys_session', by_agent => true);
ALTER TABLE sys_session NO FORCE ROW LEVEL SECURITY;
REVOKE ALL ON sys_session FROM chargeops_app;
GRANT SELECT (id, user_id, username, tenant_id, agent_id, create_time, last_seen_at, expires_at, ip, device) ON sys_session TO chargeops_app;

CREATE FUNCTION session_follows_user() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE sys_session SET tenant_id = NEW.tenant_id, agent_id = NEW.agent_id WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER session_follows_user AFTER UPDATE OF tenant_id, agent_id ON sys_user
FOR EACH ROW EXECUTE FUNCTION session_follows_user();

-- Why a session ended whose token a browser may still hold, so that the browser can be told when it asks.
CREATE TABLE sys_session_end (
  token_hash bytea PRIMARY KEY,
  because text NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sys_session_end_age ON sys_session_end (ended_at);
CALL kit_system_table('sys_session_end');

-- Signs a person out everywhere, in the transaction of the change that demands it. `keep` is the hash of the one token that stays.
CREATE FUNCTION end_sessions(of_user bigint, reason text DEFAULT 'ended', keep bytea DEFAULT NULL) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM sys_session WHERE user_id = of_user AND token_hash IS DISTINCT FROM keep RETURNING token_hash)
  INSERT INTO sys_session_end (token_hash, because) SELECT token_hash, reason FROM gone ON CONFLICT DO NOTHING
$$;

-- Ends one session, unless it is the one that asks (`keep`); answers whether it did.
CREATE FUNCTION end_session(of_session bigint, reason text, keep bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM sys_session WHERE id = of_session AND token_hash IS DISTINCT FROM keep RETURNING token_hash),
    kept AS (INSERT INTO sys_session_end (token_hash, because) SELECT token_hash, reason FROM gone ON CONFLICT DO NOTHING)
  SELECT EXISTS (SELECT FROM gone)
$$;
GRANT EXECUTE ON FUNCTION end_sessions(bigint, text, bytea), end_session(bigint, text, bytea) TO chargeops_app, chargeops_system;
