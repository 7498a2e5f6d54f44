-- A person's account is the number in its plain form, by which everything else knows people: +86 before a mobile is no part of it.
DROP INDEX customer_tenant_id_cust_phone_key;
SET LOCAL ROLE chargeops_system;
UPDATE customer SET cust_phone = plain_phone(cust_phone) WHERE cust_phone <> plain_phone(cust_phone);
-- One number that two had by then charges for the one who had it first; the other keeps wallet and cards and a number that nobody dials, until somebody puts it right.
UPDATE customer later SET cust_phone = later.cust_phone || '-' || later.cust_id
WHERE later.cust_type = 1 AND NOT later.is_delete AND EXISTS (
  SELECT FROM customer first WHERE first.cust_type = 1 AND NOT first.is_delete AND first.cust_id < later.cust_id AND first.tenant_id = later.tenant_id
    AND first.cust_phone = later.cust_phone
);
RESET ROLE;
CREATE UNIQUE INDEX customer_tenant_id_cust_phone_key ON customer (tenant_id, plain_phone(cust_phone)) WHERE cust_type = 1 AND NOT is_delete;
