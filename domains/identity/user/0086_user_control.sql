-- Who could act in whose name: whoever gave a person their account, their password, their second step, their phone or mailbox, their role or their rights
-- could also have signed in as that person. An act that takes two persons asks this table (`common_controller`).
CREATE TABLE sys_user_control (
  user_id bigint NOT NULL REFERENCES sys_user ON DELETE CASCADE,
  -- No reference: who has been deleted since was a controller all the same.
  controller_id bigint NOT NULL,
  -- When the last such act was done.
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, controller_id)
);
CALL kit_system_table('sys_user_control');

-- Notes that a person of this account name has had such a hold on these people. Names that no account has (`system`) note nothing.
CREATE FUNCTION note_user_control(of_users bigint[], by_username text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO sys_user_control AS c (user_id, controller_id, at)
  SELECT DISTINCT u, w.id, now() FROM unnest(of_users) u, sys_user w WHERE lower(w.username) = lower(by_username) AND w.id <> u
  ON CONFLICT (user_id, controller_id) DO UPDATE SET at = greatest(c.at, excluded.at)
$$;
CALL kit_system_function('note_user_control(bigint[], text)');
GRANT EXECUTE ON FUNCTION note_user_control(bigint[], text) TO chargeops_app, chargeops_system;

-- A password that somebody else has set. It opens no session, only the setting of another one.
ALTER TABLE sys_user ADD COLUMN password_initial boolean NOT NULL DEFAULT false;

CREATE FUNCTION judge_password_setter() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_setter text := CASE TG_OP WHEN 'INSERT' THEN NEW.create_by ELSE NEW.update_by END;
BEGIN
  -- Where nobody is named, or `system`, the program itself writes and says which it is.
  IF coalesce(v_setter, '') NOT IN ('', 'system') THEN
    NEW.password_initial := lower(v_setter) <> lower(NEW.username);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER judge_new_password BEFORE INSERT ON sys_user FOR EACH ROW EXECUTE FUNCTION judge_password_setter();
CREATE TRIGGER judge_other_password BEFORE UPDATE OF password ON sys_user FOR EACH ROW
  WHEN (OLD.password IS DISTINCT FROM NEW.password) EXECUTE FUNCTION judge_password_setter();

CREATE FUNCTION note_account_given() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_user_control(ARRAY[NEW.id], CASE TG_OP WHEN 'INSERT' THEN NEW.create_by ELSE NEW.update_by END);
  RETURN NULL;
END
$$;
CREATE TRIGGER note_new_account AFTER INSERT ON sys_user FOR EACH ROW EXECUTE FUNCTION note_account_given();
CREATE TRIGGER note_changed_account AFTER UPDATE ON sys_user FOR EACH ROW
  WHEN ((OLD.password, OLD.role_id, OLD.tenant_id, OLD.agent_id, OLD.station_ids, OLD.cust_id, OLD.phone, OLD.email)
    IS DISTINCT FROM (NEW.password, NEW.role_id, NEW.tenant_id, NEW.agent_id, NEW.station_ids, NEW.cust_id, NEW.phone, NEW.email))
  EXECUTE FUNCTION note_account_given();

-- Rights reach people through their role, their groups of roles and the roles of their departments.
CREATE FUNCTION note_role_given() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_user_control(ARRAY(
    SELECT u.id FROM sys_user u WHERE u.role_id = NEW.id
    UNION SELECT m.id::bigint FROM sys_role_group g, unnest(string_to_array(trim(trailing ',' FROM g.user_ids), ',')) m (id)
      WHERE NOT g.is_delete AND NEW.id::text = ANY (string_to_array(g.role_ids, ','))
  ), NEW.update_by);
  RETURN NULL;
END
$$;
CALL kit_system_function('note_role_given()');
CREATE TRIGGER note_role_rights AFTER UPDATE ON sys_role FOR EACH ROW
  WHEN (OLD.permissions IS DISTINCT FROM NEW.permissions) EXECUTE FUNCTION note_role_given();

CREATE FUNCTION note_group_given() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_user_control(ARRAY(SELECT m::bigint FROM unnest(string_to_array(trim(trailing ',' FROM NEW.user_ids), ',')) m),
    CASE TG_OP WHEN 'INSERT' THEN NEW.create_by ELSE NEW.update_by END);
  RETURN NULL;
END
$$;
CREATE TRIGGER note_group AFTER INSERT OR UPDATE OF role_ids, user_ids ON sys_role_group FOR EACH ROW EXECUTE FUNCTION note_group_given();

CREATE FUNCTION note_depart_role_given() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_user_control(ARRAY(
    SELECT m.user_id FROM sys_user_depart m WHERE m.depart_id = NEW.depart_id
      AND (NEW.for_all = 1 OR EXISTS (SELECT FROM sys_depart_role_user x WHERE x.user_id = m.user_id AND x.role_id = NEW.id))
  ), CASE TG_OP WHEN 'INSERT' THEN NEW.create_by ELSE NEW.update_by END);
  RETURN NULL;
END
$$;
CALL kit_system_function('note_depart_role_given()');
CREATE TRIGGER note_depart_role AFTER INSERT OR UPDATE OF permissions, for_all ON sys_depart_role FOR EACH ROW EXECUTE FUNCTION note_depart_role_given();

-- Somebody who could have acted in the name of both, themselves included, by what was given since an instant; NULL where there is nobody.
CREATE FUNCTION common_controller(one bigint, other bigint, since timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH RECURSIVE of_one AS (
    SELECT one AS id UNION SELECT c.controller_id FROM of_one o JOIN sys_user_control c ON c.user_id = o.id WHERE c.at > since
  ), of_other AS (
    SELECT other AS id UNION SELECT c.controller_id FROM of_other o JOIN sys_user_control c ON c.user_id = o.id WHERE c.at > since
  )
  SELECT coalesce(w.username, a.id::text) FROM of_one a JOIN of_other b USING (id) LEFT JOIN sys_user w ON w.id = a.id ORDER BY a.id LIMIT 1
$$;
CALL kit_system_function('common_controller(bigint, bigint, timestamptz)');
GRANT EXECUTE ON FUNCTION common_controller(bigint, bigint, timestamptz) TO chargeops_app, chargeops_system;
