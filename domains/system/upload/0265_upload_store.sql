-- Uploaded files lie on the disk or in an S3 bucket; those of before stay where they are.
ALTER TABLE upload_file
  ALTER COLUMN body DROP NOT NULL,
  ALTER COLUMN width DROP NOT NULL,
  ALTER COLUMN height DROP NOT NULL,
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN sha256 text,
  ADD COLUMN store text NOT NULL DEFAULT 'database' CHECK (store IN ('database', 'disk', 's3')),
  -- When the store had the whole of it; until then nobody is shown it.
  ADD COLUMN kept_at timestamptz DEFAULT now(),
  ADD CHECK ((store = 'database') = (body IS NOT NULL));
CREATE INDEX upload_file_pending ON upload_file (created_at) WHERE kept_at IS NULL;
