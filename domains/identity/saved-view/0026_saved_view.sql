-- Lists as somebody arranged them, and advanced queries as somebody composed them. Tenant 0 is the platform's own staff.
CREATE TABLE sys_saved_view (
  view_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  user_id bigint NOT NULL,
  role_id bigint NOT NULL,
  role_level int NOT NULL,
  owner_name text NOT NULL,
  noun text NOT NULL,
  -- Titles of the two kinds do not exclude each other.
  kind text NOT NULL DEFAULT 'list' CHECK (kind IN ('list', 'query')),
  title text NOT NULL,
  share text NOT NULL CHECK (share IN ('private', 'role', 'tenant')),
  state jsonb NOT NULL,
  update_time timestamptz NOT NULL,
  UNIQUE (tenant_id, user_id, noun, kind, title)
);
CREATE INDEX sys_saved_view_shared ON sys_saved_view (tenant_id, noun) WHERE share <> 'private';
CALL kit_tenant_table('sys_saved_view');
