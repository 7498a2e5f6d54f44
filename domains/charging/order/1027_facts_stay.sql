-- What is known of an order stays known. A fact told again may only join the one that stands (engines/order/merge.ts): the earlier telling counts; of a
-- stop that was sent or confirmed the later one; and a gun is seen at rest at one instant, for one of two causes.
CREATE FUNCTION order_fact_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  instant constant text := CASE OLD.kind WHEN 'startResult' THEN 'startAtMs' WHEN 'gunQuiet' THEN 'sinceMs' ELSE 'atMs' END;
  later numeric;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    later := (NEW.content ->> instant)::numeric - (OLD.content ->> instant)::numeric;
    IF (NEW.charging_order_id, NEW.fact_key, NEW.tenant_id, NEW.kind, NEW.told_at) = (OLD.charging_order_id, OLD.fact_key, OLD.tenant_id, OLD.kind, OLD.told_at)
      AND (CASE WHEN OLD.kind IN ('stopSent', 'stopConfirmed') THEN later >= 0 WHEN OLD.kind = 'gunQuiet' THEN later = 0 ELSE later < 0 END) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'fact % of order % stays as it was told', OLD.fact_key, OLD.charging_order_id USING ERRCODE = '23514', CONSTRAINT = 'order_fact_guard';
END $$;
CREATE TRIGGER order_fact_guard BEFORE UPDATE OR DELETE ON order_fact FOR EACH ROW EXECUTE FUNCTION order_fact_guard();
REVOKE DELETE ON order_fact, order_progress, charging_order FROM chargeops_system;

-- An order begins at 0, or, made of a record or of a gun that charges, at 3 or 9: transitions.ts, from nothing.
CREATE FUNCTION order_birth_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.order_state NOT IN (0, 3, 9) THEN
    RAISE EXCEPTION 'order % cannot begin at %', NEW.charging_order_no, NEW.order_state USING ERRCODE = '23514', CONSTRAINT = 'order_birth_guard';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER order_birth_guard BEFORE INSERT ON charging_order FOR EACH ROW EXECUTE FUNCTION order_birth_guard();
