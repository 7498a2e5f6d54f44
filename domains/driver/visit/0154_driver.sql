-- A visit of a driver's browser or mini-program at a gun. Its token is random and only its digest is stored.
CREATE TABLE driver_visit (
  visit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  token_digest text NOT NULL UNIQUE,
  channel text NOT NULL CHECK (channel IN ('web', 'wechat', 'alipay', 'mini')),
  -- The gun that was scanned last.
  cp_code text NOT NULL,
  gun_number int NOT NULL,
  remote_address text NOT NULL,
  begin_time timestamptz NOT NULL,
  expire_time timestamptz NOT NULL
);
CALL kit_tenant_table('driver_visit');
CREATE INDEX driver_visit_expired ON driver_visit (expire_time);

-- An order as its driver knows it. Another way of paying makes another payment of the same order.
CREATE TABLE driver_order (
  driver_order_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  order_no text NOT NULL UNIQUE,
  cp_code text NOT NULL,
  gun_number int NOT NULL,
  -- The newest payment; the others are in driver_payment.
  pre_pay_order_id bigint NOT NULL UNIQUE REFERENCES prepaid_order,
  remote_address text NOT NULL,
  -- The tokens of the links: one that may stop the charge, and one that reads.
  control_digest text NOT NULL,
  view_digest text NOT NULL,
  -- The driver has come back from the wallet, or the provider has not answered: until then nobody is asked to pay.
  doubt_until timestamptz,
  made_time timestamptz NOT NULL,
  UNIQUE (tenant_id, driver_order_id)
);
CALL kit_tenant_table('driver_order');
REVOKE DELETE ON driver_order FROM chargeops_app, chargeops_system;
CREATE INDEX driver_order_gun ON driver_order (cp_code, gun_number, made_time DESC);
CREATE INDEX driver_order_address ON driver_order (remote_address, made_time DESC);

CREATE TABLE driver_payment (
  pre_pay_order_id bigint PRIMARY KEY REFERENCES prepaid_order,
  tenant_id bigint NOT NULL,
  driver_order_id bigint NOT NULL,
  FOREIGN KEY (tenant_id, driver_order_id) REFERENCES driver_order (tenant_id, driver_order_id)
);
CALL kit_tenant_table('driver_payment');
REVOKE UPDATE, DELETE ON driver_payment FROM chargeops_app, chargeops_system;
CREATE INDEX driver_payment_order ON driver_payment (driver_order_id);

-- Which orders a visit may see, and whether it may stop them.
CREATE TABLE driver_access (
  visit_id bigint NOT NULL REFERENCES driver_visit ON DELETE CASCADE,
  driver_order_id bigint NOT NULL,
  tenant_id bigint NOT NULL,
  access_role text NOT NULL CHECK (access_role IN ('control', 'view')),
  PRIMARY KEY (visit_id, driver_order_id),
  FOREIGN KEY (tenant_id, driver_order_id) REFERENCES driver_order (tenant_id, driver_order_id)
);
CALL kit_tenant_table('driver_access');
CREATE INDEX driver_access_order ON driver_access (driver_order_id);

-- Presses of buttons, each of which has its effect once. An answer is null while the press is under way.
CREATE TABLE driver_press (
  actor text NOT NULL,
  press_key text NOT NULL,
  tenant_id bigint NOT NULL,
  route text NOT NULL,
  input_digest text NOT NULL,
  answer jsonb,
  press_time timestamptz NOT NULL,
  PRIMARY KEY (actor, press_key)
);
CALL kit_tenant_table('driver_press');
CREATE INDEX driver_press_time ON driver_press (press_time);
