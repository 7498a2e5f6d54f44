-- A phone, a mailbox and a staff number are one person's among those of a tenant; who lies in the recycle bin keeps none of them from anybody.
SET LOCAL ROLE chargeops_system;
-- What several had told nobody apart and signed nobody in: it stays with the account that had it first.
UPDATE sys_user later SET phone = NULL
WHERE NOT later.is_delete AND EXISTS (
  SELECT FROM sys_user first WHERE NOT first.is_delete AND first.id < later.id AND first.tenant_id IS NOT DISTINCT FROM later.tenant_id
    AND plain_phone(first.phone) = plain_phone(later.phone)
);
UPDATE sys_user later SET email = NULL
WHERE NOT later.is_delete AND EXISTS (
  SELECT FROM sys_user first WHERE NOT first.is_delete AND first.id < later.id AND first.tenant_id IS NOT DISTINCT FROM later.tenant_id
    AND lower(first.email) = lower(later.email)
);
UPDATE sys_user later SET work_no = later.work_no || '.' || later.id
WHERE NOT later.is_delete AND EXISTS (
  SELECT FROM sys_user first WHERE NOT first.is_delete AND first.id < later.id AND first.tenant_id IS NOT DISTINCT FROM later.tenant_id
    AND first.work_no = later.work_no
);
RESET ROLE;

CREATE UNIQUE INDEX sys_user_phone_key ON sys_user (tenant_id, plain_phone(phone)) NULLS NOT DISTINCT WHERE phone IS NOT NULL AND NOT is_delete;
CREATE UNIQUE INDEX sys_user_email_key ON sys_user (tenant_id, lower(email)) NULLS NOT DISTINCT WHERE email IS NOT NULL AND NOT is_delete;
CREATE UNIQUE INDEX sys_user_work_no_key ON sys_user (tenant_id, work_no) NULLS NOT DISTINCT WHERE work_no IS NOT NULL AND NOT is_delete;
