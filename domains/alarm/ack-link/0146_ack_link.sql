-- When somebody has acknowledged by the link in this message; a link serves once.
ALTER TABLE warning_log ADD COLUMN ack_used_at timestamptz;
