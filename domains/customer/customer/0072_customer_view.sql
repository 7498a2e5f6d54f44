-- A customer with the balance of the wallet. A wallet that was never used has no account yet.
CREATE VIEW customer_view WITH (security_invoker = true) AS
SELECT c.*, coalesce(b.posted, 0) AS cust_balance, coalesce(b.posted - b.held, 0) AS available_bal
FROM customer c
LEFT JOIN ledger.account a ON a.tenant_id = c.tenant_id AND a.currency = c.currency AND a.code = c.wallet_code
LEFT JOIN ledger.balance b ON b.account_id = a.account_id;
GRANT SELECT ON customer_view TO chargeops_app, chargeops_system;
