-- What a notice brings along: paths of uploaded files with their names and sizes, as the server knew them when it was written.
ALTER TABLE sys_announcement ADD COLUMN files jsonb;
CREATE INDEX sys_announcement_files ON sys_announcement USING gin (files jsonb_path_ops) WHERE files IS NOT NULL AND NOT is_delete;
