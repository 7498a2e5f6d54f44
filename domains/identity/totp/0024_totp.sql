-- The second step of signing in: a secret that a person's authenticator shares, and codes for the day it is lost.
CREATE TABLE sys_totp (
  user_id bigint PRIMARY KEY REFERENCES sys_user,
  -- sealed with a key that is not in the database
  secret text NOT NULL,
  -- false: shown to the person, who has not answered with a code yet
  confirmed boolean NOT NULL DEFAULT false,
  -- the last step of 30 s whose code was taken, so that none is taken twice
  last_step bigint NOT NULL DEFAULT 0,
  -- SHA-256 of each recovery code that is left, in hexadecimal
  recovery text[] NOT NULL DEFAULT '{}',
  since timestamptz NOT NULL
);
CALL kit_system_table('sys_totp');

-- Tenants that demand it of everybody of theirs.
CREATE TABLE sys_totp_demand (tenant_id bigint PRIMARY KEY, since timestamptz NOT NULL);
CALL kit_system_table('sys_totp_demand');
