-- Advanced queries are kept beside the lists; each has names of its own.
ALTER TABLE sys_saved_view ADD COLUMN kind text NOT NULL DEFAULT 'list' CHECK (kind IN ('list', 'query'));
ALTER TABLE sys_saved_view DROP CONSTRAINT sys_saved_view_tenant_id_user_id_noun_title_key;
ALTER TABLE sys_saved_view ADD UNIQUE (tenant_id, user_id, noun, kind, title);
