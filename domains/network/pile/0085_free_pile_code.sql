-- Frees the code of a deleted pile, so that it can be given to the same device at another place or to another device. The settings of the old pile are
-- deleted; its orders, messages, events and commands carry their own tenant and station and stay. Answers the epoch that the old pile had reached,
-- because a session of it may still be open; null when there is no such pile. It sees the piles of all tenants, because codes are unique over all.
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
CALL kit_system_function('free_pile_code(text)');
GRANT EXECUTE ON FUNCTION free_pile_code(text) TO chargeops_app;
