-- When a pile that has the file came back with another version. It has failed, or its connection was lost before it installed.
ALTER TABLE upgrade_record ADD COLUMN doubted_at timestamptz;
