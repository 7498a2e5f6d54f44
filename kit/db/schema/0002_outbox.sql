-- Commands and messages that must leave the database after a commit: written in the transaction of the change, sent by a worker.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  payload jsonb NOT NULL,
  available_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01);
CREATE INDEX outbox_due ON outbox (topic, available_at, id);
CALL kit_system_table('outbox');
GRANT INSERT ON outbox TO chargeops_app;
