-- A car with the balance of its own wallet, and whether the customer's wallet is used instead. The customer is chosen by CASE and not by coalesce: the
-- planner does not trust coalesce with rows that row security hides, and would read all customers for a page of cars.
CREATE VIEW car_view WITH (security_invoker = true) AS
SELECT v.*, coalesce(c.use_funds_pool, 0::smallint) AS use_funds_pool,
  coalesce(b.posted, 0) AS car_balance, coalesce(b.posted - b.held, 0) AS available_bal
FROM car v
LEFT JOIN customer c ON c.cust_id = CASE WHEN v.cust_id IS NULL THEN v.phone_user_id ELSE v.cust_id END
LEFT JOIN ledger.account a ON a.tenant_id = v.tenant_id AND a.currency = v.currency AND a.code = v.wallet_code
LEFT JOIN ledger.balance b ON b.account_id = a.account_id;
GRANT SELECT ON car_view TO chargeops_app, chargeops_system;
