-- Roles of a department carry rights, never more than the department has; a role may be held by all who belong to the department.
ALTER TABLE sys_depart_role
  ADD COLUMN permissions jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(permissions) = 'array'),
  ADD COLUMN for_all smallint NOT NULL DEFAULT 0 CHECK (for_all IN (0, 1));

-- What a department had was held by all its people; they hold it on, by a role of their own.
SET LOCAL ROLE chargeops_system;
INSERT INTO sys_depart_role (tenant_id, depart_id, role_name, role_code, permissions, for_all, create_by)
SELECT tenant_id, depart_id, '部门全员 ' || depart_id, 'everybody-' || depart_id, codes, 1, 'system'
FROM sys_depart_permission WHERE codes <> '[]';
RESET ROLE;
