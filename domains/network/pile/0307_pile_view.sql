-- What the pile list shows beside the operator's settings.
CREATE VIEW pile_view WITH (security_invoker = true) AS
SELECT p.*, s.last_seen, s.online_since, s.main_sw FROM pile p LEFT JOIN pile_state s ON s.cp_code = p.cp_code;
GRANT SELECT ON pile_view TO chargeops_app, chargeops_system;
