-- An exception of the platform itself that passes the whole chain of warnings every minute, and reaches an account that is nobody's. Its rows belong to
-- tenant 0, which is the platform and has no row of its own, and no viewer sees them.
ALTER TABLE warning_account DROP CONSTRAINT warning_account_tenant_id_fkey;
ALTER TABLE warning_account ADD COLUMN owner_tenant_id bigint GENERATED ALWAYS AS (nullif(tenant_id, 0)) STORED REFERENCES tenant;
ALTER TABLE warning_conf DROP CONSTRAINT warning_conf_tenant_id_fkey;
ALTER TABLE warning_conf ADD COLUMN owner_tenant_id bigint GENERATED ALWAYS AS (nullif(tenant_id, 0)) STORED REFERENCES tenant;
CREATE POLICY self_test ON exception_conf AS RESTRICTIVE TO chargeops_app USING (tenant_id IS DISTINCT FROM 0);
CREATE POLICY self_test ON exception_record AS RESTRICTIVE TO chargeops_app USING (tenant_id <> 0);
CREATE POLICY self_test ON warning_conf AS RESTRICTIVE TO chargeops_app USING (tenant_id IS DISTINCT FROM 0);
CREATE POLICY self_test ON warning_account AS RESTRICTIVE TO chargeops_app USING (tenant_id <> 0);
CREATE POLICY self_test ON warning_log AS RESTRICTIVE TO chargeops_app USING (tenant_id <> 0);

-- The newest test: when it began, when its first message arrived, and when all of it was over.
CREATE TABLE self_test (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  begun_at timestamptz,
  heard_at timestamptz,
  -- From the beginning of the test to the arrival of its first message.
  took_ms int,
  ended_at timestamptz,
  -- The arrival that was last told to the address outside, and the silence that was last written to the log.
  pinged_for timestamptz,
  silence_logged_for timestamptz
);
CALL kit_shared_table('self_test');
INSERT INTO self_test DEFAULT VALUES;

SET LOCAL ROLE chargeops_system;
WITH conf AS (
  INSERT INTO exception_conf (tenant_id, exception_type, exception_code, exception_conf_desc, exception_level, exception_conf_stat, is_warning, on_delay, off_delay, flap_limit, is_outage, create_by)
  VALUES (0, 10, 2, 'Self-test', 1, 1, 1, 0, 0, 19, 0, 'system') RETURNING exception_conf_id
), text AS (
  INSERT INTO warning_conf (tenant_id, exception_conf_id, warning_lang, warning_conf_name, warning_msg_templ, create_by)
  SELECT 0, exception_conf_id, 'en_US', 'Self-test', '{errorInfo}, {time}', 'system' FROM conf RETURNING warning_conf_id
)
INSERT INTO warning_account (tenant_id, warning_account_name, warning_account_type, warning_account, address_hash, warning_lang, warning_conf_id, verified_at, create_by)
SELECT 0, 'Self-test', 2, 'self-test', 'self-test', 'en_US', warning_conf_id, now(), 'system' FROM text;
