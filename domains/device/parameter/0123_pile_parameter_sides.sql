-- A parameter has two sides: the value that a form of the platform holds (wanted), and the value that the pile told or accepted last (reported).

-- Values of single guns. A report of a pile names no gun, so these are the values that the pile has accepted.
CREATE TABLE gun_parameter (
  cp_code text NOT NULL REFERENCES pile ON DELETE CASCADE,
  gun_number int NOT NULL,
  param_no text NOT NULL,
  tenant_id bigint NOT NULL,
  value text NOT NULL,
  reported_at timestamptz NOT NULL,
  PRIMARY KEY (cp_code, gun_number, param_no)
);
CALL kit_tenant_table('gun_parameter');

-- The values that forms hold, as devices write them. A parameter without a row is one that no form holds for this pile.
CREATE VIEW pile_parameter_wanted WITH (security_invoker = true) AS
SELECT p.cp_code, 0 AS gun_number, w.param_no, w.wanted
FROM pile p JOIN pile_profile f ON f.cp_code = p.cp_code
CROSS JOIN LATERAL (VALUES
  ('1', f.pile_interval::text),
  ('2', f.gun_interval::text),
  ('3', f.charging_interval::text),
  ('4', f.bms_handshake_interval::text),
  ('5', f.bms_parameter_interval::text),
  ('6', f.bms_charging_interval::text),
  ('8', f.srv_ip),
  ('9', f.srv_port::text),
  ('10', f.srv_domain_name),
  -- A power schedule sets the online power of its piles.
  ('11', CASE WHEN p.power_control_id IS NULL THEN (f.online_max_power / 10.0)::numeric(12, 1)::text END),
  ('12', (f.offline_max_power / 10.0)::numeric(12, 1)::text),
  -- An address with the number of the gun is one for each gun, which is sent by a command of its own.
  ('14', CASE WHEN p.gun_count = 1 THEN replace(p.pay_qr_code, '{gunNumber}', '1') WHEN strpos(p.pay_qr_code, '{gunNumber}') = 0 THEN p.pay_qr_code END),
  ('15', f.charging_max_soc::text),
  ('16', f.is_vin_offline_charging::text),
  ('17', f.is_iccard_offline_charging::text),
  ('18', CASE WHEN p.cp_stat = 1 THEN '0' ELSE '1' END),
  ('20', p.insert_self_start::text),
  ('21', p.check_account::text),
  ('22', (p.account_min_amount / 100.0)::numeric(20, 2)::text)
) AS w (param_no, wanted)
WHERE w.wanted IS NOT NULL
UNION ALL
-- 0 is the overlay of a gun that is out of service.
SELECT g.cp_code, g.gun_number, '19', CASE WHEN g.overlay_stat = 0 THEN '1' ELSE '0' END FROM gun g;
GRANT SELECT ON pile_parameter_wanted TO chargeops_app, chargeops_system;

-- Both sides. Names and addresses are compared without regard to case.
CREATE VIEW pile_parameter_sides WITH (security_invoker = true) AS
SELECT cp_code, gun_number, param_no, w.wanted, r.reported, r.reported_at, coalesce(lower(w.wanted) <> lower(r.reported), false) AS differs
FROM pile_parameter_wanted w FULL JOIN (
  SELECT cp_code, 0 AS gun_number, param_no, value AS reported, reported_at FROM pile_parameter
  UNION ALL SELECT cp_code, gun_number, param_no, value, reported_at FROM gun_parameter
) r USING (cp_code, gun_number, param_no);
GRANT SELECT ON pile_parameter_sides TO chargeops_app, chargeops_system;

