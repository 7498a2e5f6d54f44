-- Files that go with a mail: [{"name", "contentType", "path", "store"}]. They lie in the file stores.
ALTER TABLE sys_message ADD COLUMN attachments jsonb;
