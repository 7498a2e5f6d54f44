-- Whether anybody of a tenant keeps money in its currency: customers, cards and cars carry it, and so does every account of the books.
-- Asked with the system's eyes, because the answer must not hang on who asks.
GRANT CREATE ON SCHEMA public TO chargeops_system;
SET LOCAL ROLE chargeops_system;
CREATE FUNCTION tenant_keeps_money(p_tenant bigint) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (current_setting('app.tenants', true) = '*' OR p_tenant = ANY (kit_listed('app.tenants')))
    AND (EXISTS (SELECT FROM ledger.account WHERE tenant_id = p_tenant) OR EXISTS (SELECT FROM customer WHERE tenant_id = p_tenant)
      OR EXISTS (SELECT FROM ic_card WHERE tenant_id = p_tenant) OR EXISTS (SELECT FROM car WHERE tenant_id = p_tenant));
END $$;
GRANT EXECUTE ON FUNCTION tenant_keeps_money(bigint) TO chargeops_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM chargeops_system;
