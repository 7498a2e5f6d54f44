-- A session as it is shown: a number of its own stands for it, and whose it is says who may see it.
ALTER TABLE sys_session RENAME COLUMN created_at TO create_time;
ALTER TABLE sys_session
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  ADD COLUMN tenant_id bigint,
  ADD COLUMN agent_id bigint,
  ADD COLUMN username text NOT NULL DEFAULT '',
  -- browser and system in words
  ADD COLUMN device text NOT NULL DEFAULT '';
SET LOCAL ROLE chargeops_system;
UPDATE sys_session s SET tenant_id = u.tenant_id, agent_id = u.agent_id, username = u.username FROM sys_user u WHERE u.id = s.user_id;
RESET ROLE;
CREATE INDEX sys_session_seen ON sys_session (tenant_id, last_seen_at DESC);

-- Handlers read who is there inside their scope, and never a token. The owner stays free, so that end_sessions can do its work.
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

CREATE VIEW sys_online_view WITH (security_invoker = true) AS
SELECT s.id, s.id::text AS token, s.user_id, s.username, u.realname, u.avatar, u.phone, u.sex, u.birthday, s.tenant_id, s.agent_id, s.ip, s.device,
  s.create_time, s.last_seen_at, s.expires_at, NULL::text AS create_by, NULL::text AS update_by, NULL::timestamptz AS update_time, 0 AS version
FROM sys_session s JOIN sys_user u ON u.id = s.user_id;
GRANT SELECT ON sys_online_view TO chargeops_app, chargeops_system;

-- Why a session has ended that a browser may still hold, to be told once it asks.
CREATE TABLE sys_session_end (
  token_hash bytea PRIMARY KEY,
  because text NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sys_session_end_age ON sys_session_end (ended_at);
CALL kit_system_table('sys_session_end');

DROP FUNCTION end_sessions(bigint, bytea);
-- Signs a person out everywhere, in the transaction of the change that demands it. `keep` is the hash of the one token that stays.
CREATE FUNCTION end_sessions(of_user bigint, reason text DEFAULT 'ended', keep bytea DEFAULT NULL) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM sys_session WHERE user_id = of_user AND token_hash IS DISTINCT FROM keep RETURNING token_hash)
  INSERT INTO sys_session_end (token_hash, because) SELECT token_hash, reason FROM gone ON CONFLICT DO NOTHING
$$;
-- Ends one session, unless it is the one that asks. Answers whether it did.
CREATE FUNCTION end_session(of_session bigint, reason text, keep bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM sys_session WHERE id = of_session AND token_hash IS DISTINCT FROM keep RETURNING token_hash),
    kept AS (INSERT INTO sys_session_end (token_hash, because) SELECT token_hash, reason FROM gone ON CONFLICT DO NOTHING)
  SELECT EXISTS (SELECT FROM gone)
$$;
GRANT EXECUTE ON FUNCTION end_sessions(bigint, text, bytea), end_session(bigint, text, bytea) TO chargeops_app, chargeops_system;
