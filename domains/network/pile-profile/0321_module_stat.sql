-- What a pile tells of its modules lies with the rest of its last report, and is read from there.
ALTER TABLE pile_profile DROP COLUMN module_stat;
CREATE VIEW pile_profile_view WITH (security_invoker = true) AS
SELECT f.*, (s.details ->> 'moduleStat')::int AS module_stat FROM pile_profile f LEFT JOIN pile_state s ON s.cp_code = f.cp_code;
GRANT SELECT ON pile_profile_view TO chargeops_app, chargeops_system;
