-- Files made for one user (such as the rejected rows of an import), downloaded once or twice and deleted after a day.
CREATE TABLE made_file (
  name text PRIMARY KEY,
  user_id bigint NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL kit_shared_table('made_file');
