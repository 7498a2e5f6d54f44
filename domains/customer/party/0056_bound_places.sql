-- The stations and piles where a card or a car may charge. It sees all bindings of the caller's tenants: an agent's staff see only those to their own
-- stations, and a card whose bindings all lie elsewhere would look as if it could charge everywhere. No row: the tenant is outside the caller's scope.
CREATE FUNCTION bound_places(p_tenant bigint, p_card bigint, p_car bigint) RETURNS TABLE (station_ids bigint[], pile_codes text[])
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT
    ARRAY(SELECT s.station_id FROM ic_card_station s WHERE s.tenant_id = p_tenant AND s.ic_card_id = p_card AND NOT s.is_delete
      UNION ALL SELECT s.station_id FROM car_station s WHERE s.tenant_id = p_tenant AND s.car_id = p_car AND NOT s.is_delete ORDER BY 1),
    ARRAY(SELECT b.cp_code FROM pile_binding b WHERE b.tenant_id = p_tenant AND (b.ic_card_id = p_card OR b.car_id = p_car) AND NOT b.is_delete ORDER BY 1)
  WHERE current_setting('role') = 'chargeops_system' OR current_setting('app.tenants', true) = '*' OR p_tenant = ANY (kit_listed('app.tenants'))
$$;
CALL kit_system_function('bound_places(bigint, bigint, bigint)');
GRANT EXECUTE ON FUNCTION bound_places(bigint, bigint, bigint) TO chargeops_app;
