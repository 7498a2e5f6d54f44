-- A driver who has proven a phone number: the customer of the tenant whose account it is. Only the digest of the token is stored.
CREATE TABLE driver_phone_session (
  phone_session_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  token_digest text NOT NULL UNIQUE,
  cust_id bigint NOT NULL,
  -- Plain; the session ends when the customer gets another number.
  phone text NOT NULL,
  remote_address text NOT NULL,
  begin_time timestamptz NOT NULL,
  expire_time timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, cust_id) REFERENCES customer (tenant_id, cust_id)
);
CALL kit_tenant_table('driver_phone_session');
CREATE INDEX driver_phone_session_customer ON driver_phone_session (cust_id, begin_time DESC);
CREATE INDEX driver_phone_session_expired ON driver_phone_session (expire_time);

-- Codes that were sent by SMS. Numbers and codes are stored as keyed digests, and what was sent is counted here for the limits.
CREATE TABLE driver_otp (
  otp_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  -- The visit that may use the code.
  visit_id bigint NOT NULL REFERENCES driver_visit ON DELETE CASCADE,
  phone_mac text NOT NULL,
  code_mac text NOT NULL,
  -- A solved puzzle is good for one message.
  puzzle_digest text NOT NULL UNIQUE,
  remote_network text NOT NULL,
  tries int NOT NULL DEFAULT 0,
  sent_time timestamptz NOT NULL,
  expire_time timestamptz NOT NULL,
  verified_time timestamptz,
  -- The press that has used the code: its repeats get the same session.
  verified_press text,
  CHECK ((verified_time IS NULL) = (verified_press IS NULL))
);
CALL kit_tenant_table('driver_otp');
CREATE INDEX driver_otp_tenant ON driver_otp (tenant_id, sent_time DESC);
CREATE INDEX driver_otp_phone ON driver_otp (tenant_id, phone_mac, sent_time DESC);
CREATE INDEX driver_otp_network ON driver_otp (remote_network, sent_time DESC);
CREATE INDEX driver_otp_visit ON driver_otp (visit_id, otp_id DESC);
CREATE INDEX driver_otp_age ON driver_otp (sent_time);

-- The customer whose order it is, if the driver had signed in or has done so since.
ALTER TABLE driver_order
  ADD COLUMN cust_id bigint,
  ADD CONSTRAINT driver_order_customer_fkey FOREIGN KEY (tenant_id, cust_id) REFERENCES customer (tenant_id, cust_id);
CREATE INDEX driver_order_customer ON driver_order (cust_id, made_time DESC, driver_order_id DESC) WHERE cust_id IS NOT NULL;
