-- The answer given to each Idempotency-Key, stored in the same transaction as its effect.
CREATE TABLE idem (
  tenant_id bigint NOT NULL,
  actor_id bigint NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  route text NOT NULL,
  body_hash bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('claimed', 'done')),
  status int,
  response jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, actor_id, key),
  CHECK ((state = 'done') = (status IS NOT NULL))
);
CREATE INDEX idem_age ON idem USING brin (created_at);
CALL kit_tenant_table('idem');
