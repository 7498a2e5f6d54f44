-- Which wallet takes the place of one that an order, or a recharge, named earlier. These functions see all rows of the caller's tenants: an agent's staff
-- settle orders of cards that they do not see, and such an order must not be booked to a card that was replaced.

-- The latest successor of a replaced card; any other owner is its own successor. With p_keeps the cards are locked, so that none is replaced or joins a
-- pool before the transaction ends.
CREATE FUNCTION wallet_heir(p_tenant bigint, p_owner text, p_keeps boolean) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_card bigint;
  v_next bigint := CASE WHEN p_owner LIKE 'card:%' THEN split_part(p_owner, ':', 2)::bigint END;
BEGIN
  IF current_setting('role') <> 'chargeops_system' AND current_setting('app.tenants', true) IS DISTINCT FROM '*' AND NOT p_tenant = ANY (kit_listed('app.tenants')) THEN
    RAISE EXCEPTION 'tenant % is outside the scope of this transaction', p_tenant USING ERRCODE = '42501';
  END IF;
  WHILE v_next IS NOT NULL LOOP
    v_card := v_next;
    IF p_keeps THEN
      PERFORM FROM ic_card WHERE tenant_id = p_tenant AND ic_card_id = v_card FOR KEY SHARE;
    END IF;
    v_next := (SELECT o.ic_card_id FROM ic_card k JOIN ic_card_operate o ON o.tenant_id = k.tenant_id AND o.old_card_id = k.ic_card_id
      WHERE k.tenant_id = p_tenant AND k.ic_card_id = v_card AND k.new_ic_card_no IS NOT NULL ORDER BY o.ic_card_operate_id DESC LIMIT 1);
  END LOOP;
  RETURN coalesce('card:' || v_card, p_owner);
END $$;

-- The customer whose funds pool a card or a car has joined; null where there is none.
CREATE FUNCTION wallet_pool(p_tenant bigint, p_owner text) RETURNS bigint LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF p_owner LIKE 'card:%' THEN
    RETURN (SELECT c.cust_id FROM ic_card k JOIN customer c USING (tenant_id, cust_id)
      WHERE k.tenant_id = p_tenant AND k.ic_card_id = split_part(p_owner, ':', 2)::bigint AND c.use_funds_pool = 1);
  ELSIF p_owner LIKE 'car:%' THEN
    RETURN (SELECT c.cust_id FROM car v JOIN customer c ON c.tenant_id = v.tenant_id AND c.cust_id = coalesce(v.cust_id, v.phone_user_id)
      WHERE v.tenant_id = p_tenant AND v.car_id = split_part(p_owner, ':', 2)::bigint AND c.use_funds_pool = 1);
  END IF;
  RETURN NULL;
END $$;

-- The wallet that is charged now: the successor's, or that of the pool it has joined. It locks in the order in which debts are collected: customer, then
-- card or car.
CREATE FUNCTION wallet_drawn_on(p_tenant bigint, p_owner text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_own text;
  v_pool bigint;
BEGIN
  LOOP
    v_own := wallet_heir(p_tenant, p_owner, false);
    v_pool := wallet_pool(p_tenant, v_own);
    PERFORM FROM customer WHERE tenant_id = p_tenant AND cust_id = coalesce(v_pool, CASE WHEN v_own LIKE 'customer:%' THEN split_part(v_own, ':', 2)::bigint END) FOR NO KEY UPDATE;
    IF v_own LIKE 'card:%' THEN
      PERFORM FROM ic_card WHERE tenant_id = p_tenant AND ic_card_id = split_part(v_own, ':', 2)::bigint FOR NO KEY UPDATE;
    ELSIF v_own LIKE 'car:%' THEN
      PERFORM FROM car WHERE tenant_id = p_tenant AND car_id = split_part(v_own, ':', 2)::bigint FOR NO KEY UPDATE;
    END IF;
    -- What was read before the locks may have changed while they were waited for.
    EXIT WHEN wallet_heir(p_tenant, p_owner, true) = v_own AND wallet_pool(p_tenant, v_own) IS NOT DISTINCT FROM v_pool;
  END LOOP;
  RETURN coalesce('customer:' || v_pool, v_own);
END $$;

CALL kit_system_function('wallet_heir(bigint, text, boolean)');
CALL kit_system_function('wallet_pool(bigint, text)');
CALL kit_system_function('wallet_drawn_on(bigint, text)');
GRANT EXECUTE ON FUNCTION wallet_heir(bigint, text, boolean), wallet_drawn_on(bigint, text) TO chargeops_app;
