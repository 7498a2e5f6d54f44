-- Pictures that people uploaded. Those of tenant 0, the platform's, are seen by everybody; the random name is never guessed.
CREATE TABLE upload_file (
  path text PRIMARY KEY,
  tenant_id bigint NOT NULL,
  user_id bigint NOT NULL,
  content_type text NOT NULL,
  width int NOT NULL,
  height int NOT NULL,
  size_bytes int NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- Pictures are compressed already.
ALTER TABLE upload_file ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX upload_file_quota ON upload_file (user_id, created_at) INCLUDE (size_bytes);
CALL kit_tenant_table('upload_file', platform_rows => true);