-- Counts the differences of a pile again. A report and an edit may come together, so the row is locked before they are read.
CREATE FUNCTION count_differing_parameters(p_code text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM pile WHERE cp_code = p_code FOR NO KEY UPDATE;
  UPDATE pile p SET differing_count = n.differing
  FROM (SELECT CASE WHEN bool_or(reported IS NOT NULL AND wanted IS NOT NULL) THEN count(*) FILTER (WHERE differs) END AS differing
    FROM pile_parameter_sides WHERE cp_code = p_code) n
  WHERE p.cp_code = p_code AND p.differing_count IS DISTINCT FROM n.differing;
END $$;
GRANT EXECUTE ON FUNCTION count_differing_parameters(text) TO chargeops_app, chargeops_system;

CREATE FUNCTION parameters_reported() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_differing_parameters(cp_code) FROM (SELECT DISTINCT cp_code FROM changed ORDER BY cp_code) c;
  RETURN NULL;
END $$;
CREATE TRIGGER parameters_inserted AFTER INSERT ON pile_parameter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION parameters_reported();
CREATE TRIGGER parameters_updated AFTER UPDATE ON pile_parameter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION parameters_reported();
CREATE TRIGGER parameters_inserted AFTER INSERT ON gun_parameter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION parameters_reported();
CREATE TRIGGER parameters_updated AFTER UPDATE ON gun_parameter REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION parameters_reported();

CREATE FUNCTION parameters_wanted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_differing_parameters(NEW.cp_code);
  RETURN NULL;
END $$;
CREATE TRIGGER parameters_wanted AFTER UPDATE ON pile FOR EACH ROW
  WHEN ((OLD.power_control_id IS NULL, OLD.gun_count, OLD.pay_qr_code, OLD.cp_stat, OLD.insert_self_start, OLD.check_account, OLD.account_min_amount)
    IS DISTINCT FROM (NEW.power_control_id IS NULL, NEW.gun_count, NEW.pay_qr_code, NEW.cp_stat, NEW.insert_self_start, NEW.check_account, NEW.account_min_amount))
  EXECUTE FUNCTION parameters_wanted();
CREATE TRIGGER parameters_wanted AFTER UPDATE ON pile_profile FOR EACH ROW
  WHEN ((OLD.pile_interval, OLD.gun_interval, OLD.charging_interval, OLD.bms_handshake_interval, OLD.bms_parameter_interval, OLD.bms_charging_interval,
      OLD.srv_ip, OLD.srv_port, OLD.srv_domain_name, OLD.online_max_power, OLD.offline_max_power, OLD.charging_max_soc, OLD.is_vin_offline_charging,
      OLD.is_iccard_offline_charging)
    IS DISTINCT FROM (NEW.pile_interval, NEW.gun_interval, NEW.charging_interval, NEW.bms_handshake_interval, NEW.bms_parameter_interval,
      NEW.bms_charging_interval, NEW.srv_ip, NEW.srv_port, NEW.srv_domain_name, NEW.online_max_power, NEW.offline_max_power, NEW.charging_max_soc,
      NEW.is_vin_offline_charging, NEW.is_iccard_offline_charging))
  EXECUTE FUNCTION parameters_wanted();
CREATE TRIGGER parameters_wanted AFTER UPDATE ON gun FOR EACH ROW
  WHEN (coalesce(OLD.overlay_stat = 0, false) <> coalesce(NEW.overlay_stat = 0, false)) EXECUTE FUNCTION parameters_wanted();

-- The number of a parameter in a command, for the list of commands.
ALTER TABLE device_command ADD COLUMN param_no smallint GENERATED ALWAYS AS
  (CASE WHEN cmd = 'setParameter' THEN (payload ->> 'paramNo')::smallint END) STORED;
CREATE INDEX device_command_parameter ON device_command (cp_code, param_no, create_time DESC) WHERE param_no IS NOT NULL;
CREATE OR REPLACE VIEW device_command_view WITH (security_invoker = true) AS
SELECT c.command_id, c.tenant_id, c.agent_id, c.station_id, c.cp_code, c.gun_number, c.cmd,
  CASE c.cmd WHEN 'setWhiteList' THEN jsonb_set(c.payload, '{accounts}', to_jsonb(jsonb_array_length(c.payload -> 'accounts')))
    WHEN 'sendLocalList' THEN jsonb_set(c.payload, '{entries}', to_jsonb(jsonb_array_length(c.payload -> 'entries'))) ELSE c.payload END AS payload,
  c.stat, c.result, c.remark, CASE WHEN c.cmd IN ('setWhiteList', 'readWhiteList') THEN split_part(c.key_val, ' ', 1) ELSE c.key_val END AS key_val, c.charging_order_no, c.deadline, c.requested_by, c.because, c.create_time, c.sent_at, c.completed_at,
  c.requested_by AS create_by, NULL::text AS update_by, c.completed_at AS update_time, 0 AS version, c.param_no
FROM device_command c;

SET LOCAL ROLE chargeops_system;
SELECT count_differing_parameters(cp_code) FROM pile WHERE NOT is_delete ORDER BY cp_code;
