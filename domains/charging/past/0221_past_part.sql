-- The past that a demo begins with: from when it is, and which of its parts have been entered. One row.
CREATE TABLE past_run (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  seed int NOT NULL,
  days int NOT NULL CHECK (days > 0),
  -- Everything of it was over by then.
  until_time timestamptz NOT NULL,
  begun_time timestamptz NOT NULL
);
CALL kit_system_table('past_run');
REVOKE UPDATE, DELETE ON past_run FROM chargeops_system;

-- One local day of one station, entered in one transaction.
CREATE TABLE past_part (
  stat_day date NOT NULL,
  station_id bigint NOT NULL,
  -- Its orders have ids from this one on.
  first_order_id bigint NOT NULL,
  charge_count int NOT NULL CHECK (charge_count >= 0),
  -- Null while it is still to come.
  entered_time timestamptz,
  PRIMARY KEY (stat_day, station_id)
);
CALL kit_system_table('past_part');
REVOKE DELETE ON past_part FROM chargeops_system;
