-- The code of a deleted pile may be given again, to the same machine at another place or to another one. What the old pile was set to goes; its orders,
-- messages, events and commands bear their own tenant and station and stay. Answers the epoch it had come to, since a session of then may still be
-- open; null when there is no such pile. With the system's eyes, because codes are the whole platform's.
GRANT CREATE ON SCHEMA public TO chargeops_system;
SET LOCAL ROLE chargeops_system;
CREATE FUNCTION free_pile_code(p_code text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_epoch bigint;
BEGIN
  PERFORM FROM pile WHERE cp_code = p_code AND is_delete FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  DELETE FROM pile_binding WHERE cp_code = p_code;
  DELETE FROM pile_parameter WHERE cp_code = p_code;
  DELETE FROM gun_ghost WHERE cp_code = p_code;
  UPDATE device_command SET stat = 2, result = 1, remark = 'expired', completed_at = now() WHERE cp_code = p_code AND stat < 2;
  DELETE FROM gun_live WHERE cp_code = p_code;
  DELETE FROM gun WHERE cp_code = p_code;
  DELETE FROM pile_profile WHERE cp_code = p_code;
  DELETE FROM pile_state WHERE cp_code = p_code RETURNING epoch INTO v_epoch;
  DELETE FROM pile WHERE cp_code = p_code;
  RETURN coalesce(v_epoch, 0);
END $$;
GRANT EXECUTE ON FUNCTION free_pile_code(text) TO chargeops_app;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM chargeops_system;
