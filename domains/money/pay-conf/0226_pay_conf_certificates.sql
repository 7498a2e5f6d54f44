-- Alipay in place of its public key: PEM texts of the app's certificate, of Alipay's and of the roots.
ALTER TABLE pay_conf
  ADD COLUMN app_cert text,
  ADD COLUMN provider_cert text,
  ADD COLUMN root_cert text,
  ADD COLUMN cert_end_time timestamptz,
  ADD CONSTRAINT pay_conf_certificates CHECK (num_nonnulls(app_cert, provider_cert, root_cert) IN (0, 3));

CREATE OR REPLACE VIEW pay_conf_view WITH (security_invoker = true) AS
SELECT c.pay_conf_id, c.tenant_id, c.conf_name, c.pay_type, c.is_used, c.merchant_no, c.app_id, c.serial_no, c.public_key_id, c.public_key, c.private_key,
  c.api_key, c.webhook_secrets, c.seal_id, c.proven_at, c.remark, c.create_by, c.create_time, c.update_by, c.update_time, c.version, c.is_delete,
  jsonb_build_object('merchantNo', merchant_no, 'appId', app_id, 'serialNo', serial_no, 'publicKeyId', public_key_id) AS conf_json,
  pay_conf_pile_count(pay_conf_id) AS pile_count, c.app_cert, c.provider_cert, c.root_cert, c.cert_end_time
FROM pay_conf c;
