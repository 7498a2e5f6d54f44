-- What the codes on a pile say in place of its own code, which is the name it signs in with. A pile has one label that is valid; a withdrawn one is kept,
-- so that whoever scans it is told so.
CREATE TABLE pile_label (
  label_ref text PRIMARY KEY CHECK (label_ref ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  tenant_id bigint NOT NULL,
  cp_code text NOT NULL REFERENCES pile ON DELETE CASCADE,
  made_time timestamptz NOT NULL DEFAULT now(),
  withdrawn_time timestamptz
);
CALL kit_tenant_table('pile_label');
CREATE UNIQUE INDEX pile_label_valid ON pile_label (cp_code) WHERE withdrawn_time IS NULL;
CREATE INDEX pile_label_pile ON pile_label (cp_code, made_time);
REVOKE DELETE ON pile_label FROM chargeops_app, chargeops_system;

-- Eight letters and digits of Crockford's base32, from 40 random bits of a UUID of version 4.
CREATE FUNCTION random_label_ref() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((r.bits >> (5 * i)) & 31)::int + 1, 1), '')
  FROM (SELECT ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 10))::bit(40)::bigint AS bits OFFSET 0) r, generate_series(0, 7) i
$$;
GRANT EXECUTE ON FUNCTION random_label_ref() TO chargeops_app, chargeops_system;

-- Gives a pile a fresh label and withdraws the one before.
CREATE FUNCTION make_pile_label(p_code text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_ref text;
BEGIN
  UPDATE pile_label SET withdrawn_time = now() WHERE cp_code = p_code AND withdrawn_time IS NULL;
  LOOP
    INSERT INTO pile_label (label_ref, tenant_id, cp_code) SELECT random_label_ref(), tenant_id, cp_code FROM pile WHERE cp_code = p_code
      ON CONFLICT (label_ref) DO NOTHING RETURNING label_ref INTO v_ref;
    EXIT WHEN v_ref IS NOT NULL OR NOT EXISTS (SELECT FROM pile WHERE cp_code = p_code);
  END LOOP;
  RETURN v_ref;
END $$;
GRANT EXECUTE ON FUNCTION make_pile_label(text) TO chargeops_app, chargeops_system;

CREATE FUNCTION pile_label_made() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_pile_label(NEW.cp_code);
  RETURN NULL;
END $$;
CREATE TRIGGER pile_label_made AFTER INSERT ON pile FOR EACH ROW EXECUTE FUNCTION pile_label_made();

SET LOCAL ROLE chargeops_system;
SELECT make_pile_label(cp_code) FROM pile ORDER BY cp_code;
