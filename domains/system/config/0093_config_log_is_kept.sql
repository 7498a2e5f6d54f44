-- Nobody changes what was set before, not even workers.
REVOKE UPDATE, DELETE ON sys_config_log FROM chargeops_system;
