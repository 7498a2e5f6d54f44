-- The proofs of native logins that were taken or refused lately: a login with one of them is a recording. They outlive the process, or a restart would let
-- a recording in, and are kept a little longer than the date in their logins is accepted.
CREATE TABLE pile_login_proof (
  cp_code text NOT NULL REFERENCES pile ON UPDATE CASCADE ON DELETE CASCADE,
  -- Hexadecimal, as it came.
  proof text NOT NULL,
  good_until timestamptz NOT NULL,
  PRIMARY KEY (cp_code, proof)
);
CALL kit_system_table('pile_login_proof');
