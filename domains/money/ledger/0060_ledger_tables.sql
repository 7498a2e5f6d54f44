-- The ledger: double entry in integers of the currency's smallest unit. Only functions of ledger_owner write here.

CREATE SCHEMA ledger AUTHORIZATION ledger_owner;
GRANT EXECUTE ON PROCEDURE kit_tenant_table(regclass, boolean, boolean, boolean), kit_system_table(regclass) TO ledger_owner;
SET LOCAL ROLE ledger_owner;
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
GRANT USAGE ON SCHEMA ledger TO chargeops_app, chargeops_system;

-- class: L liability, A asset, R revenue, X discount or expense, Q equity (opening balances).
-- sync: the balance changes together with the posting (customers' money); the other balances are brought up to date by ledger.roll_up.
CREATE TABLE ledger.account (
  account_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  class text NOT NULL CHECK (class IN ('L', 'A', 'R', 'X', 'Q')),
  code text NOT NULL CHECK (length(code) BETWEEN 1 AND 120),
  sync boolean NOT NULL,
  owner_type text,
  owner_id bigint,
  create_time timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, currency, code)
);

-- posted is positive on the account's normal side: credit for L, R and Q, debit for A and X. version is the number of movements.
CREATE TABLE ledger.balance (
  account_id bigint PRIMARY KEY REFERENCES ledger.account,
  tenant_id bigint NOT NULL,
  posted bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0 CONSTRAINT held_not_negative CHECK (held >= 0),
  min_balance bigint,
  closed boolean NOT NULL DEFAULT false,
  version bigint NOT NULL DEFAULT 0,
  CONSTRAINT no_overdraft CHECK (min_balance IS NULL OR posted - held >= min_balance),
  CONSTRAINT closed_at_zero CHECK (NOT closed OR (posted = 0 AND held = 0))
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

CREATE TABLE ledger.journal (
  journal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  currency text NOT NULL,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]{1,32}$'),
  source_type text NOT NULL CHECK (source_type ~ '^[a-z_]{1,32}$'),
  source_id text NOT NULL CHECK (length(source_id) BETWEEN 1 AND 120),
  fingerprint bytea NOT NULL,
  reverses bigint CONSTRAINT reversed_once UNIQUE REFERENCES ledger.journal,
  order_id bigint,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  effective_at timestamptz NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL CHECK (length(actor) BETWEEN 1 AND 120),
  CONSTRAINT journal_key UNIQUE (tenant_id, kind, source_type, source_id)
);
CREATE INDEX journal_xid ON ledger.journal (xid);
-- The report of a station's income reads the journals of a tenant by their time.
CREATE INDEX journal_posted ON ledger.journal (tenant_id, posted_at);
CREATE INDEX journal_order ON ledger.journal (order_id) WHERE order_id IS NOT NULL;

-- A posting names a debit and a credit account, so that no unbalanced entry can be written. Journal and accounts are checked by the trigger
-- posting_belongs and not by foreign keys: those lock the account row at each use, and 16 clients that book to one revenue account then reach half the
-- rate. It is as safe, because journals and accounts can be neither changed nor deleted.
CREATE TABLE ledger.posting (
  journal_id bigint NOT NULL,
  seq int NOT NULL,
  tenant_id bigint NOT NULL,
  currency text NOT NULL,
  debit_id bigint NOT NULL,
  credit_id bigint NOT NULL,
  amount bigint NOT NULL CONSTRAINT amount_positive CHECK (amount > 0 AND amount <= 1000000000000000),
  fee_type smallint CHECK (fee_type BETWEEN 1 AND 4),
  stage smallint CHECK (stage BETWEEN 0 AND 15),
  PRIMARY KEY (journal_id, seq),
  CONSTRAINT no_self_transfer CHECK (debit_id <> credit_id)
);

-- Each change of a synchronous balance, in order: the statement of a wallet.
CREATE TABLE ledger.movement (
  account_id bigint NOT NULL,
  version bigint NOT NULL,
  tenant_id bigint NOT NULL,
  journal_id bigint NOT NULL,
  change bigint NOT NULL,
  posted_after bigint NOT NULL,
  PRIMARY KEY (account_id, version),
  UNIQUE (journal_id, account_id)
);

-- Money set aside for one charging order.
CREATE TABLE ledger.hold (
  hold_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  account_id bigint NOT NULL REFERENCES ledger.account,
  order_id bigint NOT NULL,
  amount bigint NOT NULL CONSTRAINT hold_positive CHECK (amount > 0 AND amount <= 1000000000000000),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'captured', 'released')),
  expires_at timestamptz,
  create_time timestamptz NOT NULL DEFAULT now(),
  update_time timestamptz,
  CONSTRAINT hold_order UNIQUE (tenant_id, order_id)
) WITH (fillfactor = 80);
CREATE INDEX hold_open ON ledger.hold (account_id) WHERE state = 'open';
CREATE INDEX hold_expiry ON ledger.hold (expires_at) WHERE state = 'open';

-- The journals of transactions below xid, and all journals up to after_journal, are contained in the balances of accounts that are not synchronous.
-- Transactions decide and not journal numbers, because a journal may commit after one with a higher number; the journal number is for a restored copy,
-- where transactions are counted anew (ledger.after_restore).
CREATE TABLE ledger.watermark (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  xid xid8 NOT NULL,
  after_journal bigint NOT NULL DEFAULT 0
);
INSERT INTO ledger.watermark (xid) VALUES (pg_current_xact_id());

-- One line of a booking as callers give it.
CREATE TYPE ledger.line AS (debit_id bigint, credit_id bigint, amount bigint, fee_type smallint, stage smallint);

-- The result of a booking. paid and shortfall concern the payer's lines; moved_* list the synchronous accounts that it changed.
CREATE TYPE ledger.booking AS (
  journal_id bigint, replay boolean, paid bigint, shortfall bigint, moved_ids bigint[], moved_before bigint[], moved_after bigint[]
);

CALL public.kit_tenant_table('ledger.account');
CALL public.kit_tenant_table('ledger.balance');
CALL public.kit_tenant_table('ledger.journal');
CALL public.kit_tenant_table('ledger.posting');
CALL public.kit_tenant_table('ledger.movement');
CALL public.kit_tenant_table('ledger.hold');
CALL public.kit_system_table('ledger.watermark');

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['account', 'balance', 'journal', 'posting', 'movement', 'hold'] LOOP
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON ledger.%I FROM chargeops_app, chargeops_system', name);
    EXECUTE format('CREATE POLICY books ON ledger.%I TO ledger_owner USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
REVOKE INSERT, UPDATE, DELETE ON ledger.watermark FROM chargeops_system;
GRANT SELECT ON ledger.watermark TO chargeops_app;
