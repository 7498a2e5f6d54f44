-- The second step of signing in: a secret shared with a person's authenticator app, and recovery codes for when it is lost.
CREATE TABLE sys_totp (
  user_id bigint PRIMARY KEY REFERENCES sys_user ON DELETE CASCADE,
  -- Encrypted with a key that is not in the database.
  secret text NOT NULL,
  -- False: shown to the person, who has not entered a code yet.
  confirmed boolean NOT NULL DEFAULT false,
  -- The last step of 30 s whose code was accepted, so that none is accepted twice.
  last_step bigint NOT NULL DEFAULT 0,
  -- SHA-256 of each unused recovery code, in hexadecimal.
  recovery text[] NOT NULL DEFAULT '{}',
  since timestamptz NOT NULL
);
CALL kit_system_table('sys_totp');

-- Tenants that require it of all their people.
CREATE TABLE sys_totp_demand (tenant_id bigint PRIMARY KEY, since timestamptz NOT NULL);
CALL kit_system_table('sys_totp_demand');
