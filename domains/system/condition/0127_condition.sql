-- What sources report as present or over, such as a fault of a gun; the alarm domain makes exceptions of it. One row for each condition that was ever
-- reported. A subject is the code of a pile, or the number of a card, customer or other thing.
CREATE TABLE condition (
  condition_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  agent_id bigint,
  station_id bigint,
  subject text NOT NULL,
  -- 0 is the pile itself.
  gun_number int NOT NULL,
  is_pile boolean NOT NULL,
  exception_type smallint NOT NULL,
  exception_code int NOT NULL,
  is_present boolean NOT NULL,
  -- By the platform's clock.
  changed_at timestamptz NOT NULL,
  -- By the clock of the source.
  event_at timestamptz NOT NULL,
  -- The last appearances, by the platform's clock, and the number of all of them.
  appeared_at timestamptz[] NOT NULL,
  appearances bigint NOT NULL,
  is_unstable boolean NOT NULL DEFAULT false,
  detail text NOT NULL,
  -- When the condition is to be judged again; null: when it changes.
  due_at timestamptz,
  UNIQUE (tenant_id, subject, gun_number, exception_type, exception_code)
);
CALL kit_tenant_table('condition', by_agent => true, by_station => true);
CREATE INDEX condition_due ON condition (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX condition_present ON condition (subject, gun_number, exception_type) WHERE is_present;

-- What happened without a duration, until the alarm domain has made exceptions of it.
CREATE TABLE condition_event (
  condition_event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  agent_id bigint,
  station_id bigint,
  subject text NOT NULL,
  is_pile boolean NOT NULL,
  gun_number int NOT NULL,
  exception_type smallint NOT NULL,
  exception_code int NOT NULL,
  event_at timestamptz NOT NULL,
  detail text NOT NULL
);
CALL kit_tenant_table('condition_event', by_agent => true, by_station => true);
