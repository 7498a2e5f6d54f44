-- When the person of a session last proved who they are, and whether they came in by a password they know.
ALTER TABLE sys_session
  ADD COLUMN proved_at timestamptz,
  ADD COLUMN by_password boolean NOT NULL DEFAULT true;
