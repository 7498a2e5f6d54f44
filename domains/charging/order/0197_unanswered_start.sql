-- A fact is never deleted, and a report of it that comes later may only merge with the stored one (engines/order/merge.ts): the earlier instant counts; of a
-- stop that was sent or confirmed, of a gun that was not free and of a start that nobody answered, the later one; and a gun is seen at rest at one
-- instant, for one of two causes.
CREATE OR REPLACE FUNCTION order_fact_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  instant constant text := CASE OLD.kind WHEN 'startResult' THEN 'startAtMs' WHEN 'gunQuiet' THEN 'sinceMs' ELSE 'atMs' END;
  later numeric;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    later := (NEW.content ->> instant)::numeric - (OLD.content ->> instant)::numeric;
    IF (NEW.charging_order_id, NEW.fact_key, NEW.tenant_id, NEW.kind, NEW.told_at) = (OLD.charging_order_id, OLD.fact_key, OLD.tenant_id, OLD.kind, OLD.told_at)
      AND (CASE WHEN OLD.kind IN ('stopSent', 'stopConfirmed', 'gunNotFree', 'startDoubted') THEN later >= 0 WHEN OLD.kind = 'gunQuiet' THEN later = 0 ELSE later < 0 END) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'fact % of order % stays as it was told', OLD.fact_key, OLD.charging_order_id USING ERRCODE = '23514', CONSTRAINT = 'order_fact_guard';
END $$;
