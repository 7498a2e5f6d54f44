-- What the books refuse even to their owner: to change, to delete, to empty, to add to a journal that is closed.
SET LOCAL ROLE ledger_owner;

CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is never changed: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = '42501';
END $$;

CREATE FUNCTION ledger.refuse_late_posting() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM fresh JOIN ledger.journal USING (journal_id) WHERE xid <> pg_current_xact_id()) THEN
    RAISE EXCEPTION 'the journal is sealed: its transaction is over' USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;

-- Without a balance row an account would have no guard, silently.
CREATE FUNCTION ledger.require_balance() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.balance WHERE account_id = NEW.account_id) THEN
    RAISE EXCEPTION 'account % has no balance row', NEW.account_id USING ERRCODE = '23514', CONSTRAINT = 'balance_row_exists';
  END IF;
  RETURN NULL;
END $$;

-- A hold may grow and end; nothing else about it changes, and an ended one rests.
CREATE FUNCTION ledger.refuse_hold_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
  -- Both kinds: the statement trigger stops what touches no row as well, the row trigger what a rule or cascade brings.
  FOREACH name IN ARRAY ARRAY['account', 'journal', 'posting', 'movement'] LOOP
    EXECUTE format('CREATE TRIGGER sealed_statement BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.%I FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()', name);
    EXECUTE format('CREATE TRIGGER sealed_row BEFORE UPDATE OR DELETE ON ledger.%I FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['balance', 'hold', 'watermark'] LOOP
    EXECUTE format('CREATE TRIGGER kept_statement BEFORE DELETE OR TRUNCATE ON ledger.%I FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()', name);
    EXECUTE format('CREATE TRIGGER kept_row BEFORE DELETE ON ledger.%I FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['posting', 'movement'] LOOP
    EXECUTE format('CREATE TRIGGER not_late AFTER INSERT ON ledger.%I REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_late_posting()', name);
  END LOOP;
END $$;

CREATE CONSTRAINT TRIGGER has_balance AFTER INSERT ON ledger.account DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION ledger.require_balance();
CREATE TRIGGER grows_or_ends BEFORE UPDATE ON ledger.hold FOR EACH ROW EXECUTE FUNCTION ledger.refuse_hold_change();
