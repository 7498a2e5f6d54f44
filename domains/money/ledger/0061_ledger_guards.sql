-- What the ledger refuses even to its owner: to change, delete or truncate its rows, and to add to a journal of an earlier transaction.
SET LOCAL ROLE ledger_owner;

CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is never changed: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = '42501';
END $$;

-- Checks all rows of a statement with one query: each belongs to a journal of this transaction, and both accounts are of its tenant and currency. It joins
-- by key alone, so that no plan can prefer an index on tenant and currency.
CREATE FUNCTION ledger.posting_belongs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_problem text;
BEGIN
  SELECT CASE WHEN (j.tenant_id, j.currency) IS DISTINCT FROM (f.tenant_id, f.currency) THEN 'posting_journal'
              WHEN j.xid <> pg_current_xact_id() THEN 'sealed'
              WHEN (d.tenant_id, d.currency) IS DISTINCT FROM (f.tenant_id, f.currency) THEN 'posting_debit'
              WHEN (c.tenant_id, c.currency) IS DISTINCT FROM (f.tenant_id, f.currency) THEN 'posting_credit' END AS problem
    INTO v_problem
    FROM fresh f
    LEFT JOIN ledger.journal j ON j.journal_id = f.journal_id
    LEFT JOIN ledger.account d ON d.account_id = f.debit_id
    LEFT JOIN ledger.account c ON c.account_id = f.credit_id
    ORDER BY 1 LIMIT 1;
  IF v_problem = 'sealed' THEN
    RAISE EXCEPTION 'the journal is sealed: its transaction is over' USING ERRCODE = '42501';
  ELSIF v_problem IS NOT NULL THEN
    RAISE EXCEPTION 'a posting needs a journal and two accounts of its own tenant and currency' USING ERRCODE = '23503', CONSTRAINT = v_problem;
  END IF;
  RETURN NULL;
END $$;

-- A movement states the balance as it is now, and belongs to a journal of this transaction.
CREATE FUNCTION ledger.movement_belongs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM fresh f LEFT JOIN ledger.journal j ON j.journal_id = f.journal_id LEFT JOIN ledger.balance b ON b.account_id = f.account_id
    WHERE (j.tenant_id, j.xid) IS DISTINCT FROM (f.tenant_id, pg_current_xact_id())
      OR (b.tenant_id, b.version, b.posted) IS DISTINCT FROM (f.tenant_id, f.version, f.posted_after)
  ) THEN
    RAISE EXCEPTION 'a movement belongs to the booking that makes it' USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;

-- Without a balance row an account would be booked to unguarded.
CREATE FUNCTION ledger.require_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.balance WHERE account_id = NEW.account_id) THEN
    RAISE EXCEPTION 'account % has no balance row', NEW.account_id USING ERRCODE = '23514', CONSTRAINT = 'balance_row_exists';
  END IF;
  RETURN NULL;
END $$;

-- A hold may grow and may end; nothing else about it changes, and an ended hold stays as it is.
CREATE FUNCTION ledger.refuse_hold_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'open' OR NEW.amount < OLD.amount
    OR (NEW.hold_id, NEW.tenant_id, NEW.account_id, NEW.order_id) IS DISTINCT FROM (OLD.hold_id, OLD.tenant_id, OLD.account_id, OLD.order_id) THEN
    RAISE EXCEPTION 'hold % cannot change this way', OLD.hold_id USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

DO $$
DECLARE name text;
BEGIN
  -- Both kinds of trigger: the statement one also refuses statements that touch no row, the row one changes made by a rule or a cascade.
  FOREACH name IN ARRAY ARRAY['account', 'journal', 'posting', 'movement'] LOOP
    EXECUTE format('CREATE TRIGGER sealed_statement BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.%I FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()', name);
    EXECUTE format('CREATE TRIGGER sealed_row BEFORE UPDATE OR DELETE ON ledger.%I FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['balance', 'hold', 'watermark'] LOOP
    EXECUTE format('CREATE TRIGGER kept_statement BEFORE DELETE OR TRUNCATE ON ledger.%I FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()', name);
    EXECUTE format('CREATE TRIGGER kept_row BEFORE DELETE ON ledger.%I FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()', name);
  END LOOP;
END $$;

CREATE TRIGGER belongs AFTER INSERT ON ledger.posting REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION ledger.posting_belongs();
CREATE TRIGGER belongs AFTER INSERT ON ledger.movement REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION ledger.movement_belongs();
CREATE CONSTRAINT TRIGGER has_balance AFTER INSERT ON ledger.account DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger.require_balance();
CREATE TRIGGER grows_or_ends BEFORE UPDATE ON ledger.hold FOR EACH ROW EXECUTE FUNCTION ledger.refuse_hold_change();
