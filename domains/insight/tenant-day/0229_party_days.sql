-- Days of a tenant have the sums of its parties too: of phone users, cards, customers and vehicles, each kind together.
ALTER TABLE tenant_day_sum DROP CONSTRAINT tenant_day_sum_kind_check;
-- 6: a kind of party, which is the `part`, as the `subject` of `charge_sum`.
ALTER TABLE tenant_day_sum ADD CONSTRAINT tenant_day_sum_kind_check CHECK (kind BETWEEN 1 AND 6);

CREATE OR REPLACE FUNCTION tenant_day_fill(day date) RETURNS boolean LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF day >= current_date - 1 OR NOT pg_try_advisory_xact_lock(7124, tenant_day_lock(day)) THEN
    RETURN false;
  END IF;
  DELETE FROM tenant_day_sum WHERE stat_day = day;
  INSERT INTO tenant_day_sum (tenant_id, stat_day, kind, part, currency, cp_type, charging_count, charging_elec, order_amount, billing_amount, elec_amount, srv_amount, busy_ms)
  SELECT c.tenant_id, day, 1, 0, c.currency, c.cp_type, sum(c.charging_count), sum(c.charging_elec), sum(c.order_amount), sum(c.billing_amount), sum(c.elec_amount), sum(c.srv_amount), sum(c.busy_ms)
  FROM charge_sum c WHERE c.subject = 0 AND c.unit = 2 AND c.stat_day = day GROUP BY c.tenant_id, c.currency, c.cp_type
  UNION ALL
  SELECT c.tenant_id, day, 2, extract(hour FROM c.period)::int, '', c.cp_type, 0, 0, 0, 0, 0, 0, sum(c.busy_ms)
  FROM charge_sum c WHERE c.subject = 0 AND c.unit = 1 AND c.stat_day = day AND c.busy_ms > 0 GROUP BY c.tenant_id, extract(hour FROM c.period), c.cp_type
  UNION ALL
  SELECT t.tenant_id, day, d.kind, ceil(d.ms / 60000.0)::int, '', coalesce(o.cp_type, 0), count(*), 0, 0, 0, 0, 0, sum(d.ms)
  FROM tenant t JOIN charging_order o ON o.tenant_id = t.tenant_id AND o.charge_day = day AND NOT o.is_delete LEFT JOIN order_unplug u ON u.charging_order_id = o.charging_order_id
    CROSS JOIN LATERAL (VALUES (3, o.start_time, o.stop_time), (4, o.start_time, u.unplugged_at), (5, o.stop_time, u.unplugged_at)) AS s (kind, since, until)
    CROSS JOIN LATERAL (SELECT s.kind, (extract(epoch FROM s.until - s.since) * 1000)::bigint AS ms) d
  WHERE charge_counts(o) AND o.stop_time > o.start_time AND s.until >= o.stop_time
  GROUP BY t.tenant_id, d.kind, ceil(d.ms / 60000.0), coalesce(o.cp_type, 0)
  UNION ALL
  SELECT c.tenant_id, day, 6, c.subject::int, c.currency, 0::smallint, sum(c.charging_count), sum(c.charging_elec), sum(c.order_amount), sum(c.billing_amount), sum(c.elec_amount), sum(c.srv_amount), 0
  FROM charge_sum c WHERE c.subject IN (1, 2, 3, 4) AND c.unit = 2 AND c.stat_day = day GROUP BY c.tenant_id, c.subject, c.currency;
  INSERT INTO tenant_day (stat_day) VALUES (day) ON CONFLICT DO NOTHING;
  RETURN true;
END $$;
-- A party may change where its station's sums do not.
CREATE TRIGGER tenant_day_changed AFTER INSERT OR UPDATE ON charge_sum_party FOR EACH ROW
  WHEN (NEW.unit = 2 AND NEW.stat_day < current_date - 1) EXECUTE FUNCTION tenant_day_changed();
CREATE TRIGGER tenant_day_removed AFTER DELETE ON charge_sum_party FOR EACH ROW
  WHEN (OLD.unit = 2 AND OLD.stat_day < current_date - 1) EXECUTE FUNCTION tenant_day_changed();
-- They are added up anew.
DELETE FROM tenant_day;
