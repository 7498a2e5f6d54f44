-- Copies the stations and piles of a card to the card that replaces it. It sees all of the tenant's bindings: an agent sees only those to its own stations,
-- and a card that lost the others could suddenly be used everywhere.
CREATE FUNCTION copy_card_bindings(p_tenant bigint, p_from bigint, p_to bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF current_setting('app.tenants', true) IS DISTINCT FROM '*' AND NOT p_tenant = ANY (kit_listed('app.tenants')) THEN
    RAISE EXCEPTION 'tenant % is outside the scope of this transaction', p_tenant USING ERRCODE = '42501';
  END IF;
  INSERT INTO ic_card_station (tenant_id, agent_id, station_id, ic_card_id, create_by)
    SELECT tenant_id, agent_id, station_id, p_to, create_by FROM ic_card_station
    WHERE tenant_id = p_tenant AND ic_card_id = p_from AND NOT is_delete;
  INSERT INTO pile_binding (tenant_id, agent_id, station_id, cp_code, main_part_type, ic_card_id, create_by)
    SELECT tenant_id, agent_id, station_id, cp_code, main_part_type, p_to, create_by FROM pile_binding
    WHERE tenant_id = p_tenant AND ic_card_id = p_from AND NOT is_delete;
END $$;
CALL kit_system_function('copy_card_bindings(bigint, bigint, bigint)');
GRANT EXECUTE ON FUNCTION copy_card_bindings(bigint, bigint, bigint) TO chargeops_app;
