-- The tenants (rel_tenant_id) that a person may work in besides their own (tenant_id); the platform grants it.
CREATE TABLE sys_user_tenant (
  user_id bigint NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  tenant_id bigint NOT NULL,
  rel_tenant_id bigint NOT NULL,
  PRIMARY KEY (user_id, rel_tenant_id)
);
CALL kit_tenant_table('sys_user_tenant');
