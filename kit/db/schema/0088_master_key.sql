-- Which master keys have sealed something here, each with a text of its own to try it on. The keys themselves never enter the database.
CREATE TABLE master_key (
  key_id text PRIMARY KEY CHECK (key_id ~ '^[0-9a-f]{8}$'),
  sealed text NOT NULL,
  first_used_at timestamptz NOT NULL DEFAULT now()
);
CALL kit_system_table('master_key');
