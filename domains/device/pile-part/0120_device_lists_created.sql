-- These lists begin with the newest by the time of their own, and are also ordered by the time of their rows.
CREATE INDEX pile_part_created ON pile_part (create_time DESC, pile_part_id DESC) WHERE NOT is_delete;
CREATE INDEX security_event_created ON security_event (create_time DESC, security_event_id DESC);
CREATE INDEX vendor_message_created ON vendor_message (create_time DESC, vendor_message_id DESC);
