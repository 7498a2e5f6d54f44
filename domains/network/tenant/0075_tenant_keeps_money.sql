-- Whether money is kept in a tenant's currency: customers, cards and cars carry it, and so does every account of the books. It sees all rows of the
-- tenant, because the answer must not depend on who asks.
CREATE FUNCTION tenant_keeps_money(p_tenant bigint) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (current_setting('app.tenants', true) = '*' OR p_tenant = ANY (kit_listed('app.tenants')))
    AND (EXISTS (SELECT FROM ledger.account WHERE tenant_id = p_tenant) OR EXISTS (SELECT FROM customer WHERE tenant_id = p_tenant)
      OR EXISTS (SELECT FROM ic_card WHERE tenant_id = p_tenant) OR EXISTS (SELECT FROM car WHERE tenant_id = p_tenant));
END $$;
CALL kit_system_function('tenant_keeps_money(bigint)');
GRANT EXECUTE ON FUNCTION tenant_keeps_money(bigint) TO chargeops_app;
