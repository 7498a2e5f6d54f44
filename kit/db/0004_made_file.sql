-- Files made for one user (the bad rows of an import), fetched once or twice and forgotten after a day.
CREATE TABLE made_file (
  name text PRIMARY KEY,
  user_id bigint NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL kit_shared_table('made_file');
