-- The SHA-256 fingerprints of the certificates of a PEM text, in its sequence, in the form of openssl; null where it has none or they cannot be read.
CREATE FUNCTION pem_fingerprints(pem text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog AS $$
BEGIN
  RETURN (SELECT array_agg(regexp_replace(upper(encode(sha256(decode(regexp_replace(found.body[1], '\s', '', 'g'), 'base64')), 'hex')), '(..)(?!$)', '\1:', 'g') ORDER BY found.ordinality)
    FROM regexp_matches(pem, '-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----', 'g') WITH ORDINALITY AS found (body, ordinality));
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN NULL;
END $$;
GRANT EXECUTE ON FUNCTION pem_fingerprints(text) TO chargeops_app, chargeops_system;

CREATE OR REPLACE VIEW pay_conf_view WITH (security_invoker = true) AS
SELECT c.pay_conf_id, c.tenant_id, c.conf_name, c.pay_type, c.is_used, c.merchant_no, c.app_id, c.serial_no, c.public_key_id, c.public_key, c.private_key,
  c.api_key, c.webhook_secrets, c.seal_id, c.proven_at, c.remark, c.create_by, c.create_time, c.update_by, c.update_time, c.version, c.is_delete,
  jsonb_build_object('merchantNo', merchant_no, 'appId', app_id, 'serialNo', serial_no, 'publicKeyId', public_key_id) AS conf_json,
  pay_conf_pile_count(pay_conf_id) AS pile_count, c.app_cert, c.provider_cert, c.root_cert, c.cert_end_time,
  jsonb_build_object('appCert', pem_fingerprints(app_cert), 'providerCert', pem_fingerprints(provider_cert), 'rootCert', pem_fingerprints(root_cert))
    AS cert_fingerprints
FROM pay_conf c;
