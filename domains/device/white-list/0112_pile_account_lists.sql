-- Piles keep lists of cards and VINs beside that of mobiles.
ALTER TABLE pile_white_list ADD COLUMN account_type smallint NOT NULL DEFAULT 4;
ALTER TABLE pile_white_list DROP CONSTRAINT pile_white_list_pkey, ADD PRIMARY KEY (cp_code, account_type), ALTER COLUMN account_type DROP DEFAULT;

-- The local authorization list of an OCPP station: what was sent, and the version that the station told last. It has the whole list when that version is
-- last_version; between first_version and last_version it has a part.
CREATE TABLE pile_local_list (
  cp_code text PRIMARY KEY REFERENCES pile ON DELETE CASCADE,
  tenant_id bigint NOT NULL,
  told_version int,
  told_at timestamptz,
  -- [{idTag, groupTag, expiresAtMs}]
  entries jsonb NOT NULL DEFAULT '[]',
  first_version int,
  last_version int,
  -- The messages that follow the one under way.
  unsent jsonb NOT NULL DEFAULT '[]'
);
CALL kit_tenant_table('pile_local_list');

-- The cards (1) or VINs (2) that a pile may accept by itself: active, without a password, valid, of no switched-off customer, and admitted at this pile.
-- Those that are bound here come first. It sees all cards of the tenant: the staff of a station see none, and of an agent their own, and the pile would get
-- only those. No row: the tenant is outside the caller's scope. Totals count what p_max cuts off.
CREATE FUNCTION pile_list_accounts(p_code text, p_type int, p_max int)
RETURNS TABLE (account text, group_tag text, valid_until timestamptz, total bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH place AS (
    SELECT tenant_id, station_id, cp_code FROM pile WHERE cp_code = p_code AND NOT is_delete
      AND (current_setting('role') = 'chargeops_system' OR current_setting('app.tenants', true) = '*' OR tenant_id = ANY (kit_listed('app.tenants')))
  ), candidates AS (
    SELECT k.ic_card_no AS account, coalesce('#' || k.cust_id, '#c' || k.ic_card_id) AS group_tag, k.valid_until, k.ic_card_id AS id,
      EXISTS (SELECT FROM ic_card_station s WHERE s.tenant_id = k.tenant_id AND s.ic_card_id = k.ic_card_id AND s.station_id = p.station_id AND NOT s.is_delete)
        OR EXISTS (SELECT FROM pile_binding b WHERE b.tenant_id = k.tenant_id AND b.ic_card_id = k.ic_card_id AND b.cp_code = p.cp_code AND NOT b.is_delete) AS is_bound_here,
      EXISTS (SELECT FROM ic_card_station s WHERE s.tenant_id = k.tenant_id AND s.ic_card_id = k.ic_card_id AND NOT s.is_delete)
        OR EXISTS (SELECT FROM pile_binding b WHERE b.tenant_id = k.tenant_id AND b.ic_card_id = k.ic_card_id AND NOT b.is_delete) AS is_bound
    FROM place p JOIN ic_card k ON k.tenant_id = p.tenant_id LEFT JOIN customer c ON c.tenant_id = k.tenant_id AND c.cust_id = k.cust_id
    WHERE p_type = 1 AND NOT k.is_delete AND k.card_state = 1 AND k.card_pwd IS NULL AND (k.valid_until IS NULL OR k.valid_until > now())
      AND (c.cust_id IS NULL OR NOT c.is_delete AND c.cust_state NOT IN (0, -1))
    UNION ALL
    SELECT v.car_vin, coalesce('#' || coalesce(v.cust_id, v.phone_user_id), '#v' || v.car_id), NULL, v.car_id,
      EXISTS (SELECT FROM car_station s WHERE s.tenant_id = v.tenant_id AND s.car_id = v.car_id AND s.station_id = p.station_id AND NOT s.is_delete)
        OR EXISTS (SELECT FROM pile_binding b WHERE b.tenant_id = v.tenant_id AND b.car_id = v.car_id AND b.cp_code = p.cp_code AND NOT b.is_delete),
      EXISTS (SELECT FROM car_station s WHERE s.tenant_id = v.tenant_id AND s.car_id = v.car_id AND NOT s.is_delete)
        OR EXISTS (SELECT FROM pile_binding b WHERE b.tenant_id = v.tenant_id AND b.car_id = v.car_id AND NOT b.is_delete)
    FROM place p JOIN car v ON v.tenant_id = p.tenant_id LEFT JOIN customer c ON c.tenant_id = v.tenant_id AND c.cust_id = coalesce(v.cust_id, v.phone_user_id)
    WHERE p_type = 2 AND NOT v.is_delete AND v.state = 1 AND (c.cust_id IS NULL OR NOT c.is_delete AND c.cust_state NOT IN (0, -1))
  )
  SELECT account, group_tag, valid_until, count(*) OVER () FROM candidates WHERE is_bound_here OR NOT is_bound
  ORDER BY is_bound_here DESC, id DESC LIMIT p_max
$$;
CALL kit_system_function('pile_list_accounts(text, int, int)');
GRANT EXECUTE ON FUNCTION pile_list_accounts(text, int, int) TO chargeops_app;

-- Those who read commands need not be those who may see cards, VINs and mobiles: they see how many accounts a command has.
CREATE OR REPLACE VIEW device_command_view WITH (security_invoker = true) AS
SELECT c.command_id, c.tenant_id, c.agent_id, c.station_id, c.cp_code, c.gun_number, c.cmd,
  CASE c.cmd WHEN 'setWhiteList' THEN jsonb_set(c.payload, '{accounts}', to_jsonb(jsonb_array_length(c.payload -> 'accounts')))
    WHEN 'sendLocalList' THEN jsonb_set(c.payload, '{entries}', to_jsonb(jsonb_array_length(c.payload -> 'entries'))) ELSE c.payload END AS payload,
  c.stat, c.result, c.remark, CASE WHEN c.cmd IN ('setWhiteList', 'readWhiteList') THEN split_part(c.key_val, ' ', 1) ELSE c.key_val END AS key_val, c.charging_order_no, c.deadline, c.requested_by, c.because, c.create_time, c.sent_at, c.completed_at,
  c.requested_by AS create_by, NULL::text AS update_by, c.completed_at AS update_time, 0 AS version
FROM device_command c;
