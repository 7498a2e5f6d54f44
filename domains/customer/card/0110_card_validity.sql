-- A card is good until this instant; null: without limit.
ALTER TABLE ic_card ADD COLUMN valid_until timestamptz;
DROP VIEW ic_card_view;
CREATE VIEW ic_card_view WITH (security_invoker = true) AS
SELECT k.*, (k.card_pwd IS NOT NULL)::int::smallint AS has_pwd, coalesce(c.use_funds_pool, 0::smallint) AS use_funds_pool,
  coalesce(b.posted, 0) AS card_balance, coalesce(b.posted - b.held, 0) AS available_bal
FROM ic_card k
LEFT JOIN customer c ON c.cust_id = k.cust_id
LEFT JOIN ledger.account a ON a.tenant_id = k.tenant_id AND a.currency = k.currency AND a.code = k.wallet_code
LEFT JOIN ledger.balance b ON b.account_id = a.account_id;
GRANT SELECT ON ic_card_view TO chargeops_app, chargeops_system;
