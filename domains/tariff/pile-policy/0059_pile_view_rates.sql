-- A pile is shown with the number of its rule, which is what the device knows it by. What the network itself knows of a pile stays a view of its own.
ALTER VIEW pile_view RENAME TO pile_without_rates_view;
CREATE VIEW pile_view WITH (security_invoker = true) AS
SELECT p.*, r.rate_rule_no FROM pile_without_rates_view p LEFT JOIN rate_rule r ON r.rate_rule_id = p.rate_rule_id;
GRANT SELECT ON pile_view TO chargeops_app, chargeops_system;
