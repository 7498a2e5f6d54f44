-- Is a rule to be charged by at an instant? Enabled, and inside its days as the wall clocks of the place show them; both days count.
CREATE FUNCTION rate_rule_applies(p_rule bigint, p_at timestamptz, p_zone text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM rate_rule r WHERE r.rate_rule_id = p_rule AND r.rule_state = 1 AND NOT r.is_delete
    AND (p_at AT TIME ZONE p_zone)::date BETWEEN coalesce(r.start_time, '-infinity') AND coalesce(r.end_time, 'infinity'))
$$;
GRANT EXECUTE ON FUNCTION rate_rule_applies(bigint, timestamptz, text) TO chargeops_app, chargeops_system;
