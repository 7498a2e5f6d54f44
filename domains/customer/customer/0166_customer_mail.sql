-- Where statements of the account go, and in which language (1 zh_CN, 2 zh_TW, 3 en_US).
ALTER TABLE customer ADD COLUMN cust_mail text CHECK (length(cust_mail) <= 100);
ALTER TABLE customer ADD COLUMN cust_language smallint NOT NULL DEFAULT 1 CHECK (cust_language BETWEEN 1 AND 3);
DROP VIEW customer_view;
CREATE VIEW customer_view WITH (security_invoker = true) AS
SELECT c.*, coalesce(b.posted, 0) AS cust_balance, coalesce(b.posted - b.held, 0) AS available_bal
FROM customer c
LEFT JOIN ledger.account a ON a.tenant_id = c.tenant_id AND a.currency = c.currency AND a.code = c.wallet_code
LEFT JOIN ledger.balance b ON b.account_id = a.account_id;
GRANT SELECT ON customer_view TO chargeops_app, chargeops_system;
-- The monthly job looks for those who want statements.
CREATE INDEX customer_mailed ON customer (tenant_id, cust_id) WHERE cust_mail IS NOT NULL AND NOT is_delete;
