-- Files that people uploaded. Those of tenant 0, the platform's, are seen by everybody; the name is random and cannot be guessed.
CREATE TABLE upload_file (
  path text PRIMARY KEY,
  tenant_id bigint NOT NULL,
  user_id bigint NOT NULL,
  name text NOT NULL DEFAULT '',
  content_type text NOT NULL,
  -- Of pictures, in pixels.
  width int,
  height int,
  size_bytes int NOT NULL,
  sha256 text,
  -- Where the content lies: in this row, in a folder, or in an S3 bucket.
  store text NOT NULL DEFAULT 'database' CHECK (store IN ('database', 'disk', 's3')),
  body bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the store had the whole file; until then nobody is shown it.
  kept_at timestamptz DEFAULT now(),
  CHECK ((store = 'database') = (body IS NOT NULL))
);
-- Pictures are compressed already.
ALTER TABLE upload_file ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX upload_file_quota ON upload_file (user_id, created_at) INCLUDE (size_bytes);
CREATE INDEX upload_file_pending ON upload_file (created_at) WHERE kept_at IS NULL;
CALL kit_tenant_table('upload_file', platform_rows => true);
