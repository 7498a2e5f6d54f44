-- Receipts that drivers had sent to a mail address or a number. The contact, its message and the file are deleted after some days.
CREATE TABLE driver_receipt (
  receipt_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  driver_order_id bigint NOT NULL REFERENCES driver_order,
  -- Of the link in the message, which only reads.
  view_digest text NOT NULL,
  message_id bigint,
  file_path text,
  store text,
  asked_time timestamptz NOT NULL
);
CALL kit_tenant_table('driver_receipt');
CREATE INDEX driver_receipt_order ON driver_receipt (driver_order_id, asked_time);
CREATE INDEX driver_receipt_kept ON driver_receipt (asked_time) WHERE message_id IS NOT NULL;
