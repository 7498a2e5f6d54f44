-- One-use codes sent to a phone or mailbox, and the tickets that a right one earned. Neither can be read back from here.
CREATE TABLE sys_code (
  -- SHA-256 of what it is for and whom it was sent to, or of the ticket
  key_hash bytea PRIMARY KEY CHECK (length(key_hash) = 32),
  -- of a code: SHA-256 of salt and code
  salt bytea,
  code_hash bytea,
  -- of a ticket: whose it is
  user_id bigint REFERENCES sys_user,
  since timestamptz NOT NULL,
  CHECK ((code_hash IS NULL) <> (user_id IS NULL))
);
CREATE INDEX sys_code_age ON sys_code (since);
CALL kit_system_table('sys_code');

-- A phone in the one form in which it is compared: digits, and no +86 before a mobile of eleven.
CREATE FUNCTION plain_phone(phone text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(regexp_replace(phone, '[^0-9+]', '', 'g'), '^(\+|00)?86(1[0-9]{10})$', '\2')
$$;
GRANT EXECUTE ON FUNCTION plain_phone(text) TO chargeops_app, chargeops_system;
CREATE INDEX sys_user_phone ON sys_user (plain_phone(phone)) WHERE NOT is_delete AND phone IS NOT NULL;
CREATE INDEX sys_user_email ON sys_user (lower(email)) WHERE NOT is_delete AND email IS NOT NULL;
