-- What the mini-program shows of a station: created with the station, edited on a page of its own. The names of the station are copies for the list.
CREATE TABLE station_mini (
  station_id bigint PRIMARY KEY,
  tenant_id bigint NOT NULL,
  agent_id bigint NOT NULL,
  station_name text NOT NULL,
  station_area_code text,
  miniapp_show smallint NOT NULL DEFAULT 0 CHECK (miniapp_show IN (0, 1)),
  -- Official codes of six digits. While the province is null, the area of the station holds.
  province_code text,
  city_code text,
  district_code text,
  area_code text GENERATED ALWAYS AS (coalesce(district_code, city_code, province_code, station_area_code)) STORED,
  area_name text,
  area_guide text,
  floor text,
  parking_text text,
  parking_free_minutes int,
  images jsonb NOT NULL DEFAULT '[]',
  -- [{"tagCode", "validUntil"}] in the order in which they show.
  common_tags jsonb NOT NULL DEFAULT '[]',
  -- [{"categoryCode", "tagCodes"}]
  category_tags jsonb NOT NULL DEFAULT '[]',
  rate_snapshot_id bigint REFERENCES tariff_snapshot,
  rate_display text NOT NULL DEFAULT 'total' CHECK (rate_display IN ('total', 'parts')),
  rate_pushed_at timestamptz,
  CHECK ((rate_snapshot_id IS NULL) = (rate_pushed_at IS NULL)),
  FOREIGN KEY (tenant_id, agent_id, station_id) REFERENCES station (tenant_id, agent_id, station_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CALL kit_audit_columns('station_mini');
CALL kit_tenant_table('station_mini', by_agent => true, by_station => true);
CREATE INDEX station_mini_list ON station_mini (tenant_id, create_time DESC, station_id DESC) WHERE NOT is_delete;
CREATE INDEX station_mini_all ON station_mini (create_time DESC, station_id DESC) WHERE NOT is_delete;
CREATE INDEX station_mini_agent ON station_mini (agent_id, create_time DESC) WHERE NOT is_delete;
CREATE INDEX station_mini_area ON station_mini (area_code text_pattern_ops, station_id) WHERE NOT is_delete;
CREATE INDEX station_mini_name_like ON station_mini USING gin (station_name gin_trgm_ops);

-- Every station has one, which follows its name, its area and its deletion.
CREATE FUNCTION station_mini_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO station_mini (station_id, tenant_id, agent_id, station_name, station_area_code, create_by, create_time)
      VALUES (NEW.station_id, NEW.tenant_id, NEW.agent_id, NEW.station_name, NEW.area_code, NEW.create_by, NEW.create_time);
  ELSE
    UPDATE station_mini SET station_name = NEW.station_name, station_area_code = NEW.area_code, is_delete = NEW.is_delete WHERE station_id = NEW.station_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER station_mini_made AFTER INSERT ON station FOR EACH ROW EXECUTE FUNCTION station_mini_follows();
CREATE TRIGGER station_mini_follows AFTER UPDATE OF station_name, area_code, is_delete ON station FOR EACH ROW EXECUTE FUNCTION station_mini_follows();

-- With what is computed from the station and its piles: what is still missing before it may show, the tags of its devices, the rules that its piles follow.
CREATE VIEW station_mini_view WITH (security_invoker = true) AS
SELECT m.*, s.timezone,
  (SELECT a.agent_name FROM agent a WHERE a.agent_id = m.agent_id) AS agent_name,
  (SELECT t.currency FROM tenant t WHERE t.tenant_id = m.tenant_id) AS currency,
  f.rate_rule_id,
  (SELECT r.rate_rule_name FROM rate_rule r WHERE r.rate_rule_id = f.rate_rule_id) AS rate_rule_name,
  encode(f.digest, 'hex') AS rate_digest,
  CASE WHEN f.digest IS NULL THEN 0 ELSE 1 END::smallint AS rate_state,
  coalesce(p.rate_rule_ids, '[]') AS rate_rule_ids,
  coalesce(p.device_tags, '[]') AS device_tags,
  to_jsonb(array_remove(ARRAY[
    CASE WHEN s.station_stat <> 1 THEN 'station' END,
    CASE WHEN s.gps_x IS NULL THEN 'coordinates' END,
    CASE WHEN m.area_code IS NULL THEN 'area' END,
    CASE WHEN p.is_ready IS NOT TRUE THEN 'gun' END,
    CASE WHEN m.rate_snapshot_id IS NULL THEN 'rate' END,
    CASE WHEN m.images = '[]' AND coalesce(s.station_img1, s.station_img2) IS NULL THEN 'image' END
  ], NULL)) AS missing
FROM station_mini m
JOIN station s ON s.station_id = m.station_id
LEFT JOIN tariff_snapshot f ON f.snapshot_id = m.rate_snapshot_id
LEFT JOIN LATERAL (
  SELECT jsonb_agg(DISTINCT q.rate_rule_id::text) FILTER (WHERE q.rate_rule_id IS NOT NULL) AS rate_rule_ids,
    -- A direct-current gun of 250 kW or more charges super fast.
    jsonb_agg(DISTINCT CASE WHEN q.cp_type <> 1 THEN 'slow' WHEN q.cp_power / q.gun_count >= 2500 THEN 'supercharge' ELSE 'fast' END) AS device_tags,
    bool_or(q.cp_stat = 1 AND EXISTS (SELECT FROM gun g WHERE g.cp_code = q.cp_code AND NOT g.is_delete)) AS is_ready
  FROM pile q WHERE q.station_id = m.station_id AND NOT q.is_delete AND q.cp_stat >= 0
) p ON true;
GRANT SELECT ON station_mini_view TO chargeops_app, chargeops_system;
